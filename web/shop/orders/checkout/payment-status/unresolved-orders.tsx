import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Answer } from '#contract/endpoint.ts'
import type { orders } from '#contract/orders/orders.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { completedPath } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { currentOrderQuery, orderQuery, unresolvedOrdersQuery } from '#web/shop/orders/checkout/queries.ts'
import { paymentOutcome } from './payment-status.ts'

const ASK_AGAIN_MS = 10_000
const NO_ORDERS: readonly UnresolvedOrder[] = []

/** A warning for each order that must not be paid again, since its outcome is unknown. */
export function UnresolvedOrders() {
  const { t } = useTranslation()
  const { data = NO_ORDERS } = useQuery({
    ...unresolvedOrdersQuery,
    refetchInterval: ({ state }) => (state.data && state.data.length > 0 ? ASK_AGAIN_MS : false),
  })
  useResolvedNotice(data)
  return data.map(({ id, total_amount }) => (
    <Panel key={id} tone="danger" component="section" aria-labelledby={`unresolved-${id}`}>
      <Text variant="h2" id={`unresolved-${id}`}>
        {t('home.unresolvedTitle', { id })}
      </Text>
      {/* Not a class: home would load the sheet of the payment's view. */}
      <Text style={{ marginTop: 4 }}>{t('home.unresolvedText', { amount: eurosText(total_amount) })}</Text>
      <SecondaryButton shape="quiet" component={Link} to={completedPath(id)}>
        {t('completed.showState')}
      </SecondaryButton>
    </Panel>
  ))
}

type UnresolvedOrder = Answer<typeof orders.unresolved>[number]

/** Notifies of the outcome of an unresolved order while its warning is on the screen. */
function useResolvedNotice(unresolved: readonly UnresolvedOrder[]): void {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const client = useQueryClient()
  const navigate = useNavigate()
  const previous = useRef<readonly UnresolvedOrder[]>([])
  const notifyOutcome = useEffectEvent(async (id: number) => {
    const order = await client.fetchQuery({ ...orderQuery(id), meta: { isBackground: true } }).catch(() => undefined)
    const outcome = order && paymentOutcome(order)
    if (!outcome || outcome === 'UNKNOWN') return
    const isPaid = outcome === 'SUCCESS'
    notify({
      id: `resolved-${id}`,
      severity: isPaid ? 'success' : 'warning',
      text: t(isPaid ? 'home.resolvedPaid' : 'home.resolvedUnpaid', { id }),
      action: { label: t('completed.showState'), onAct: () => void navigate(completedPath(id)) },
    })
    // Invalidated here: no call found the outcome. An unpaid order may be at checkout again.
    await client.invalidateQueries({ queryKey: currentOrderQuery.queryKey })
  })
  useEffect(() => {
    const ids = new Set(unresolved.map(({ id }) => id))
    for (const { id } of previous.current) if (!ids.has(id)) void notifyOutcome(id)
    previous.current = unresolved
  }, [unresolved])
}
