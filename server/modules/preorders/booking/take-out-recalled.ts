import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { startPeriodicJob, type Running } from '#server/platform/workers/periodic-job.ts'
import { lockPreorder } from './book-preorder.ts'
import { cancelWithdrawn, splitOffRest } from './withdraw-preorder.ts'

const LOOK_EVERY_MS = 10_000
const MOST_AT_ONCE = 200

type Found = { order_id: number; user_id: number; recall_id: number; product_id: number; begun_by: number }

/**
 * Takes recalled goods out of pre-orders that are not paid, so that nobody stands before a terminal that refuses the whole: as a
 * withdrawal does, the rest becomes a pre-order in their place. Only once the shopper is counted among the recall's buyers, who
 * are found by their pre-orders. One that is being paid ends by its outcome first. Returns how many were changed.
 */
export async function takeOutRecalled(context: Context): Promise<number> {
  const { rows } = await sql<Found>`
    SELECT mine.id AS order_id, mine.user_id, recall.id AS recall_id, recall.product_id, recall.begun_by
    FROM recall JOIN recall_buyer buyer ON buyer.recall_id = recall.id
      JOIN customer_order mine ON mine.user_id = buyer.user_id AND mine.cancelled_at IS NULL
        AND mine.order_type = 'preorder' AND mine.status IN ('preorder_booked', 'preorder_delivered')
      JOIN order_line line ON line.order_id = mine.id AND line.product_id = recall.product_id
    WHERE recall.ended_at IS NULL ORDER BY mine.id LIMIT ${MOST_AT_ONCE}`.execute(context.db)
  for (const found of rows) await takeOut(context, found)
  return rows.length
}

const takeOut = (context: Context, { order_id: id, user_id: userId, recall_id, product_id, begun_by }: Found) =>
  inTransaction(context.db, async trx => {
    const held = await lockPreorder(trx, { userId, orderId: id })
    if (!held || held.cancelled_at !== null) return
    const { status, eventId } = held
    if (status !== 'preorder_booked' && status !== 'preorder_delivered') return
    const rest = await trx
      .selectFrom('order_line')
      .select(({ fn }) => fn.sum<number | null>('total_cents').as('cents'))
      .where('order_id', '=', id)
      .where('product_id', '<>', product_id)
      .executeTakeFirstOrThrow()
    const at = context.now()
    const by = { actor: 'admin', userId: begun_by, reason: `Recall ${recall_id}` } as const
    // A rest of 0 € can't be paid: it is cancelled with the others.
    const isSplit = (rest.cents ?? 0) > 0
    const restId = isSplit ? await splitOffRest(trx, { id, status, withdrawnIds: [product_id], at, by }) : undefined
    await cancelWithdrawn(trx, { id, eventId }, { status, restId, at, by })
  })

/** Takes recalled goods out of pre-orders periodically, until stopped. */
export const watchRecalledPreorders = (context: Context): Running =>
  startPeriodicJob(context, {
    name: 'recalled pre-orders',
    work: () => takeOutRecalled(context),
    everyMs: LOOK_EVERY_MS,
  })
