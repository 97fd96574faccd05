import type { Database } from '#server/platform/schema/tables.ts'
import type { Transaction } from 'kysely'

type Trx = Transaction<Database>

/** `orderId` undefined: the one at checkout. */
type Whose = { userId: number; orderId?: number | undefined }

/**
 * Locks the user's own pre-order against payment, cancellation and replacement. Locks the user first, then orders, as placing and
 * paying do: the opposite order would deadlock. Undefined for another user's, and for a standard order.
 */
export async function holdPreorder(trx: Trx, { userId, orderId }: Whose) {
  await trx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const own = trx
    .selectFrom('customer_order')
    .select(['id', 'status', 'cancelled_at', 'booked_at', 'total_cents', 'store_id', 'replaces_order_id'])
    .select(({ ref }) => ref('preorder_event_id').$notNull().as('eventId'))
    .where('user_id', '=', userId)
    .where('order_type', '=', 'preorder')
  const wanted =
    orderId === undefined
      ? own.where('status', '=', 'checkout').where('cancelled_at', 'is', null)
      : own.where('id', '=', orderId)
  return wanted.forNoKeyUpdate().executeTakeFirst()
}
export type HeldPreorder = NonNullable<Awaited<ReturnType<typeof holdPreorder>>>

/** Locks the event until the commit: closing it waits for bookings, and they for it. */
export const holdEvent = (trx: Trx, eventId: number) =>
  trx.selectFrom('preorder_event').select('id').where('id', '=', eventId).forShare().execute()
