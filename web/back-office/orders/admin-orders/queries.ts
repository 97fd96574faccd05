import type { QueryClient } from '@tanstack/react-query'
import { adminOrders, type AdminOrder } from '#contract/orders/admin-orders.ts'
import { type OrderRefunds, refunds } from '#contract/payments/refunds.ts'
import { unresolvedPayments } from '#contract/payments/unresolved-payments.ts'
import { isRefundOpen } from '#domain/payments/refund-states.ts'
import { queryKeyOf, queryOf } from '#web/kit/api/query-of.ts'

const SOON_MS = 1500
const NOW_AND_THEN_MS = 15_000

const isMoving = ({ is_being_paid: isBeingPaid, unresolved }: AdminOrder) => isBeingPaid || unresolved !== null

/** One order; looked at again while something is still to come. */
export const adminOrderQuery = (id: string) => ({
  ...queryOf(adminOrders.read, { params: { id } }),
  refetchInterval: ({ state }: { state: { data?: AdminOrder | undefined } }) =>
    state.data && isMoving(state.data) ? (state.data.is_being_paid ? SOON_MS : NOW_AND_THEN_MS) : false,
})

/** A refund that the terminal may still answer; one that waits for a person changes by that person alone. */
export const isUnderWay = ({ state }: OrderRefunds['refunds'][number]) => isRefundOpen(state) && state !== 'UNRESOLVED'

/** What was and can be given back of an order; looked at again while a terminal works on it. */
export const orderRefundsQuery = (id: string) => ({
  ...queryOf(refunds.ofOrder, { params: { id } }),
  refetchInterval: ({ state }: { state: { data?: OrderRefunds | undefined } }) =>
    state.data?.refunds.some(isUnderWay) ? SOON_MS : false,
})

const LOOK = { refetchInterval: NOW_AND_THEN_MS, meta: { showsOwnError: true } }
export const unresolvedPaymentsQuery = { ...queryOf(unresolvedPayments.list), ...LOOK }
export const unresolvedRefundsQuery = { ...queryOf(refunds.unresolved), ...LOOK }

/** After whatever changed an order: everything that shows orders is asked for anew. */
export const forgetOrders = (cache: QueryClient) =>
  Promise.all(
    [adminOrders.read, adminOrders.list, refunds.ofOrder, refunds.unresolved, unresolvedPayments.list].map(endpoint =>
      cache.invalidateQueries({ queryKey: queryKeyOf(endpoint) }),
    ),
  )
