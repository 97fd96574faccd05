import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { type Payout, payouts } from '#contract/payments/payouts.ts'
import { dayText } from '#web/back-office/kit/days.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListColumn, ListSource } from '#web/kit/lists/list-types.ts'
import { PATHS } from '#web/kit/paths.ts'
import { useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { CHOICE_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { ANY_STORE, currencyText, PayoutPill } from './payout-parts.tsx'
import { ReportUpload } from './report-upload.tsx'
import { UnsettledList } from './unsettled-list.tsx'

const payoutPath = (id: number): string => PATHS.payout.replace(':id', String(id))

const SOURCE: ListSource<Payout> = {
  endpoint: payouts.list,
  getId: ({ id }) => id,
  getName: ({ provider, reference }) => `${provider} ${reference}`,
  getPath: ({ id }) => payoutPath(id),
}

function useColumns(): readonly ListColumn<Payout>[] {
  const { t, i18n } = useTranslation()
  const language = i18n.resolvedLanguage ?? 'fi'
  return [
    {
      name: 'reference',
      label: t('payouts.payout'),
      role: 'title',
      cell: ({ provider, reference }) => `${provider} ${reference}`,
    },
    { name: 'paid_on', label: t('payouts.day'), sort: 'paid_on', cell: ({ paid_on }) => dayText(paid_on, language) },
    { name: 'state', label: t('payouts.state'), role: 'status', cell: payout => <PayoutPill payout={payout} /> },
    ...(['gross', 'fees', 'net'] as const).map((name): ListColumn<Payout> => ({
      name,
      label: t(`payouts.${name}`),
      align: 'end',
      labelOnCard: true,
      cell: payout => currencyText(payout[name], payout.currency),
    })),
  ]
}

const tabs = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  '& > a': { display: 'inline-flex', alignItems: 'center', textDecoration: 'none' },
} as const

/** Links to the two lists: the payouts, and what is in none of them. */
function ViewLinks({ isUnsettled }: { isUnsettled: boolean }) {
  const { t } = useTranslation()
  const { data } = useQuery(queryFor(payouts.unsettled, { query: { size: 1 } }))
  const views = [
    { to: PATHS.payouts, label: t('payouts.payouts'), isCurrent: !isUnsettled },
    {
      to: `${PATHS.payouts}?show=unsettled`,
      label: t('payouts.unsettled', { count: data?.total ?? 0 }),
      isCurrent: isUnsettled,
    },
  ]
  return (
    <Box component="nav" aria-label={t('payouts.views')} sx={tabs}>
      {views.map(({ to, label, isCurrent }) => (
        <Link key={to} to={to} aria-current={isCurrent ? 'page' : undefined} className={CHOICE_CLASS}>
          {label}
        </Link>
      ))}
    </Box>
  )
}

/** What payment providers paid to the bank, against the shop's own payments and refunds. */
export function PayoutsPage() {
  const { t } = useTranslation()
  const may = useMay()
  const [params] = useSearchParams()
  const isUnsettled = params.get('show') === 'unsettled'
  const columns = useColumns()
  return (
    <Page title={t('links./payouts')} width="wide" lead={t('payouts.about')}>
      {may(payouts.upload, ANY_STORE) && <ReportUpload />}
      <ViewLinks isUnsettled={isUnsettled} />
      {isUnsettled ? (
        <UnsettledList />
      ) : (
        <AdminList
          caption={t('links./payouts')}
          source={SOURCE}
          columns={columns}
          defaultSort="-paid_on"
          filters={[
            {
              name: 'differs',
              label: t('payouts.state'),
              options: [
                { value: 'true', label: t('payouts.onlyDiffering') },
                { value: 'false', label: t('payouts.onlyAgreeing') },
              ],
            },
          ]}
          countText={count => t('payouts.count', { count })}
          empty={<EmptyState title={t('payouts.emptyTitle')} text={t('payouts.emptyText')} />}
        />
      )}
    </Page>
  )
}
