import { type MoneyFormat, roundHalfAwayFromZero, wholeParts } from '#domain/money.ts'
import { THOUSANDTHS_PER_UNIT } from '#domain/quantity.ts'

/** Wholesale prices of a single piece have up to four decimals; whole cents would be off by up to half a cent a piece. */
export const TEN_THOUSANDTHS_PER_EURO = 10_000
const TEN_THOUSANDTHS_PER_CENT = 100
/** A higher price of one piece or kilogram is a typing error. */
const MAX_TEN_THOUSANDTHS = 100_000 * TEN_THOUSANDTHS_PER_EURO

export type PurchasePrice = {
  /** The day in Finland from which the price is in force: `2026-11-26`. */
  validFrom: string
  /** Excluding VAT, of a piece, kilogram or litre. */
  priceTenThousandths: number
}

/** Euros as ten-thousandths; undefined for more than four decimals, negative prices and those above 100,000 €. */
export function parsePurchasePrice(euros: number): number | undefined {
  const price = wholeParts(euros, TEN_THOUSANDTHS_PER_EURO)
  return price !== undefined && price >= 0 && price <= MAX_TEN_THOUSANDTHS ? price : undefined
}

/** The price of one supplier that is in force on a day, in any order of the prices; undefined before the first one. */
export function findPriceOn(prices: readonly PurchasePrice[], day: string): PurchasePrice | undefined {
  return prices
    .filter(({ validFrom }) => validFrom <= day)
    .reduce<PurchasePrice | undefined>(
      (newest, price) => (newest && newest.validFrom > price.validFrom ? newest : price),
      undefined,
    )
}

/** The cost of a quantity in cents, rounded once, half away from zero; negative for goods that came back. */
export function costCents(priceTenThousandths: number, quantityThousandths: number): number {
  return exactCostCents(BigInt(priceTenThousandths) * BigInt(quantityThousandths))
}

/** `costCents` for a sum of ten-thousandths of a euro times thousandths of a unit. */
export const exactCostCents = (sum: bigint): number =>
  roundHalfAwayFromZero(sum, TEN_THOUSANDTHS_PER_CENT * THOUSANDTHS_PER_UNIT)

const priceFormatters = new Map<string, Intl.NumberFormat>()
const DECIMAL_PLACES = { minimumFractionDigits: 2, maximumFractionDigits: 4 }

/** A price with two to four decimals, as many as it needs: `0,8345 €`, `2,50 €`. */
export function formatPurchasePrice(
  priceTenThousandths: number,
  { locale = 'fi-FI', currency = 'EUR' }: MoneyFormat = {},
): string {
  const key = `${locale} ${currency}`
  const formatter =
    priceFormatters.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency, ...DECIMAL_PLACES })
  priceFormatters.set(key, formatter)
  return formatter.format(priceTenThousandths / TEN_THOUSANDTHS_PER_EURO)
}
