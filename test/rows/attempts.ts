import type { DatabaseHandle } from '#server/platform/db/connect.ts'

/** The payment attempts of an order, the oldest first. */
export const listAttempts = ({ kysely: db }: DatabaseHandle, orderId: number) =>
  db.selectFrom('payment_attempt').selectAll().where('order_id', '=', orderId).orderBy('id').execute()

/** The newest payment attempt of an order. */
export const findAttempt = async (database: DatabaseHandle, orderId: number) =>
  (await listAttempts(database, orderId)).at(-1)

/** The newest payment attempt of an order that has one. */
export async function getAttempt(database: DatabaseHandle, orderId: number) {
  const attempt = await findAttempt(database, orderId)
  if (!attempt) throw new Error(`order ${orderId} has no payment attempt`)
  return attempt
}
