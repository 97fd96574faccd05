import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import { currentOrderQuery, orderQuery, unresolvedOrdersQuery } from '#web/shop/orders/checkout/queries.ts'
import { followedOrder, followOrder, stopFollowing } from './followed-order.ts'
import { useAbandonedPayment } from './use-abandoned-payment.ts'

type LeaveProps = { isPreorder: boolean; onBasketPaid: () => void }

function Leave({ isPreorder, onBasketPaid }: LeaveProps) {
  const abandonPayment = useAbandonedPayment(onBasketPaid)
  return <button onClick={() => void abandonPayment({ id: 7, isPreorder })}>Leave</button>
}

afterEach(() => void stopFollowing(7))

async function leave(isPreorder: boolean, times = 1) {
  followOrder({ id: 7, sinceMs: 1 })
  const [client, onBasketPaid] = [new QueryClient(), vi.fn()]
  const stale: QueryKey[] = [currentOrderQuery, unresolvedOrdersQuery, orderQuery(7)].map(({ queryKey }) => queryKey)
  for (const queryKey of stale) client.setQueryData(queryKey, { id: 7 })
  const user = renderPart(
    <QueryClientProvider client={client}>
      <Leave isPreorder={isPreorder} onBasketPaid={onBasketPaid} />
    </QueryClientProvider>,
  )
  for (let time = 0; time < times; time++) await user.click(screen.getByRole('button', { name: 'Leave' }))
  const isStale = stale.map(queryKey => client.getQueryState(queryKey)?.isInvalidated)
  return { current: client.getQueryData(currentOrderQuery.queryKey), isStale, onBasketPaid }
}

test('a left payment is no longer followed, its goods leave the basket once, and its order is reloaded', async () => {
  const { current, isStale, onBasketPaid } = await leave(false, 2)
  expect(followedOrder()).toBeNull()
  expect(current).toBeNull()
  expect(isStale).toEqual([true, true, true])
  expect(onBasketPaid).toHaveBeenCalledTimes(1)
})

test('a left pre-order leaves the basket alone', async () => {
  const { current, onBasketPaid } = await leave(true)
  expect(current).toBeNull()
  expect(onBasketPaid).not.toHaveBeenCalled()
})
