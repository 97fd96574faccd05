/** Integer division that rounds half away from zero. Throws RangeError for a fraction, a zero divisor or an unsafe result. */
export function roundHalfAwayFromZero(numerator: bigint | number, denominator: bigint | number): number {
  const top = BigInt(numerator)
  const bottom = BigInt(denominator)
  const size = bottom < 0n ? -bottom : bottom
  const magnitude = ((top < 0n ? -top : top) * 2n + size) / (size * 2n)
  return safeNumber(top < 0n !== bottom < 0n ? -magnitude : magnitude)
}

/** Converts a bigint to a number. Throws RangeError beyond the safe integers, since a wrong amount is worse than none. */
export function safeNumber(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`Not a safe integer: ${value}`)
  return number
}

/** A decimal number as whole parts (100 for cents, 1000 for thousandths), or undefined when it is not one of those. */
export function wholeParts(value: number, partsPerUnit: number): number | undefined {
  const parts = Math.round(value * partsPerUnit)
  // Sums of decimals are off by a few last bits (0.1 + 0.2); those are tolerated.
  const tolerance = 4 * Number.EPSILON * Math.max(1, Math.abs(value))
  const isWhole = Number.isSafeInteger(parts) && Math.abs(value - parts / partsPerUnit) <= tolerance
  return isWhole ? parts + 0 : undefined // + 0 turns -0 into 0
}

/** Converts the API's euros to cents; undefined for more than two decimals, NaN, infinities and unsafe sizes. */
export function centsFromEuros(euros: number): number | undefined {
  return wholeParts(euros, 100)
}

export function eurosFromCents(cents: number): number {
  return cents / 100
}

export type MoneyFormat = {
  locale?: string
  currency?: string
}

const formatters = new Map<string, Intl.NumberFormat>()

/** Cents as text: `12,50 €` with a no-break space and U+2212 as minus in fi-FI. */
export function formatCents(cents: number, { locale = 'fi-FI', currency = 'EUR' }: MoneyFormat = {}): string {
  const key = `${locale} ${currency}`
  // Creating a formatter is much slower than using it, and lists show hundreds of prices.
  const formatter = formatters.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency })
  formatters.set(key, formatter)
  return formatter.format(cents / 100 + 0)
}
