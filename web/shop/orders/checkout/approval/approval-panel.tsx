import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type ApprovalAnswer, approvals } from '#contract/orders/approvals.ts'
import { formatTimeNear } from '#domain/format/date-format.ts'
import { canRequest } from '#domain/orders/age-approval.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { serverNow } from '#web/kit/api/server-clock.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { useFailureNotice } from '#web/shop/orders/checkout/payment-status/use-payment-failure-notice.ts'
import { useStore } from '#web/shop/stores/stores/queries.ts'

const POLL_EVERY_MS = 2_000

/** The approval of an order, asked for once as soon as that is possible. */
function useApproval(orderId: number) {
  const client = useQueryClient()
  const notifyFailure = useFailureNotice()
  const params = { id: orderId }
  const query = queryFor(approvals.get, { params })
  const { data: approval } = useQuery({
    ...query,
    staleTime: 0,
    refetchInterval: POLL_EVERY_MS,
    meta: { handlesOwnError: true, isBackground: true },
  })
  const ask = useMutation({
    mutationFn: () => callApi(approvals.request, { params }),
    onSuccess: answer => client.setQueryData(query.queryKey, answer),
    onError: error => notifyFailure(error),
  })
  const askFirst = useEffectEvent(() => {
    if (ask.isIdle) ask.mutate()
  })
  const isNeeded = approval?.state === 'needed'
  useEffect(() => {
    if (isNeeded) askFirst()
  }, [isNeeded])
  return { approval, ask }
}

/** What the shopper reads, and when the goods are sold again. */
function useApprovalText({ state, sold_from: from }: ApprovalAnswer, storeId: number): string {
  const { t } = useTranslation()
  const timeZone = useStore(storeId)?.time_zone ?? SHOP_TIME_ZONE
  const time = from === null ? undefined : formatTimeNear(new Date(from), new Date(serverNow()), timeZone)
  const later = time === undefined ? '' : ` ${t('approval.soldFrom', { time })}`
  if (state === 'staffGone' || state === 'alcoholHours') return t(`approval.${state}`) + later
  return state === 'notNeeded' ? '' : t(`approval.${state}`)
}

function ApprovalText({ approval, storeId }: { approval: ApprovalAnswer; storeId: number }) {
  return <Text role="status">{useApprovalText(approval, storeId)}</Text>
}

type ApprovalPanelProps = {
  orderId: number
  storeId: number
  /** Called with every change. */
  onChange: (isApproved: boolean) => void
}

/** Asks a person in the store to approve goods with a minimum age, and shows their answer. */
export function ApprovalPanel({ orderId, storeId, onChange }: ApprovalPanelProps) {
  const { t } = useTranslation()
  const { approval, ask } = useApproval(orderId)
  const state = approval?.state
  const isApproved = state === 'approved' || state === 'notNeeded'
  const report = useEffectEvent(onChange)
  useEffect(() => report(isApproved), [isApproved])
  if (!approval || approval.state === 'notNeeded') return null
  return (
    <Panel tone={isApproved ? 'fresh' : 'attention'} component="section" aria-label={t('approval.title')}>
      <Text as="p" variant="h3">
        {t('approval.title')}
      </Text>
      <ApprovalText approval={approval} storeId={storeId} />
      {canRequest(approval.state) && !ask.isIdle && (
        <SecondaryButton loading={ask.isPending} onClick={() => ask.mutate()}>
          {t('approval.ask')}
        </SecondaryButton>
      )}
    </Panel>
  )
}
