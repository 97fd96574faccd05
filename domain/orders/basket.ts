import type { ProductCodeType } from '#domain/catalogue/barcode.ts'
import { type Lot, lotKey, parseLotKey } from '#domain/catalogue/lot.ts'
import type { JudgedProduct } from '#domain/catalogue/markdown.ts'
import { wholeParts } from '#domain/money.ts'
import { MAX_LABEL_EUROS, MAX_QUANTITY } from './order-limits.ts'

export type BasketEntry = {
  readonly quantity: number
  /** Euros, one per scanned price label; charged exactly. */
  readonly amounts?: readonly number[]
}

/** By product id, and the lot if the package names one: see `basketKey`. As stored in local storage. */
export type Basket = Readonly<Record<string, BasketEntry>>

export type BasketProduct = JudgedProduct & {
  id: number
  name: string
  rateBasisPoints: number
  productCodeType: ProductCodeType
}

/** The product fields that a change needs. */
export type CountedProduct = Pick<BasketProduct, 'id' | 'productCodeType'>

export type BasketRefusal =
  /** The id is not in the product list. */
  | 'no-such-product'
  /** Not a quantity or amount above 0, or more than a line can hold. */
  | 'invalid-quantity'
  /** Weighed goods have a label, so they can't be counted up or down. */
  | 'label-needed'

export type BasketChange = { ok: true; basket: Basket } | { ok: false; reason: BasketRefusal }

export type BasketAddition = {
  quantity: number
  /** The label's amount; required and used only for goods whose label encodes a price. */
  amountEuros?: number | undefined
  /** That the package names; packages of other lots are other lines. */
  lot?: Lot | undefined
}

export type StoreChange = {
  storedStoreId: number | null | undefined
  activeStoreId: number | null | undefined
  /** Set when the basket lists every product. */
  allProducts?: readonly { id: number }[] | undefined
}

export const EMPTY_BASKET: Basket = Object.freeze({})

/** The key of a line: the product's id, and `/` with the lot that its packages name. */
export function basketKey(productId: number, lot?: Lot): string {
  const suffix = lotKey(lot)
  return suffix ? `${productId}/${suffix}` : String(productId)
}

/** Parses a line's key; undefined if it is no key. */
export function parseBasketKey(key: string): { productId: number; lot: Lot | undefined } | undefined {
  const [, id, suffix = ''] = /^([1-9]\d{0,15})(\/.*)?$/.exec(key) ?? []
  const lot = parseLotKey(suffix.slice(1))
  return id && (lot || !suffix) ? { productId: Number(id), lot } : undefined
}

/** Weighed goods have a label with their quantity or price: they are scanned, never counted. */
export function isWeighed({ productCodeType }: Pick<BasketProduct, 'productCodeType'>): boolean {
  return productCodeType === 'bulk_encoded_weight' || productCodeType === 'bulk_encoded_price'
}

/** Adds one piece. Pass the look-up's result: undefined is refused with no-such-product. */
export function addOne(basket: Basket, product: CountedProduct | undefined, lot?: Lot): BasketChange {
  return product && isWeighed(product)
    ? refuseChange('label-needed')
    : addQuantity(basket, product, { quantity: 1, lot })
}

/** Removes one piece, never below 0; the entry stays at 0 until it is removed. */
export function removeOne(basket: Basket, product: CountedProduct | undefined, lot?: Lot): BasketChange {
  if (!product) return refuseChange('no-such-product')
  if (isWeighed(product)) return refuseChange('label-needed')
  const key = basketKey(product.id, lot)
  const entry = basket[key]
  if (!entry) return { ok: true, basket }
  return putEntry(basket, key, { quantity: Math.max(0, toSummedQuantity(product, entry.quantity - 1)) })
}

/** Removes a line by its key, or all lines of a product by its id. */
export function removeItem(basket: Basket, key: number | string): Basket {
  const isRemoved = (each: string) => (typeof key === 'number' ? parseBasketKey(each)?.productId === key : each === key)
  return Object.fromEntries(Object.entries(basket).filter(([each]) => !isRemoved(each)))
}

/** Sums of bulk goods are rounded to 3 decimals; other quantities are added without rounding. */
export function addQuantity(
  basket: Basket,
  product: CountedProduct | undefined,
  addition: number | BasketAddition,
): BasketChange {
  if (!product) return refuseChange('no-such-product')
  const { quantity, amountEuros, lot }: BasketAddition =
    typeof addition === 'number' ? { quantity: addition } : addition
  const key = basketKey(product.id, lot)
  const entry = basket[key]
  const sum = toSummedQuantity(product, (entry?.quantity ?? 0) + quantity)
  if (!(quantity > 0) || sum > MAX_QUANTITY) return refuseChange('invalid-quantity')
  if (product.productCodeType !== 'bulk_encoded_price') return putEntry(basket, key, { quantity: sum })
  if (amountEuros === undefined) return refuseChange('label-needed')
  if (!isAmount(amountEuros)) return refuseChange('invalid-quantity')
  return putEntry(basket, key, { quantity: sum, amounts: [...(entry?.amounts ?? []), amountEuros] })
}

/** Empties the basket; a basket that lists all products keeps them with quantity 0. */
export function clearBasket(basket: Basket, { allProducts = false } = {}): Basket {
  return allProducts ? resetQuantities(basket) : EMPTY_BASKET
}

export function resetQuantities(basket: Basket): Basket {
  return Object.fromEntries(Object.keys(basket).map(id => [id, { quantity: 0 }]))
}

/** Lists every product: those in the basket unchanged, the others with quantity 0. */
export function withAllProducts(products: readonly { id: number }[], basket: Basket = EMPTY_BASKET): Basket {
  return Object.fromEntries(products.map(({ id }) => [id, basket[id] ?? { quantity: 0 }]))
}

/** A change of store starts a new basket. Nothing happens while the active store is unknown. */
export function onStoreChange(
  basket: Basket,
  { storedStoreId, activeStoreId, allProducts }: StoreChange,
): { basket: Basket; storedStoreId: number | null; changed: boolean } {
  if (activeStoreId == null || activeStoreId === storedStoreId) {
    return { basket, storedStoreId: storedStoreId ?? null, changed: false }
  }
  return { basket: withAllProducts(allProducts ?? []), storedStoreId: activeStoreId, changed: true }
}

/** Whether the basket has no entries; entries at 0 count as entries. */
export function isEmpty(basket: Basket): boolean {
  return Object.keys(basket).length === 0
}

export function hasQuantity(basket: Basket): boolean {
  return Object.values(basket).some(({ quantity }) => quantity > 0)
}

export type ParsedBasket = {
  basket: Basket
  /** The keys of invalid entries; 'all' when nothing could be read. */
  unreadable: 'all' | readonly string[]
}

/** Parses the basket from local storage. Invalid entries are left out, so that they can't lock the shopper out. */
export function parseBasket(json: string | null): ParsedBasket {
  const stored = parseObject(json)
  if (!stored) return { basket: EMPTY_BASKET, unreadable: 'all' }
  const basket = Object.fromEntries(Object.entries(stored).flatMap(([id, value]) => storedEntry(id, value)))
  return { basket, unreadable: Object.keys(stored).filter(id => !Object.hasOwn(basket, id)) }
}

function storedEntry(id: string, value: unknown): [string, BasketEntry][] {
  if (!parseBasketKey(id) || typeof value !== 'object' || value === null || !('quantity' in value)) return []
  const { quantity } = value
  if (typeof quantity !== 'number' || !isStoredQuantity(quantity)) return []
  if (!('amounts' in value)) return [[id, { quantity }]]
  const amounts: unknown = value.amounts
  return Array.isArray(amounts) && amounts.every(isAmount) ? [[id, { quantity, amounts }]] : []
}

function parseObject(json: string | null): object | undefined {
  try {
    const stored: unknown = JSON.parse(json ?? '{}')
    return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

/** Orders accept no fractions of thousandths. */
const isStoredQuantity = (quantity: number): boolean =>
  quantity >= 0 && quantity <= MAX_QUANTITY && wholeParts(quantity, 1000) !== undefined

/** A valid label amount: euros above 0 with at most two decimals. */
function isAmount(amount: unknown): amount is number {
  return typeof amount === 'number' && amount > 0 && amount <= MAX_LABEL_EUROS && wholeParts(amount, 100) !== undefined
}

function toSummedQuantity({ productCodeType }: CountedProduct, quantity: number): number {
  return productCodeType === 'standard' ? quantity : Math.round(quantity * 1000) / 1000
}

function putEntry(basket: Basket, key: string, entry: BasketEntry): BasketChange {
  return { ok: true, basket: { ...basket, [key]: entry } }
}

function refuseChange(reason: BasketRefusal): BasketChange {
  return { ok: false, reason }
}
