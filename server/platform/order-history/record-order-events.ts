import type { Kysely } from 'kysely'
import type { OrderStatus, TransitionEnd } from '#domain/orders/order.ts'
import type { Database } from '#server/platform/schema/tables.ts'

type OrderActor = 'shopper' | 'terminal' | 'recovery' | 'clean-up' | 'admin'

type OrderEvent = {
  orderId: number
  /** Null: the order's first status. */
  from: OrderStatus | null
  to: TransitionEnd
  actor: OrderActor
  userId?: number | null
  reason: string
  at: Date
}

/** Records status changes of orders in their history, in the transaction that makes the changes. */
export const recordOrderEvents = (db: Kysely<Database>, events: readonly OrderEvent[]) =>
  db
    .insertInto('order_event')
    .values(
      events.map(event => ({
        order_id: event.orderId,
        from_status: event.from,
        to_status: event.to,
        actor: event.actor,
        user_id: event.userId ?? null,
        reason: event.reason,
        created_at: event.at,
      })),
    )
    .execute()
