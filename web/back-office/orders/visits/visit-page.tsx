import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { type VisitDetails, type VisitMoment, visits } from '#contract/orders/visits.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import { useMayOpen } from '#web/back-office/kit/page-calls.ts'
import { attemptStateText } from '#web/back-office/orders/admin-orders/order-labels.ts'
import { Timeline } from '#web/back-office/orders/admin-orders/timeline.tsx'
import { TitledPanel } from '#web/back-office/orders/admin-orders/titled-panel.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { quantityText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useLiveQueries } from '#web/kit/live/use-changes.ts'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Page } from '#web/kit/ui/page.tsx'

/** What happened, and below it the details. */
function momentText(moment: VisitMoment, visit: VisitDetails, t: Translate): { text: string; detail?: string } {
  switch (moment.kind) {
    case 'began':
      return { text: t(`visits.began.${visit.began_by}`) }
    case 'door_code':
      return { text: t('visits.gotCode', { name: moment.name }) }
    case 'checkout':
      return { text: t('visits.atCheckout', { amount: eurosText(moment.total_amount) }), detail: basketText(moment, t) }
    case 'payment':
      return {
        text: t('visits.payment', { amount: eurosText(moment.amount), state: attemptStateText(moment, t) }),
        detail: moment.terminal_name,
      }
    case 'receipt':
      return { text: t('visits.receipt', { id: moment.order_id }) }
    default:
      return { text: t('visits.orderCancelled', { id: moment.order_id }) }
  }
}

const basketText = ({ lines }: Extract<VisitMoment, { kind: 'checkout' }>, t: Translate): string =>
  lines
    .map(line =>
      [line.name, quantityText(line.quantity_thousandths, line.unit, t), eurosText(line.total_amount)].join(' · '),
    )
    .join(', ')

/** One visit: what happened in order of time, and the one message to the shopper. */
export function VisitPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const { data: visit } = useQuery(queryFor(visits.get, { params: { id } }))
  useLiveQueries([visits.get])
  if (visit === undefined) return <RecordLoading />
  const began = formatDateTime(new Date(visit.created_at), visit.store.time_zone)
  return (
    <Page
      title={t('visits.title', { id: visit.id })}
      lead={`${began} · ${visit.store.name}`}
      aside={
        <Button variant="text" component={Link} to={PATHS.visitorsLog}>
          {t('links./visitors-log')}
        </Button>
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <VisitFacts visit={visit} />
        <TitledPanel title={t('visits.happened')}>
          <Timeline
            moments={visit.moments.map((moment, index) => ({
              key: String(index),
              at: moment.at,
              ...momentText(moment, visit, t),
            }))}
          />
        </TitledPanel>
        <QuestionPanel visit={visit} />
      </Box>
    </Page>
  )
}

/** Who it was, and the orders. */
function VisitFacts({ visit }: { visit: VisitDetails }) {
  const { t } = useTranslation()
  const mayOpen = useMayOpen()
  const page = `${PATHS.users}/${visit.user.id}/edit`
  return (
    <TitledPanel title={t('visits.user')}>
      {mayOpen(page) ? (
        <MuiLink component={Link} to={page} sx={{ display: 'inline-block', py: 1.25, overflowWrap: 'anywhere' }}>
          {visit.user.email}
        </MuiLink>
      ) : (
        <Box sx={{ overflowWrap: 'anywhere' }}>{visit.user.email}</Box>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {visit.orders.map(order => (
          <li key={order.id}>
            <MuiLink
              component={Link}
              to={PATHS.order.replace(':id', String(order.id))}
              sx={{ display: 'inline-block', py: 1.25 }}
            >
              {t('users.orderNumber', { id: order.id })}
            </MuiLink>
            {` · ${eurosText(order.total_amount)}`}
          </li>
        ))}
      </Box>
      {visit.orders.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('visits.noOrders')}</Box>}
    </TitledPanel>
  )
}

/** The message that asks whether something stayed unpaid: the button to send it, or what came of it. */
function QuestionPanel({ visit }: { visit: VisitDetails }) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  const { isBusy, act } = useAction(`visit ${visit.id}`)
  const { question } = visit
  const notify = () =>
    act(async () => {
      setConfirming(false)
      await callApi(visits.notify, { params: { id: visit.id } })
      return t('visits.asked')
    })
  if (question !== null) return <QuestionOutcome visit={visit} question={question} />
  return (
    <TitledPanel title={t('visits.question')}>
      <Box sx={{ mb: 1.5 }}>{t('visits.questionLead')}</Box>
      <ActionButton variant="outlined" loading={isBusy} onClick={() => setConfirming(true)}>
        {t('visits.ask')}
      </ActionButton>
      <ConfirmDialog
        open={isConfirming}
        title={t('visits.askTitle')}
        text={t('visits.askText', { email: visit.user.email })}
        confirmText={t('visits.ask')}
        cancelText={t('common.cancel')}
        onConfirm={() => void notify()}
        onCancel={() => setConfirming(false)}
      />
    </TitledPanel>
  )
}

type QuestionOutcomeProps = { visit: VisitDetails; question: NonNullable<VisitDetails['question']> }

function QuestionOutcome({ visit, question: { at, by, paid_afterwards: paid } }: QuestionOutcomeProps) {
  const { t } = useTranslation()
  const timeAt = (instant: string) => formatDateTime(new Date(instant), visit.store.time_zone)
  return (
    <TitledPanel title={t('visits.question')}>
      <Box sx={{ overflowWrap: 'anywhere' }}>{t('visits.askedAt', { at: timeAt(at), by: by ?? '–' })}</Box>
      {paid === null ? (
        <Box sx={{ color: 'text.secondary' }}>{t('visits.nothingYet')}</Box>
      ) : (
        <MuiLink
          component={Link}
          to={PATHS.order.replace(':id', String(paid.id))}
          sx={{ display: 'inline-block', py: 1.25 }}
        >
          {t('visits.thenPaid', { at: timeAt(paid.paid_at), amount: eurosText(paid.total_amount), id: paid.id })}
        </MuiLink>
      )}
    </TitledPanel>
  )
}
