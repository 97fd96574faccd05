import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminRecalls, type Recall, type RecallDetail } from '#contract/orders/admin-recalls.ts'
import { dayText } from '#domain/format/day-text.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { RecordAuditLog } from '#web/back-office/kit/audit/record-audit-log.tsx'
import { Euros } from '#web/back-office/kit/figures.tsx'
import { callApi, requestUrl } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { FORM_LANGUAGES } from '#web/kit/forms/texts.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { RecallBuyerList } from './recall-buyer-list.tsx'

const [SENDING_MS, QUIET_MS] = [1_500, 15_000]

/** One recall: who was informed, what was sold, and the refunds. */
export function RecallView({ id }: { id: string }) {
  const { data } = useQuery({
    ...queryFor(adminRecalls.get, { params: { id } }),
    refetchInterval: query => ((query.state.data?.buyers.waiting ?? 0) > 0 ? SENDING_MS : QUIET_MS),
  })
  return data ? <RecallDetails recall={data} /> : <RecordLoading />
}

function RecallDetails({ recall }: { recall: RecallDetail }) {
  const { t } = useTranslation()
  const params = { id: recall.id }
  return (
    <Page
      title={t('recalls.titleOf', { product: recall.product.name })}
      width="wide"
      aside={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <RecallPill recall={recall} />
          <Button
            variant="outlined"
            component="a"
            href={requestUrl(adminRecalls.reportPdf, { params })}
            target="_blank"
            rel="noopener"
          >
            {t('recalls.pdf')}
          </Button>
          <Button variant="outlined" component="a" href={requestUrl(adminRecalls.reportCsv, { params })} download>
            {t('recalls.csv')}
          </Button>
        </Box>
      }
    >
      <ReachedBuyers recall={recall} />
      <RecallFacts recall={recall} />
      <RecallSales recall={recall} />
      <RecallBuyerList recallId={recall.id} />
      <RecordAuditLog kind="recall" id={recall.id} revision={recall.ended_at === null ? 1 : 2} />
    </Page>
  )
}

/** Figures of the buyers, in their order. */
export const RECALL_FIGURES = [
  'total',
  'reached',
  'emailed',
  'pushed',
  'confirmed',
  'not_reached',
  'requested_refund',
  'uncertain',
] as const

/** How many buyers were reached, and what an admin can do about the others. */
function ReachedBuyers({ recall }: { recall: RecallDetail }) {
  const { t } = useTranslation()
  const { buyers } = recall
  const { isBusy, act } = useAction('recall')
  const sendAgain = () =>
    act(async () => {
      const { buyers: count } = await callApi(adminRecalls.sendAgain, { params: { id: recall.id }, body: {} })
      return t('recalls.sentAgain', { count })
    })
  const done = buyers.total === 0 ? 100 : Math.round(((buyers.total - buyers.waiting) / buyers.total) * 100)
  return (
    <FormSection title={t('recalls.buyers')} lead={t('recalls.buyersLead')}>
      <WideField>
        <Box role="status" sx={{ mb: 1 }}>
          {buyers.waiting > 0 && t('recalls.sending', { count: buyers.waiting })}
        </Box>
        {buyers.waiting > 0 && <LinearProgress variant="determinate" value={done} aria-label={t('recalls.progress')} />}
        <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, m: 0, mt: 1 }}>
          {RECALL_FIGURES.filter(name => name !== 'uncertain' || recall.recalled_lots.length > 0).map(name => (
            <Box key={name}>
              <Box component="dt" sx={{ color: 'text.secondary', typography: 'body2' }}>
                {t(`recalls.figures.${name}`)}
              </Box>
              <Box component="dd" sx={{ m: 0, fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
                {buyers[name]}
              </Box>
            </Box>
          ))}
        </Box>
        {buyers.not_reached > 0 && (
          <Box sx={{ mt: 2 }}>
            <ActionButton variant="outlined" loading={isBusy} onClick={() => void sendAgain()}>
              {t('recalls.sendAgain')}
            </ActionButton>
          </Box>
        )}
      </WideField>
    </FormSection>
  )
}

function RecallFacts({ recall }: { recall: RecallDetail }) {
  const { t } = useTranslation()
  const days = [recall.sold_from, recall.sold_until].map(date => (date === null ? '' : dayText(date))).join('–')
  return (
    <FormSection title={t('recalls.reason')}>
      {FORM_LANGUAGES.filter(code => recall.reasons[code] !== '').map(code => (
        <WideField key={code}>
          <Box lang={code} sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {recall.reasons[code]}
          </Box>
        </WideField>
      ))}
      <Box>{t('recalls.lotsOf', { lots: recall.lots || t('recalls.all') })}</Box>
      <Box>{t('recalls.soldOn', { days: days === '–' ? t('recalls.all') : days })}</Box>
      <Box>{t('recalls.startedAt', { time: shopTimeText(recall.started_at), email: recall.started_by.email })}</Box>
      {recall.ended_at === null ? (
        <EndRecall recall={recall} />
      ) : (
        <Box>{t('recalls.endedAt', { time: shopTimeText(recall.ended_at) })}</Box>
      )}
    </FormSection>
  )
}

function EndRecall({ recall }: { recall: RecallDetail }) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  const { isBusy, act } = useAction('recall')
  const end = () =>
    act(async () => {
      await callApi(adminRecalls.end, { params: { id: recall.id }, body: {} })
      return t('recalls.endedNotice', { product: recall.product.name })
    }).finally(() => setConfirming(false))
  return (
    <Box>
      <Button variant="outlined" onClick={() => setConfirming(true)}>
        {t('recalls.end')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={t('recalls.endTitle', { product: recall.product.name })}
        text={t('recalls.endText')}
        confirmText={t('recalls.end')}
        cancelText={t('common.cancel')}
        onConfirm={() => void end()}
        onCancel={() => setConfirming(false)}
        busy={isBusy}
      />
    </Box>
  )
}

function RecallSales({ recall }: { recall: RecallDetail }) {
  const { t } = useTranslation()
  if (recall.sales.length === 0) return null
  return (
    <FormSection
      title={t('recalls.sales')}
      {...(recall.recalled_lots.length > 0 && { lead: t('recalls.salesOfLots') })}
    >
      {recall.sales.map(sale => (
        <WideField key={sale.store.id}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
            <Box sx={{ fontWeight: 650, flex: '1 1 160px' }}>{sale.store.name}</Box>
            <span>
              {t('recalls.saleOf', { quantity: `${sale.quantity} ${recall.product.unit}`, count: sale.orders })}
            </span>
            <Euros amount={sale.amount} />
            <span>
              {t('recalls.refunded')} <Euros amount={sale.refunded_amount} />
            </span>
          </Box>
        </WideField>
      ))}
    </FormSection>
  )
}

/** Whether the product is blocked. */
export function RecallPill({ recall }: { recall: Recall }) {
  const { t } = useTranslation()
  return recall.ended_at === null ? (
    <StatusPill tone="danger">{t('recalls.states.open')}</StatusPill>
  ) : (
    <StatusPill tone="closed">{t('recalls.states.ended')}</StatusPill>
  )
}
