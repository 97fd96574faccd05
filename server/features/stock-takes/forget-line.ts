import type { Context } from '#server/context.ts'
import { inRefusableTransaction } from '#server/http/refusable-transaction.ts'
import { refuse } from '#server/http/refusal.ts'
import { holdStockTake, isUnfinished } from './turn-stock-take.ts'

/** As if nobody had counted the product; counting it begins anew. */
export async function forgetLine({ db }: Context, { takeId, productId }: { takeId: number; productId: number }) {
  return inRefusableTransaction(db, async trx => {
    const take = await holdStockTake(trx, takeId)
    if (!take) return refuse('notFound')
    if (!isUnfinished(take.state)) return refuse('stockTake.closed')
    await trx
      .deleteFrom('stock_take_line')
      .where('stock_take_id', '=', takeId)
      .where('product_id', '=', productId)
      .execute()
    return {}
  })
}
