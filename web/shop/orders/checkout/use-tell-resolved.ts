import type { orders } from '#contract/orders/orders.ts'
import type { Answer } from '#contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { completedPath } from '#web/kit/paths.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { paymentOutcome } from './payment-outcome.ts'
import { currentOrderQuery, orderQuery } from './queries.ts'

export type UnresolvedOrder = Answer<typeof orders.unresolved>[number]

/** Notifies of the outcome of an unresolved order while its warning is on the screen. */
export function useTellResolved(unresolved: readonly UnresolvedOrder[]): void {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const client = useQueryClient()
  const navigate = useNavigate()
  const known = useRef<readonly UnresolvedOrder[]>([])
  const tell = useEffectEvent(async (id: number) => {
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
    // An unpaid order may be at checkout again.
    await client.invalidateQueries({ queryKey: currentOrderQuery.queryKey })
  })
  useEffect(() => {
    const ids = new Set(unresolved.map(({ id }) => id))
    for (const { id } of known.current) if (!ids.has(id)) void tell(id)
    known.current = unresolved
  }, [unresolved])
}
