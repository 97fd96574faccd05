import { adminOrders, type AdminOrder } from '#contract/orders/admin-orders.ts'
import { type OrderRefunds, refunds } from '#contract/payments/refunds.ts'
import { unresolvedPayments } from '#contract/payments/unresolved-payments.ts'
import { isRefundOpen } from '#domain/payments/refund-states.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useLiveQueries } from '#web/kit/live/use-changes.ts'

const FAST_POLL_MS = 1500
const SLOW_POLL_MS = 15_000

const isMoving = ({ is_being_paid: isBeingPaid, unresolved }: AdminOrder) => isBeingPaid || unresolved !== null

/** One order; refetched while something is pending. */
export const adminOrderQuery = (id: string) => ({
  ...queryFor(adminOrders.get, { params: { id } }),
  refetchInterval: ({ state }: { state: { data?: AdminOrder | undefined } }) =>
    state.data && isMoving(state.data) ? (state.data.is_being_paid ? FAST_POLL_MS : SLOW_POLL_MS) : false,
})

/** A refund to which the terminal may still respond; one that waits for an admin changes only by an admin. */
export const isUnderWay = ({ state }: OrderRefunds['refunds'][number]) => isRefundOpen(state) && state !== 'UNRESOLVED'

/** What was and can be refunded of an order; refetched while a terminal works on it. */
export const orderRefundsQuery = (id: string) => ({
  ...queryFor(refunds.listByOrder, { params: { id } }),
  refetchInterval: ({ state }: { state: { data?: OrderRefunds | undefined } }) =>
    state.data?.refunds.some(isUnderWay) ? FAST_POLL_MS : false,
})

/** Keeps what is shown of orders up to date with what others do. */
export const useLiveOrders = () => useLiveQueries([adminOrders.get, refunds.listByOrder])

const SLOW_POLL = { refetchInterval: SLOW_POLL_MS, meta: { handlesOwnError: true } }
export const unresolvedPaymentsQuery = { ...queryFor(unresolvedPayments.list), ...SLOW_POLL }
export const unresolvedRefundsQuery = { ...queryFor(refunds.unresolved), ...SLOW_POLL }
