import type { OrderEventKind, OrderStatus, TransitionEnd } from '#domain/orders/order.ts'
import type { AttemptState, StringCode } from '#domain/payments/attempt-states.ts'
import type { RefundState } from '#domain/payments/refund-states.ts'
import type { Db } from '#server/platform/schema/tables.ts'

type OrderActor = 'shopper' | 'terminal' | 'recovery' | 'clean-up' | 'admin'

type PaymentEvent = { kind: 'payment'; attemptId: number; outcome: StringCode | AttemptState }
type RefundEvent = { kind: 'refund' | 'reversal'; refundId: number; outcome: RefundState | AttemptState }
type OtherEvent = { kind: Exclude<OrderEventKind, 'payment' | 'refund' | 'reversal'> }

type OrderEvent = (PaymentEvent | RefundEvent | OtherEvent) & {
  orderId: number
  /** Null: the order's first status. */
  from: OrderStatus | null
  to: TransitionEnd
  actor: OrderActor
  userId?: number | null | undefined
  /** As an admin entered it. */
  reason?: string | undefined
  at: Date
}

/** Records changes of orders in their history, in the transaction that makes the changes. */
export const recordOrderEvents = (db: Db, events: readonly OrderEvent[]) =>
  db.insertInto('order_event').values(events.map(toRow)).execute()

const toRow = (event: OrderEvent) => ({
  order_id: event.orderId,
  from_status: event.from,
  to_status: event.to,
  actor: event.actor,
  user_id: event.userId ?? null,
  reason: event.reason ?? null,
  created_at: event.at,
  kind: event.kind,
  attempt_id: 'attemptId' in event ? event.attemptId : null,
  refund_id: 'refundId' in event ? event.refundId : null,
  outcome: 'outcome' in event ? event.outcome : null,
})
