import { sql } from 'kysely'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import { MAX_GROUP_NAME_LENGTH } from '#domain/catalogue/group-fields.ts'
import type { ImportChoices } from '#domain/catalogue/imports/import-choices.ts'
import type { CurrentGoods } from '#domain/catalogue/imports/import-goods.ts'
import type { ImportProblem } from '#domain/catalogue/imports/import-row.ts'
import { readNumber } from '#domain/catalogue/imports/sheet-cells.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import type { PurchasePrice } from '#domain/catalogue/purchase-price.ts'
import { comparisonKey } from '#domain/format/normalise-text.ts'
import { findVatClasses } from '#server/modules/catalogue/admin-products/queries.ts'
import { findGroupNames } from '#server/modules/catalogue/product-groups/queries.ts'
import { type LabelLayouts, readLayouts } from '#server/modules/catalogue/products/find-scale-label-layouts.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { importReason, UNDONE_SUFFIX } from './import-rows.ts'

/** The shop's names, the import's options and its counters: all that the rows of a file are checked with. */
export type ImportContext = {
  suppliers: ReadonlyMap<string, number[]>
  vatClasses: readonly { id: number; name: string; vat: number | null }[]
  stores: readonly { id: number; name: string }[]
  /** The store whose stock the file has. */
  stockIn: number | undefined
  /** The file's ids are the shop's: also a store may be named by its id. */
  hasOwnIds: boolean
  /** Today in the shop. */
  day: string
  /** How labels contain their weight or price. */
  layouts: LabelLayouts
  /** The supplier of new products whose rows name none. */
  defaultSupplierId: number | undefined
  /** The VAT class of new products whose rows name none. */
  defaultVatClassId: number | undefined
  /** Prices are without VAT: it is added. */
  netPrices: boolean
  /** The stores that offer a new product whose row names none. */
  offerIn: readonly number[]
  /** The spellings of suppliers to be added, by their plain form; undefined: none are added. */
  newSuppliers: Map<string, string> | undefined
  /** By each of their names in lower case. */
  groups: ReadonlyMap<string, number>
  /** The spellings of groups to be added, by their plain form. */
  newGroups: Map<string, string>
  /** The place in the shoppers' list of the next new product whose row names none: after all others. */
  nextPlace: () => number
}

const MAX_NAME_LENGTH = 100

export async function readImportContext(
  db: Db,
  {
    day,
    hasOwnIds,
    createSuppliers = false,
    defaultSupplierId,
    defaultVatClassId,
    netPrices = false,
    offerIn,
    stockIn,
  }: ImportChoices & { day: string; hasOwnIds: boolean },
): Promise<ImportContext> {
  const suppliers = new Map<string, number[]>()
  for (const { id, name } of await db.selectFrom('supplier').select(['id', 'name']).orderBy('id').execute())
    suppliers.set(comparisonKey(name), [...(suppliers.get(comparisonKey(name)) ?? []), id])
  const vatClasses = await findVatClasses(db, day)
  const stores = await db.selectFrom('store').select(['id', 'name']).orderBy('id').execute()
  const last = await db
    .selectFrom('product')
    .select('sort_order')
    .orderBy('sort_order', 'desc')
    .limit(1)
    .executeTakeFirst()
  const offered = offerIn === 'all' ? stores.map(({ id }) => id) : (offerIn ?? '').split(',').map(Number)
  return {
    suppliers,
    vatClasses,
    stores,
    stockIn: stores.find(({ id }) => id === stockIn)?.id,
    hasOwnIds,
    day,
    layouts: await readLayouts(db),
    defaultSupplierId: [...suppliers.values()].flat().find(id => id === defaultSupplierId),
    defaultVatClassId: vatClasses.find(({ id }) => id === defaultVatClassId)?.id,
    netPrices,
    // Leaves out a store that no longer exists: the dry run names the stores.
    offerIn: stores.map(({ id }) => id).filter(id => offered.includes(id)),
    newSuppliers: createSuppliers ? new Map() : undefined,
    groups: await findGroupNames(db),
    newGroups: new Map(),
    nextPlace: placesAfter(last?.sort_order ?? 0),
  }
}

/** As the form proposes them: in steps of ten, so that a product can be put in between. */
function placesAfter(last: number): () => number {
  let place = last
  return () => (place = Math.min(place + 10, PRODUCT_FIELDS.sort_order.max))
}

type NameMatch = { id: number } | { newName: string } | { problem: ImportProblem }
type ProductBefore = AdminProduct | undefined

/** Finds a supplier by its name. Among several with the name, the product keeps its own. */
export function findSupplier(name: string, before: ProductBefore, context: ImportContext): NameMatch {
  const plain = comparisonKey(name)
  const problem = (word: ImportProblem['problem']) => ({
    problem: { field: 'supplier_id', problem: word, value: name.slice(0, MAX_NAME_LENGTH) },
  })
  if (before && comparisonKey(before.supplier.name) === plain) return { id: before.supplier.id }
  const [id, ...others] = context.suppliers.get(plain) ?? []
  if (id !== undefined) return others.length > 0 ? problem('ambiguous') : { id }
  if (!context.newSuppliers) return problem('unknown')
  if (name.length > MAX_NAME_LENGTH) return { problem: { ...problem('tooLong').problem, count: MAX_NAME_LENGTH } }
  const spelling = context.newSuppliers.get(plain) ?? name
  context.newSuppliers.set(plain, spelling)
  return { newName: spelling }
}

/** Finds a group by its name in any language; one that is missing is added. */
export function findGroup(name: string, { groups, newGroups }: ImportContext): NameMatch {
  const plain = comparisonKey(name)
  const id = groups.get(plain)
  if (id !== undefined) return { id }
  const value = name.slice(0, MAX_NAME_LENGTH)
  if (name.length > MAX_GROUP_NAME_LENGTH)
    return { problem: { field: 'group_id', problem: 'tooLong', value, count: MAX_GROUP_NAME_LENGTH } }
  const spelling = newGroups.get(plain) ?? name
  newGroups.set(plain, spelling)
  return { newName: spelling }
}

/** The names under which the back office shows the initial VAT classes. */
const SHOWN_AS: Readonly<Record<string, readonly string[]>> = {
  food: ['elintarvikkeet', 'livsmedel'],
  general: ['yleinen', 'allmän'],
  periodicals: ['newspapers and magazines', 'lehdet', 'tidningar'],
  zero: ['no vat', 'veroton', 'momsfri'],
}

/** Finds a VAT class by its name or by today's rate: "13,5 %", 13.5, or 0.135 as a spreadsheet stores percentages. */
export function findVatClass(text: string | number, before: ProductBefore, { vatClasses }: ImportContext): NameMatch {
  const plain = comparisonKey(String(text))
  const matches =
    vatClasses.find(({ name }) => comparisonKey(name) === plain) ??
    vatClasses.find(({ name }) => SHOWN_AS[name]?.includes(plain))
  if (matches) return { id: matches.id }
  const rate = typeof text === 'number' ? text : rateIn(text)
  const problem = { field: 'vat_class_id', problem: 'unknown' as const, value: String(text).slice(0, MAX_NAME_LENGTH) }
  if (rate === null) return { problem }
  const isRate = (vat: number | null) =>
    vat !== null && (isNearlyEqual(vat, rate) || (rate < 1 && isNearlyEqual(vat, rate * 100)))
  const fitting = vatClasses.filter(({ vat }) => isRate(vat))
  const current = fitting.find(({ id }) => id === before?.vat_class_id)
  const [first, ...others] = current ? [current] : fitting
  if (!first) return { problem }
  return others.length > 0 ? { problem: { ...problem, problem: 'ambiguous' } } : { id: first.id }
}

/** The only number in a text: that of "ALV 13,5 %" or "25,5 % ALV". */
function rateIn(text: string): number | null {
  const [first, ...others] = new Set(text.match(/\d+(?:[.,]\d+)?/g))
  const read = others.length > 0 ? undefined : readNumber(first ?? null)
  return read && 'value' in read ? read.value : null
}

const isNearlyEqual = (a: number, b: number) => Math.abs(a - b) < 0.001

/** The last count or correction of a product in a store: a count in a file that is older is outdated. */
type StockRecount = { id: number; reason: string | null }

export async function findRecounts(
  db: Db,
  storeId: number,
  productIds: readonly number[],
): Promise<Map<number, StockRecount>> {
  const rows = await db
    .selectFrom('stock_move')
    .distinctOn('product_id')
    .select(['product_id', 'id', 'reason'])
    .where('store_id', '=', storeId)
    .where('product_id', '=', anyId(productIds))
    .where('kind', 'in', ['count', 'correction'])
    .orderBy('product_id')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(({ product_id, ...recount }) => [product_id, recount]))
}

/**
 * The last count or correction that was not reverted by undoing its import: undone imports leave two moves that cancel each
 * other.
 */
export async function findStandingRecounts(
  db: Db,
  storeId: number,
  productIds: readonly number[],
): Promise<Map<number, StockRecount>> {
  const { rows } = await sql<StockRecount & { product_id: number }>`
    SELECT DISTINCT ON (move.product_id) move.product_id, move.id, move.reason
    FROM stock_move AS move
    WHERE move.store_id = ${storeId} AND move.product_id = ${anyId(productIds)} AND move.kind IN ('count', 'correction')
      AND NOT (move.kind = 'correction' AND coalesce(move.reason LIKE ${`${importReason('%')}${UNDONE_SUFFIX}`}, false))
      AND NOT EXISTS (
        SELECT FROM stock_move AS undo
        WHERE undo.store_id = move.store_id AND undo.product_id = move.product_id AND undo.kind = 'correction'
          AND undo.reason = move.reason || ${UNDONE_SUFFIX} AND undo.id > move.id
      )
    ORDER BY move.product_id, move.id DESC`.execute(db)
  return new Map(rows.map(({ product_id, ...recount }) => [product_id, recount]))
}

async function findPrices(db: Db, productIds: readonly number[]) {
  const rows = await db.selectFrom('purchase_price').selectAll().where('product_id', '=', anyId(productIds)).execute()
  const prices = new Map<string, PurchasePrice[]>()
  for (const { product_id, supplier_id, valid_from, price_ten_thousandths } of rows) {
    const key = `${product_id} ${supplier_id}`
    const price = { validFrom: valid_from, priceTenThousandths: price_ten_thousandths }
    prices.set(key, [...(prices.get(key) ?? []), price])
  }
  return prices
}

async function findQuantities(db: Db, storeId: number, productIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('store_stock')
    .select(['product_id', 'quantity_thousandths'])
    .where('store_id', '=', storeId)
    .where('product_id', '=', anyId(productIds))
    .execute()
  return new Map(rows.map(row => [row.product_id, row.quantity_thousandths]))
}

/** The recorded stock and prices of some products: `storeId` is the store whose stock the file has. */
export async function readKnownGoods(db: Db, productIds: readonly number[], storeId: number | undefined) {
  const prices = await findPrices(db, productIds)
  const quantities = storeId === undefined ? undefined : await findQuantities(db, storeId, productIds)
  const recounts = storeId === undefined ? undefined : await findRecounts(db, storeId, productIds)
  return {
    /** `productId` undefined: a new product. `supplierId`: after the import; undefined if the import adds it. */
    getGoods: (productId: number | undefined, supplierId: number | undefined): CurrentGoods => ({
      prices: prices.get(`${productId} ${supplierId}`) ?? [],
      stockThousandths: quantities && (quantities.get(productId ?? 0) ?? 0),
    }),
    /** 0 before the first one. */
    getLastRecount: (productId: number | undefined): number => recounts?.get(productId ?? 0)?.id ?? 0,
  }
}

export type GoodsReader = Awaited<ReturnType<typeof readKnownGoods>>
