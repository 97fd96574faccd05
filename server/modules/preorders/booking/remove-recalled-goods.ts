import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { startPeriodicJob, type RunningJob } from '#server/platform/workers/periodic-job.ts'
import { lockPreorder } from './book-preorder.ts'
import { cancelWithdrawn, splitOffRest } from './withdraw-preorder.ts'

const LOOK_EVERY_MS = 10_000

const MAX_AT_ONCE = 200

type RecalledLine = { order_id: number; user_id: number; recall_id: number; product_id: number; started_by: number }

/**
 * Removes recalled goods from unpaid pre-orders, so that no payment is refused because of them; as with a withdrawal, the rest
 * becomes a pre-order of its own. Only for shoppers who are recorded as buyers of the recall: they are found by their pre-orders.
 * What a recall by lot leaves for sale stays. A pre-order that is being paid is left until its outcome. Returns how many were found.
 */
export async function removeRecalledGoods(context: Context): Promise<number> {
  const { rows } = await sql<RecalledLine>`
    SELECT orders.id AS order_id, orders.user_id, recall.id AS recall_id, recall.product_id, recall.started_by
    FROM recall JOIN recall_buyer buyer ON buyer.recall_id = recall.id
      JOIN customer_order orders ON orders.user_id = buyer.user_id AND orders.cancelled_at IS NULL
        AND orders.order_type = 'preorder' AND orders.status IN ('preorder_booked', 'preorder_delivered')
      JOIN order_line line ON line.order_id = orders.id AND line.product_id = recall.product_id
    WHERE recall.ended_at IS NULL AND NOT EXISTS (SELECT FROM recalled_lot WHERE recalled_lot.recall_id = recall.id) ORDER BY orders.id LIMIT ${MAX_AT_ONCE}`.execute(
    context.db,
  )
  for (const found of rows) await removeRecalledLine(context, found)
  return rows.length
}

const removeRecalledLine = (
  context: Context,
  { order_id: id, user_id: userId, recall_id, product_id, started_by }: RecalledLine,
) =>
  inTransaction(context.db, async trx => {
    const preorder = await lockPreorder(trx, { userId, orderId: id })
    if (!preorder || preorder.cancelled_at !== null) return
    const { status, eventId } = preorder
    if (status !== 'preorder_booked' && status !== 'preorder_delivered') return
    const rest = await trx
      .selectFrom('order_line')
      .select(({ fn }) => fn.sum<number | null>('total_cents').as('cents'))
      .where('order_id', '=', id)
      .where('product_id', '<>', product_id)
      .executeTakeFirstOrThrow()
    const at = context.now()
    const by = { actor: 'admin', userId: started_by, reason: `Recall ${recall_id}` } as const
    // A rest of 0 € can't be paid: it is cancelled with the others.
    const isSplit = (rest.cents ?? 0) > 0
    const restId = isSplit ? await splitOffRest(trx, { id, status, withdrawnIds: [product_id], at, by }) : undefined
    await cancelWithdrawn(trx, { id, eventId }, { status, restId, at, by })
  })

/** Takes recalled goods out of pre-orders periodically, until stopped. */
export const watchRecalledPreorders = (context: Context): RunningJob =>
  startPeriodicJob(context, {
    name: 'recalled pre-orders',
    work: () => removeRecalledGoods(context),
    everyMs: LOOK_EVERY_MS,
  })
