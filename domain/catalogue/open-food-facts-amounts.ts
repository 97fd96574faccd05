import { type Foreign, foreignText, type Reading } from './foreign-product.ts'

type Content = { quantity: number; unit: 'kg' | 'l' }

const UNITS: ReadonlyMap<string, { thousandths: number; unit: Content['unit'] }> = new Map([
  ['kg', { thousandths: 1000, unit: 'kg' }],
  ['g', { thousandths: 1, unit: 'kg' }],
  ['l', { thousandths: 1000, unit: 'l' }],
  ['dl', { thousandths: 100, unit: 'l' }],
  ['cl', { thousandths: 10, unit: 'l' }],
  ['ml', { thousandths: 1, unit: 'l' }],
])
const MOST_THOUSANDTHS = 1_000_000_000

/** "500 g", "0,5 l", "6 x 330 ml"; the sign of an average quantity may follow. */
const QUANTITY = /^(?:(\d{1,3})\s*[x×*]\s*)?(\d{1,6}(?:[.,]\d{1,3})?)\s*(kg|g|l|dl|cl|ml)\.?\s*[℮e]?$/i

const numberOf = (text: string) => Number(text.replace(',', '.'))

/** Undefined when it isn't a whole number of thousandths. */
function contentOf(pieces: number, size: number, unitText: string): Content | undefined {
  const unit = UNITS.get(unitText.toLowerCase())
  if (!unit) return undefined
  const exact = pieces * size * unit.thousandths
  const thousandths = Math.round(exact)
  if (Math.abs(exact - thousandths) > 1e-6 || thousandths < 1 || thousandths > MOST_THOUSANDTHS) return undefined
  return { quantity: thousandths / 1000, unit: unit.unit }
}

/** What a package contains in all, from the text on it: "2 x 60 g" is 0.12 kg. */
export function parseContent(text: string): Content | undefined {
  const [, pieces = '1', size, unit] = QUANTITY.exec(text.trim()) ?? []
  return size === undefined || unit === undefined ? undefined : contentOf(Number(pieces), numberOf(size), unit)
}

/** Their own reading, in grams or millilitres. */
function normalisedContent(product: Foreign): Content | undefined {
  const amount = product['product_quantity']
  const number = typeof amount === 'string' && /^\d{1,9}(?:\.\d+)?$/.test(amount) ? Number(amount) : amount
  const unit = foreignText(product, 'product_quantity_unit')
  return typeof number === 'number' && Number.isFinite(number) ? contentOf(1, number, unit) : undefined
}

/** Both readings agree, or one of them is all there is. */
export function offeredContent(product: Foreign): Reading<Content | null> {
  const text = foreignText(product, 'quantity').trim()
  const read = parseContent(text)
  const normalised = normalisedContent(product)
  if (read && normalised && (read.quantity !== normalised.quantity || read.unit !== normalised.unit))
    return { value: null, leftOut: [{ value: text, why: 'implausible' }] }
  const value = read ?? normalised ?? null
  return { value, leftOut: value === null && text !== '' ? [{ value: text, why: 'unknown' }] : [] }
}

/** Where it is more than the content: "6 × 33 cl". */
export function offeredNetQuantity(product: Foreign): string {
  const text = foreignText(product, 'quantity').trim()
  const [, pieces, size, unit] = QUANTITY.exec(text) ?? []
  const isMore = pieces !== undefined && Number(pieces) > 1 && parseContent(text) !== undefined
  return isMore ? `${Number(pieces)} × ${size} ${unit?.toLowerCase()}` : ''
}
