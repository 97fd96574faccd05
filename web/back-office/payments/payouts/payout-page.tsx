import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { type Payout, type PayoutLine, payouts, type PayoutWithSums } from '#contract/payments/payouts.ts'
import { dayText } from '#web/back-office/kit/days.ts'
import { figure, figuresTable } from '#web/back-office/kit/figures.tsx'
import { useMayOpen } from '#web/back-office/kit/page-calls.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListColumn, ListSource } from '#web/kit/lists/list-types.ts'
import { RowLink } from '#web/kit/lists/row-parts.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { PATHS } from '#web/kit/paths.ts'
import { useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { ANY_STORE, currencyText, hasOtherSum, PayoutPill } from './payout-parts.tsx'

/** What differs is shown first; the rest by the filter. */
const lineSource = (id: number): ListSource<PayoutLine> => ({
  endpoint: payouts.lines,
  params: { id },
  getId: line => line.id,
  getName: ({ reference, type }) => `${reference} ${type}`,
})

function FindingPill({ finding }: Pick<PayoutLine, 'finding'>) {
  const { t } = useTranslation()
  if (finding === null) return <StatusPill tone="open">{t('payouts.agrees')}</StatusPill>
  return <StatusPill tone="attention">{t(`payouts.findings.${finding}`)}</StatusPill>
}

function useColumns(): readonly ListColumn<PayoutLine>[] {
  const { t, i18n } = useTranslation()
  const language = i18n.resolvedLanguage ?? 'fi'
  const mayOpen = useMayOpen()
  const orderPath = (id: number | null) => {
    const path = PATHS.order.replace(':id', String(id))
    return id !== null && mayOpen(path) ? path : undefined
  }
  return [
    {
      name: 'reference',
      label: t('payouts.line'),
      role: 'title',
      cell: ({ reference, kind, type, order_id }) => (
        <>
          <RowLink path={orderPath(order_id)}>
            {t(`payouts.kinds.${kind}`)}
            {order_id !== null && ` · ${t('payouts.orderNumber', { id: order_id })}`}
          </RowLink>
          <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {[type, reference].filter(Boolean).join(' · ')}
          </Box>
        </>
      ),
    },
    {
      name: 'finding',
      label: t('payouts.state'),
      role: 'status',
      cell: ({ finding }) => <FindingPill finding={finding} />,
    },
    { name: 'day', label: t('payouts.soldOn'), cell: ({ day }) => (day === null ? '–' : dayText(day, language)) },
    { name: 'store', label: t('payouts.store'), optional: 'shown', cell: ({ store }) => store ?? '–' },
    {
      name: 'amount',
      label: t('payouts.inReport'),
      align: 'end',
      labelOnCard: true,
      cell: ({ amount, currency }) => currencyText(amount, currency),
    },
    {
      name: 'shop_amount',
      label: t('payouts.inShop'),
      align: 'end',
      labelOnCard: true,
      cell: ({ shop_amount }) => (shop_amount === null ? '–' : currencyText(shop_amount, 'EUR')),
    },
    {
      name: 'fee',
      label: t('payouts.fees'),
      align: 'end',
      labelOnCard: true,
      optional: 'shown',
      cell: ({ fee, currency }) => currencyText(fee, currency),
    },
  ]
}

/** A payout: what its report and the shop have of each kind, and the lines that differ. */
export function PayoutPage() {
  const { id = '' } = useParams()
  const { t, i18n } = useTranslation()
  const may = useMay()
  const columns = useColumns()
  const { data: payout } = useQuery(queryFor(payouts.get, { params: { id } }))
  if (payout === undefined) return <RecordLoading />
  const { provider, reference, paid_on } = payout
  return (
    <Page
      title={`${provider} ${reference}`}
      lead={dayText(paid_on, i18n.resolvedLanguage ?? 'fi')}
      width="wide"
      aside={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button variant="text" component={Link} to={PATHS.payouts}>
            {t('links./payouts')}
          </Button>
          {may(payouts.remove, ANY_STORE) && <RemoveButton payout={payout} />}
        </Box>
      }
    >
      <PayoutSums payout={payout} />
      <AdminList
        caption={t('payouts.lines')}
        source={lineSource(payout.id)}
        columns={columns}
        defaultSort="id"
        filters={[
          {
            name: 'differs',
            label: t('payouts.state'),
            options: [
              { value: 'true', label: t('payouts.onlyDiffering') },
              { value: 'false', label: t('payouts.onlyAgreeing') },
            ],
            usual: payout.differences > 0 ? 'true' : undefined,
          },
        ]}
        countText={count => t('payouts.lineCount', { count })}
        empty={<EmptyState title={t('payouts.noLines')} text={t('payouts.agrees')} />}
      />
    </Page>
  )
}

function PayoutSums({ payout }: { payout: PayoutWithSums }) {
  const { t } = useTranslation()
  const { kinds, gross, fees, net, paid, currency } = payout
  const text = (amount: number) => currencyText(amount, currency)
  const facts = [
    [t('payouts.gross'), text(gross)],
    [t('payouts.fees'), text(fees)],
    [t('payouts.net'), text(net)],
    [t('payouts.paid'), paid === null ? t('payouts.notSaid') : text(paid)],
  ] as const
  return (
    <Panel component="section" aria-label={t('payouts.sums')} tone={payout.differences > 0 ? 'attention' : 'plain'}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <PayoutPill payout={payout} />
        </Box>
        {hasOtherSum(payout) && <Box>{t('payouts.otherSumText')}</Box>}
        <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1 }}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {label}
              </Box>
              <Box component="dd" sx={{ m: 0, fontWeight: 650 }}>
                {value}
              </Box>
            </div>
          ))}
        </Box>
        <KindTable kinds={kinds} currency={currency} />
      </Box>
    </Panel>
  )
}

/** Counts and sums of the report beside those of the shop. */
function KindTable({ kinds, currency }: Pick<PayoutWithSums, 'kinds' | 'currency'>) {
  const { t } = useTranslation()
  const columns = [t('payouts.inReport'), t('payouts.inShop'), t('payouts.fees')]
  return (
    <Box component="table" aria-label={t('payouts.sums')} sx={figuresTable}>
      <thead>
        <tr>
          <th scope="col">{t('payouts.kind')}</th>
          {columns.map(label => (
            <th scope="col" key={label}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map(({ kind, count, amount, fees, shop_count, shop_amount }) => {
          const hasOwn = kind === 'payment' || kind === 'refund'
          const cells = [
            t('payouts.counted', { count, amount: currencyText(amount, currency) }),
            hasOwn ? t('payouts.counted', { count: shop_count, amount: currencyText(shop_amount, 'EUR') }) : '–',
            currencyText(fees, currency),
          ]
          return (
            <tr key={kind}>
              <th scope="row">{t(`payouts.kinds.${kind}`)}</th>
              {cells.map((cell, at) => (
                <Box component="td" key={columns[at]} data-label={columns[at]} sx={figure}>
                  {cell}
                </Box>
              ))}
            </tr>
          )
        })}
      </tbody>
    </Box>
  )
}

function RemoveButton({ payout }: { payout: Payout }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const { isBusy, act } = useAction('payout-removed')
  const remove = () =>
    act(async () => {
      await callApi(payouts.remove, { params: { id: payout.id } })
      void navigate(PATHS.payouts)
      return t('payouts.removed')
    })
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
        {t('payouts.remove')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={t('payouts.removeTitle')}
        text={t('payouts.removeText')}
        confirmText={t('payouts.remove')}
        cancelText={t('common.cancel')}
        danger
        busy={isBusy}
        onConfirm={() => void remove()}
        onCancel={() => setOpen(false)}
      />
    </>
  )
}
