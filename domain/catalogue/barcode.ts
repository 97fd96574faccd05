import { expandUpcE, hasValidCheckDigit, isPaddedGtin13, normaliseGtin } from './gtin.ts'
import { quantityOfLabels } from './scale-label-prices.ts'

export type ProductCodeType = 'standard' | 'bulk' | 'bulk_encoded_weight' | 'bulk_encoded_price'
export type MeasureKind = 'price' | 'weight'

/** How a 13-digit label encodes its weight or price: prefix, item digits, value digits, check digit. */
export type VariableMeasureLayout = {
  prefix: string
  kind: MeasureKind
  item_digits: number
  value_digits: number
  /** Decimals of the value, which is in kilograms or euros. */
  decimals: number
  /** Whether a digit between item and value checks the value. It is skipped, since the last digit checks everything. */
  internal_check: boolean
}

/** The Finnish convention (GS1 Finland): 20-22 price with 2, 1, 0 decimals; 23-25 weight in kg with 3, 2, 1. */
export const FINNISH_LAYOUTS: readonly VariableMeasureLayout[] = [
  { prefix: '20', kind: 'price', item_digits: 6, value_digits: 4, decimals: 2, internal_check: false },
  { prefix: '21', kind: 'price', item_digits: 6, value_digits: 4, decimals: 1, internal_check: false },
  { prefix: '22', kind: 'price', item_digits: 6, value_digits: 4, decimals: 0, internal_check: false },
  { prefix: '23', kind: 'weight', item_digits: 6, value_digits: 4, decimals: 3, internal_check: false },
  { prefix: '24', kind: 'weight', item_digits: 6, value_digits: 4, decimals: 2, internal_check: false },
  { prefix: '25', kind: 'weight', item_digits: 6, value_digits: 4, decimals: 1, internal_check: false },
]

type LabelLayouts = readonly VariableMeasureLayout[]

export type VariableMeasure = {
  kind: MeasureKind
  itemCode: string
  /** Thousandths of a kilogram for a weight, cents for a price. */
  value: number
}

export type ProductCodes = {
  ean13?: string | null
  eanCase?: string | null
  product_code?: string | null
  /** Each means one piece, as `ean13` does. */
  further_codes?: readonly string[] | null | undefined
  productCodeType: ProductCodeType
}

export type ScannableProduct = ProductCodes & {
  id: number
  unitsPerCase?: number | null
  priceCents: number
  /** Offered in the shopper's store. */
  available: boolean
}

type CatalogueEntry = {
  product: ScannableProduct
  quantityThousandths: number
}

/** Codes are looked up with the layouts that their keys were built with. */
export type ScanCatalogue = {
  entries: ReadonlyMap<string, CatalogueEntry>
  layouts: LabelLayouts
}

export type ScanResult =
  | { kind: 'product'; productId: number; quantityThousandths: number; amountCents?: number }
  | { kind: 'unknown'; code: string }
  | { kind: 'bad-check-digit'; code: string }
  | { kind: 'not-sold-here'; productId: number }

/** Whether a case has a code of 13 digits, which pieces usually have, and the piece has none: probably it is the piece's code. */
export const hasPieceCodeAsCase = (product: Omit<ProductCodes, 'productCodeType'>): boolean =>
  !product.ean13 &&
  !product.product_code &&
  !product.further_codes?.length &&
  normaliseGtin(product.eanCase ?? '')?.startsWith('0') === true

/** What is wrong with an EAN that an admin typed (13 or 14 digits), or undefined when it is valid. */
export function eanProblem(digits: string): 'length' | 'ean13' | 'ean14' | undefined {
  if (!/^\d{13,14}$/.test(digits)) return 'length'
  if (hasValidCheckDigit(digits)) return undefined
  return digits.length === 13 ? 'ean13' : 'ean14'
}

/** The item and value of a label in one of the layouts, or undefined for other codes. */
export function parseVariableMeasure(gtin14: string, layouts: LabelLayouts): VariableMeasure | undefined {
  const layout = gtin14.startsWith('0') ? layouts.find(each => each.prefix === gtin14.slice(1, 3)) : undefined
  if (!layout) return undefined
  const itemEnd = 3 + layout.item_digits
  const valueStart = itemEnd + (layout.internal_check ? 1 : 0)
  const digits = Number(gtin14.slice(valueStart, valueStart + layout.value_digits))
  const keptDecimals = layout.kind === 'weight' ? 3 : 2
  return {
    kind: layout.kind,
    itemCode: gtin14.slice(3, itemEnd),
    value: Math.round(digits * 10 ** (keptDecimals - layout.decimals)),
  }
}

/** The keys that must be unique over all products: 14 digits, or `weight:` / `price:` and the label's item digits. */
export function codeKeys(product: ProductCodes, layouts: LabelLayouts): string[] {
  return [...new Set([...unitKeys(product, layouts), ...caseKeys(product)])]
}

/** The keys to look up a scanned code by: its digits, and a label's item. */
export function scanKeys(code: string, layouts: LabelLayouts): string[] {
  const gtin14 = normaliseGtin(code)
  if (!gtin14) return []
  const measure = parseVariableMeasure(gtin14, layouts)
  return measure ? [gtin14, itemKey(measure)] : [gtin14]
}

/** Built once per product list, so that every scan is a look-up. */
export function buildScanCatalogue(
  products: readonly ScannableProduct[],
  layouts: LabelLayouts = FINNISH_LAYOUTS,
): ScanCatalogue {
  const entries = new Map<string, CatalogueEntry>()
  for (const product of products) {
    // Stored before such codes were recognised: whoever scans it has one piece.
    const isOnePiece = hasPieceCodeAsCase(product) && isPaddedGtin13(product.eanCase ?? '')
    const quantityThousandths = isOnePiece ? 1000 : Math.round((product.unitsPerCase ?? 1) * 1000)
    for (const key of caseKeys(product)) entries.set(key, { product, quantityThousandths })
  }
  // Unit codes are added last, so that a code used for a unit and a case means one unit.
  for (const product of products) {
    for (const key of unitKeys(product, layouts)) entries.set(key, { product, quantityThousandths: 1000 })
  }
  return { entries, layouts }
}

/**
 * Resolves a code, for basket, stock and admin search alike. Eight digits may be those of an EAN-8 or a UPC-E.
 * A weighed product's master label (value 0) resolves to the product with quantity 0.
 */
export function resolveScan(code: string, catalogue: ScanCatalogue): ScanResult {
  const result = resolveGtin(code, catalogue)
  const upcA = 'productId' in result ? undefined : expandUpcE(code)
  if (upcA === undefined) return result
  const expanded = resolveGtin(upcA, catalogue)
  return 'productId' in expanded || result.kind === 'bad-check-digit' ? expanded : result
}

function resolveGtin(code: string, { entries, layouts }: ScanCatalogue): ScanResult {
  const gtin14 = normaliseGtin(code)
  if (!gtin14) return { kind: 'unknown', code }
  if (!hasValidCheckDigit(gtin14)) return { kind: 'bad-check-digit', code }
  const measure = entries.has(gtin14) ? undefined : parseVariableMeasure(gtin14, layouts)
  const entry = entries.get(measure ? itemKey(measure) : gtin14)
  if (!entry) return { kind: 'unknown', code }
  const { id: productId, available, priceCents } = entry.product
  // An amount can't be converted to a quantity without a price.
  if (!available || (measure?.kind === 'price' && priceCents <= 0)) return { kind: 'not-sold-here', productId }
  if (!measure) return { kind: 'product', productId, quantityThousandths: entry.quantityThousandths }
  if (measure.kind === 'weight') return { kind: 'product', productId, quantityThousandths: measure.value }
  const quantityThousandths = quantityOfLabels([measure.value], priceCents)
  return { kind: 'product', productId, quantityThousandths, amountCents: measure.value }
}

function unitKeys(product: ProductCodes, layouts: LabelLayouts): string[] {
  const ownCode = normaliseGtin(product.product_code ?? '')
  const measure = ownCode ? parseVariableMeasure(ownCode, layouts) : undefined
  const isEncoded = measure && product.productCodeType === `bulk_encoded_${measure.kind}`
  const eans = [product.ean13 ?? '', ...(product.further_codes ?? [])].map(normaliseGtin)
  return [...eans, isEncoded ? itemKey(measure) : ownCode].filter(key => key !== undefined)
}

function caseKeys(product: ProductCodes): string[] {
  const key = normaliseGtin(product.eanCase ?? '')
  return key ? [key] : []
}

function itemKey({ kind, itemCode }: VariableMeasure): string {
  return `${kind}:${itemCode}`
}
