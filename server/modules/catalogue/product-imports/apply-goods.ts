import { isGoodsField, movedByChange } from '#domain/catalogue/imports/import-goods.ts'
import type { ImportProblem } from '#domain/catalogue/imports/import-row.ts'
import type { FieldChange } from '#domain/field-changes.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { findRecounts, findStandingRecounts } from './import-context.ts'
import { readBatches, type RowResults, type StoredRow, UNDONE_SUFFIX } from './import-rows.ts'

/** `reason`: of the moves in the ledger; it names the import. */
export type GoodsContext = {
  trx: Trx
  importId: number
  storeId: number | null
  reason: string
  author: Author
  stock: ImportStock
}
type StaleRow = { row: number; problem: ImportProblem }

/** The changes of a product's own fields. */
export const formChanges = (changes: readonly FieldChange[]): FieldChange[] =>
  changes.filter(({ field }) => !isGoodsField(field))

/**
 * Records the purchase prices and the counted stock of the rows that were saved, all shelves at once and last: sales wait for
 * them. Returns the rows that can no longer be saved.
 */
export async function applyGoods(goods: GoodsContext): Promise<StaleRow[]> {
  const { trx, importId, author } = goods
  const stale: StaleRow[] = []
  const counted: CountedRow[] = []
  for await (const rows of readBatches(trx, importId, { results: TO_APPLY, outcome: 'applied' })) {
    counted.push(...countedIn(rows))
    const prices = await findPrices(trx, rows, author.at)
    const added = await goods.stock.savePurchasePrices(trx, prices, author)
    const priceRows = prices.filter(({ productId }) => !added.has(productId))
    stale.push(...priceRows.map(({ row }) => toStale(row, 'purchase_price', 'pricedToday')))
  }
  return [...stale, ...(await countShelves(goods, counted))]
}

const TO_APPLY: RowResults = ['new', 'changed']

const toStale = (row: number, field: string, problem: ImportProblem['problem']): StaleRow => ({
  row,
  problem: { field, problem },
})

/** The purchase prices in rows, of the supplier that each product has now. */
async function findPrices(trx: Trx, rows: readonly StoredRow[], at: Date): Promise<(DatedPrice & { row: number })[]> {
  const rowsWithSupplier = rows.flatMap(({ product_id, row_number, changes }) => {
    const price = changes.find(({ field }) => field === 'purchase_price')
    return price && product_id !== null ? [{ productId: product_id, row: row_number, price: Number(price.to) }] : []
  })
  if (rowsWithSupplier.length === 0) return []
  const products = await trx
    .selectFrom('product')
    .select(['id', 'supplier_id'])
    .where('id', '=', anyId(rowsWithSupplier.map(({ productId }) => productId)))
    .execute()
  const supplierByProduct = new Map(products.map(({ id, supplier_id }) => [id, supplier_id]))
  return rowsWithSupplier.flatMap(price => {
    const supplier_id = supplierByProduct.get(price.productId)
    return supplier_id === undefined ? [] : [{ ...price, supplier_id, valid_from: shopDate(at) }]
  })
}

type CountedRow = { row: number; productId: number; quantityThousandths: number; lastRecount: number | null }

/** The stock that rows move. */
const countedIn = (rows: readonly StoredRow[]): CountedRow[] =>
  rows.flatMap(({ row_number: row, product_id: productId, changes, last_recount_id: lastRecount }) => {
    const stock = changes.find(({ field }) => field === 'stock')
    return stock && productId !== null
      ? [{ row, productId, quantityThousandths: movedByChange(stock), lastRecount }]
      : []
  })

const getProductIds = (counted: readonly CountedRow[]) => counted.map(({ productId }) => productId)

/** What was sold or received since the check is in the ledger; a count or a correction since makes the file's count outdated. */
async function countShelves({ trx, storeId, reason, author, stock }: GoodsContext, counted: readonly CountedRow[]) {
  if (counted.length === 0) return []
  if (storeId === null) return counted.map(({ row }) => toStale(row, 'stock', 'noStore'))
  await stock.lockShelves(trx, storeId, getProductIds(counted))
  const recounts = await findRecounts(trx, storeId, getProductIds(counted))
  const stale = counted.filter(({ productId, lastRecount }) => (recounts.get(productId)?.id ?? 0) !== lastRecount)
  const move = { storeId, kind: 'count', reason, user_id: author.userId, created_at: author.at } as const
  if (stale.length === 0) await stock.moveShelves(trx, move, counted)
  return stale.map(({ row }) => toStale(row, 'stock', 'countedSince'))
}

/** Locks the shelves whose stock an import moved, in the order of sales. */
export async function lockCounted({ trx, importId, storeId, stock }: GoodsContext): Promise<void> {
  const ids: number[] = []
  for await (const rows of readBatches(trx, importId, { results: TO_APPLY, outcome: 'applied' }))
    ids.push(...getProductIds(countedIn(rows)))
  if (storeId !== null) await stock.lockShelves(trx, storeId, ids)
}

/** Removes the prices of rows that are being undone, before their products get their former supplier. */
export async function undoPrices(goods: GoodsContext & { appliedAt: Date }, rows: readonly StoredRow[]): Promise<void> {
  const { trx, author, stock, appliedAt } = goods
  await stock.removePurchasePrices(trx, await findPrices(trx, rows, appliedAt), author)
}

/**
 * Reverts the stock of rows that are being undone. A product that was counted or corrected since keeps its stock. Returns these
 * rows, with the problem to show.
 */
export async function undoStock(goods: GoodsContext, rows: readonly StoredRow[]): Promise<Map<number, ImportProblem>> {
  const { trx, storeId, reason, author, stock } = goods
  const counted = countedIn(rows)
  if (storeId === null || counted.length === 0) return new Map()
  const recounts = await findStandingRecounts(trx, storeId, getProductIds(counted))
  const isLast = ({ productId }: CountedRow) => recounts.get(productId)?.reason === reason
  const moved = counted
    .filter(isLast)
    .map(({ productId, quantityThousandths }) => ({ productId, quantityThousandths: -quantityThousandths }))
  const move = { storeId, kind: 'correction', reason: `${reason}${UNDONE_SUFFIX}` } as const
  await stock.moveShelves(trx, { ...move, user_id: author.userId, created_at: author.at }, moved)
  const staying = counted.filter(row => !isLast(row))
  return new Map(staying.map(({ row }) => [row, { field: 'stock', problem: 'stockStays' }]))
}

type DatedPrice = { productId: number; supplier_id: number; valid_from: string; price: number }
type GoodsMove = { storeId: number; kind: 'count' | 'correction'; reason: string; user_id: number; created_at: Date }

/**
 * The operations of the stock module in the transaction of an import. Passed in where routes are mounted, since catalogue may not
 * import stock.
 */
export type ImportStock = {
  /** Returns the products whose price was added: the others have one from the same day. */
  savePurchasePrices: (trx: Trx, prices: readonly DatedPrice[], author: Author) => Promise<ReadonlySet<number>>
  /** Removes prices that are still as they were added. */
  removePurchasePrices: (trx: Trx, prices: readonly DatedPrice[], author: Author) => Promise<void>
  /** Locks the shelves until the commit: sales of these products wait. */
  lockShelves: (trx: Trx, storeId: number, productIds: readonly number[]) => Promise<unknown>
  /** Of locked shelves. */
  moveShelves: (
    trx: Trx,
    move: GoodsMove,
    moved: readonly { productId: number; quantityThousandths: number }[],
  ) => Promise<void>
  /** Removes the ledger’s entries with this reason, of products that are removed with their shelves. */
  removeMoves: (trx: Trx, productIds: readonly number[], reason: string) => Promise<void>
}
