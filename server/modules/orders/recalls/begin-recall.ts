import { sql } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import { LANGUAGE_CODES } from '#contract/values.ts'
import { blockProduct, lockProduct } from '#server/modules/catalogue/products/block-product.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, isRefusal, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { informBuyers } from './inform-buyers.ts'
import { findRecalledLots } from './recall-buyers.ts'

type BeginInput = Input<typeof contract.adminRecalls.begin, 'body'>

/**
 * Recalls a product, or lots of it. Its buyers are found after the commit, since an order that is at a terminal now may still be paid: its
 * shopper is then a buyer.
 */
export async function beginRecall(context: Context, input: BeginInput, author: Author) {
  const started = await writeRecall(context, input, author)
  if (isRefusal(started)) return started
  // Not left to the periodic job, so that the page shows the buyers at once; if this fails, the job does it.
  await informBuyers(context, started.id).catch((error: unknown) =>
    context.log.warn({ err: error, recall: started.id }, 'buyers of a recall were not found yet'),
  )
  return started
}

/** Blocks the product everywhere, or the named lots of it, in one transaction. */
const writeRecall = (context: Context, input: BeginInput, author: Author) =>
  inRefusableTransaction(context.db, async trx => {
    const problems = findProblems(input)
    if (problems.length > 0) return refuse('form.invalid', { problems })
    const product = await lockProduct(trx, input.product_id)
    if (!product) return refuse('notFound')
    if (product.recalled_at !== null) return refuse('record.inUse')
    const { reasons, recalled_lots: requested = [], ...rest } = input
    const lots = [...new Set(requested)].toSorted()
    if ((await findRecalledLots(trx, { productId: product.id, lots })).length > 0) return refuse('record.inUse')
    await (lots.length > 0 ? bumpCatalogue(trx, 'all') : blockProduct(trx, product.id, { isBlocked: true }))
    const shown = lots.length > 0 ? lots.join(', ') : input.lots
    const { id } = await trx
      .insertInto('recall')
      .values({
        ...rest,
        lots: shown,
        reasons: JSON.stringify(reasons),
        started_by: author.userId,
        started_at: lots.length > 0 ? sql<Date>`clock_timestamp()` : blockedAt(product.id),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (lots.length > 0)
      await trx
        .insertInto('recalled_lot')
        .values(lots.map(lot => ({ recall_id: id, lot })))
        .execute()
    await recordChange(trx, {
      kind: 'recall',
      id,
      before: null,
      after: { ...toAuditFields({ ...input, lots: shown }), ended: false },
      author,
    })
    return { id }
  })

/** Not through JavaScript, whose times are less precise. */
const blockedAt = (productId: number) => sql<Date>`(SELECT recalled_at FROM product WHERE id = ${productId})`

/** For the audit log, which names a recall by its product. */
const toAuditFields = ({ reasons, lots, sold_from, sold_until }: BeginInput) => ({
  reasons,
  lots,
  sold_from,
  sold_until,
})

function findProblems({ reasons, sold_from: from, sold_until: until }: BeginInput) {
  const isSaid = LANGUAGE_CODES.some(code => reasons[code].trim() !== '')
  const isInOrder = from === null || until === null || from <= until
  return [
    ...(isSaid ? [] : [{ field: 'reasons.fi', problem: 'missing' }]),
    ...(isInOrder ? [] : [{ field: 'sold_until', problem: 'beforeStart' }]),
  ]
}

/** Allows the product or its lots to be sold again; its buyers stay, and see the notice until they confirm it. */
export const endRecall = (context: Context, recallId: number, author: Author) =>
  inRefusableTransaction(context.db, async trx => {
    const recall = await lockRecall(trx, recallId)
    if (!recall) return refuse('notFound')
    if (recall.ended_at !== null) return refuse('record.changed')
    await lockProduct(trx, recall.product_id)
    await (recall.is_by_lot ? bumpCatalogue(trx, 'all') : blockProduct(trx, recall.product_id, { isBlocked: false }))
    await trx
      .updateTable('recall')
      .set({ ended_at: sql<Date>`clock_timestamp()`, ended_by: author.userId })
      .where('id', '=', recallId)
      .execute()
    const change = { before: { ended: false }, after: { ended: true } }
    await recordChange(trx, { kind: 'recall', id: recallId, ...change, author })
    return { id: recallId }
  })

const lockRecall = (trx: Trx, id: number) =>
  trx
    .selectFrom('recall')
    .select(['product_id', 'ended_at'])
    .select(sql<boolean>`EXISTS (SELECT FROM recalled_lot WHERE recall_id = recall.id)`.as('is_by_lot'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
