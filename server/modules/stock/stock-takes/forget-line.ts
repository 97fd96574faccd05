import { quantityFromThousandths } from '#domain/quantity.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction } from '#server/platform/http/refusable-transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { recordChange, type Author } from '#server/platform/audit-log/record-change.ts'
import { holdStockTake, isUnfinished } from './turn-stock-take.ts'

type Forgotten = { takeId: number; productId: number; author: Author }

/** Removes the count of a product; counting it starts over. The audit log keeps what had been counted. */
export async function forgetLine({ db }: Context, { takeId, productId, author }: Forgotten) {
  return inRefusableTransaction(db, async trx => {
    const take = await holdStockTake(trx, takeId)
    if (!take) return refuse('notFound')
    if (!isUnfinished(take.state)) return refuse('stockTake.closed')
    const line = await trx
      .deleteFrom('stock_take_line')
      .where('stock_take_id', '=', takeId)
      .where('product_id', '=', productId)
      .returning('counted_thousandths')
      .executeTakeFirst()
    if (line) {
      const before = { counted: { [productId]: quantityFromThousandths(line.counted_thousandths) } }
      await recordChange(trx, { kind: 'stockTake', id: takeId, before, after: {}, author })
    }
    return {}
  })
}
