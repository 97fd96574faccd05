import type { ImportStock } from '#server/modules/catalogue/product-imports/apply-goods.ts'
import { savePurchasePrices, removePurchasePrices } from '#server/modules/catalogue/purchase-prices/save-prices.ts'
import { lockShelves, moveShelves, removeCounts } from './store-stock/shelves.ts'

/** How many moves are in one statement, which has a limited number of parameters. */
const MAX_MOVES = 1_000

/** What imports of products do with prices and shelves. */
export const IMPORT_STOCK: ImportStock = {
  savePurchasePrices,
  removePurchasePrices,
  lockShelves,
  async moveShelves(trx, { storeId, ...move }, moved) {
    for (let from = 0; from < moved.length; from += MAX_MOVES)
      await moveShelves(trx, { storeId, ...move }, moved.slice(from, from + MAX_MOVES))
  },
  removeMoves: removeCounts,
}
