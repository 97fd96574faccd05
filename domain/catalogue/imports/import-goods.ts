import type { ProductRecord } from '#domain/catalogue/product-fields.ts'
import { isCount } from '#domain/catalogue/product-types.ts'
import {
  findPriceOn,
  parsePurchasePrice,
  type PurchasePrice,
  TEN_THOUSANDTHS_PER_EURO,
} from '#domain/catalogue/purchase-price.ts'
import type { FieldChange } from '#domain/field-changes.ts'
import { quantityFromThousandths, thousandthsFromQuantity } from '#domain/quantity.ts'
import type { ImportProblem } from './import-row.ts'

/** What an import records of a product outside of its form: its supplier's price, and what was counted in a store. */
export const GOODS_FIELDS = ['purchase_price', 'stock'] as const

export const isGoodsField = (field: string): boolean => GOODS_FIELDS.some(each => each === field)

/** The facts of a row: euros excluding VAT, and a counted quantity. */
export type ImportedGoods = { purchasePrice: number | undefined; stock: number | undefined }

/** What is recorded so far of the row's product. */
export type CurrentGoods = {
  /** Of the supplier that the product has after the import. */
  prices: readonly PurchasePrice[]
  /** In the store whose stock the file has; undefined: no store was chosen. */
  stockThousandths: number | undefined
}

type CodedProduct = Pick<ProductRecord, 'product_type' | 'product_code_type'>
type GoodsChanges = { changes: FieldChange[]; problems: ImportProblem[] }

/** What a row changes from `day` on; equal values change nothing. */
export function goodsChanges(
  imported: ImportedGoods,
  current: CurrentGoods,
  { form, day }: { form: CodedProduct; day: string },
): GoodsChanges {
  const parts = [
    imported.purchasePrice === undefined ? NO_CHANGES : priceChange(imported.purchasePrice, current.prices, day),
    imported.stock === undefined ? NO_CHANGES : stockChange(imported.stock, current.stockThousandths, form),
  ]
  return { changes: parts.flatMap(({ changes }) => changes), problems: parts.flatMap(({ problems }) => problems) }
}

const NO_CHANGES: GoodsChanges = { changes: [], problems: [] }
const toGoodsChanges = (field: string, from: number | null, to: number): GoodsChanges => ({
  changes: from === to ? [] : [{ field, from, to }],
  problems: [],
})
const toProblem = (field: string, problem: ImportProblem['problem'], value: number): GoodsChanges => ({
  changes: [],
  problems: [{ field, problem, value: String(value).slice(0, 100) }],
})

function priceChange(imported: number, prices: readonly PurchasePrice[], day: string): GoodsChanges {
  if (parsePurchasePrice(imported) === undefined) return toProblem('purchase_price', 'purchasePriceRange', imported)
  const now = findPriceOn(prices, day)
  const from = now ? now.priceTenThousandths / TEN_THOUSANDTHS_PER_EURO : null
  // Prices are added and removed, never changed: a second one from the same day would have to replace the first.
  if (from !== imported && now?.validFrom === day) return toProblem('purchase_price', 'pricedToday', imported)
  return toGoodsChanges('purchase_price', from, imported)
}

function stockChange(imported: number, thereThousandths: number | undefined, form: CodedProduct): GoodsChanges {
  if (thereThousandths === undefined) return toProblem('stock', 'noStore', imported)
  if (form.product_type !== 'standard') return toProblem('stock', 'notStocked', imported)
  if (!isCount(imported, 'bulk')) return toProblem('stock', 'stockRange', imported)
  if (!isCount(imported, form.product_code_type)) return toProblem('stock', 'wholePieces', imported)
  return toGoodsChanges('stock', quantityFromThousandths(thereThousandths), imported)
}

/** The quantity that a change of stock moves: what was sold since the file was checked stays sold. */
export const movedByChange = ({ from, to }: Pick<FieldChange, 'from' | 'to'>): number =>
  (thousandthsFromQuantity(Number(to)) ?? 0) - (thousandthsFromQuantity(Number(from)) ?? 0)
