import type { Database } from '#server/platform/schema/tables.ts'
import type { Transaction } from 'kysely'

type Trx = Transaction<Database>

/** `orderId` undefined: the one at checkout. */
type Whose = { userId: number; orderId?: number | undefined }

/**
 * Holds one's own pre-order: nobody pays, cancels or replaces it meanwhile. First the user, then orders, as placing and
 * paying do: the other way round two would wait for each other. Undefined for another's, and for a standard order.
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

/** Until the commit the event stays as it is: who closes it waits, or is waited for. */
export const holdEvent = (trx: Trx, eventId: number) =>
  trx.selectFrom('preorder_event').select('id').where('id', '=', eventId).forShare().execute()
