import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ApprovalRequest, approvals } from '#contract/orders/approvals.ts'
import { formatTime } from '#domain/format/date-format.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { PresencePanel } from '#web/back-office/stores/staffed-time/presence-panel.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { quantityText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { LoadFailure } from '#web/kit/shell/load-failure.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { guardedLook, useTapGuard } from '#web/kit/ui/hooks/use-tap-guard.ts'
import { FullScreenLoading } from '#web/kit/ui/loading.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

/** A shopper waits beside the shelf. */
const POLL_EVERY_MS = 2_000

const DECISION_TONES = { waiting: 'attention', approved: 'open', refused: 'danger', timedOut: 'closed' } as const

function DecisionButtons({ request: { order_id: id } }: { request: ApprovalRequest }) {
  const { t } = useTranslation()
  const { isBusy, act } = useAction(`approval ${id}`)
  // The request before it may have ended under the finger.
  const isGuarded = useTapGuard()
  const decide = (isApproved: boolean) =>
    act(async () => {
      await callApi(approvals.decide, { params: { id }, body: { is_approved: isApproved } })
      return t(isApproved ? 'approvals.approved' : 'approvals.refused')
    })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 1.5, ...guardedLook(isGuarded) }}>
      <ActionButton variant="contained" loading={isBusy} onClick={() => void decide(true)}>
        {t('approvals.approve')}
      </ActionButton>
      <ActionButton variant="outlined" loading={isBusy} onClick={() => void decide(false)}>
        {t('approvals.refuse')}
      </ActionButton>
    </Box>
  )
}

function RequestPanel({ request }: { request: ApprovalRequest }) {
  const { t } = useTranslation()
  const { store, goods, state, requested_at: at, is_own: isOwn } = request
  return (
    <Panel component="article">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between', mb: 1 }}>
        <Typography color="textSecondary">
          {store.name}, {formatTime(new Date(at), store.time_zone)}
        </Typography>
        <StatusPill tone={DECISION_TONES[state]}>{t(`approvals.states.${state}`)}</StatusPill>
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {goods.map(({ name, quantity, unit, min_age: years }, index) => (
          // The same product may be listed in no other place.
          // oxlint-disable-next-line no-array-index-key
          <Box component="li" key={index} sx={{ typography: 'h3', overflowWrap: 'anywhere' }}>
            {t('approvals.line', {
              name,
              quantity: quantityText(thousandthsFromQuantity(quantity) ?? 0, unit, t),
              years: years ?? 18,
            })}
          </Box>
        ))}
      </Box>
      {state === 'waiting' &&
        (isOwn ? (
          <Typography sx={{ mt: 1.5 }}>{t('errors.approval.own')}</Typography>
        ) : (
          <DecisionButtons request={request} />
        ))}
    </Panel>
  )
}

/** The orders that wait for a person in the store, to approve or refuse by one press. It refreshes itself. */
export function ApprovalsPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    ...queryFor(approvals.list),
    staleTime: 0,
    refetchInterval: POLL_EVERY_MS,
    meta: { handlesOwnError: true },
  })
  if (!data)
    return error ? (
      <LoadFailure error={error} onRetry={() => void refetch()} />
    ) : (
      <FullScreenLoading label={t('common.loading')} />
    )
  return (
    <Page title={t('links./approvals')} lead={t('approvals.lead')}>
      <PresencePanel />
      <Box role="log" aria-label={t('links./approvals')} sx={{ display: 'grid', gap: 2 }}>
        {data.map(request => (
          <RequestPanel key={`${request.order_id} ${request.requested_at}`} request={request} />
        ))}
      </Box>
      {data.length === 0 && <EmptyState title={t('approvals.emptyTitle')} text={t('approvals.emptyText')} />}
    </Page>
  )
}
