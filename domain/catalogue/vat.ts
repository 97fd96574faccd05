import { roundHalfAwayFromZero, safeNumber } from '#domain/money.ts'

const BASIS_POINTS_PER_WHOLE = 10_000n

export type PricedQuantity = {
  unitPriceCents: number
  quantityThousandths: number
  /** The amounts of the line's price labels: charged exactly, instead of price × quantity. */
  amountsCents?: readonly number[] | undefined
}

export type VatLine = {
  totalCents: number
  rateBasisPoints: number
}

export type VatOfRate = {
  rateBasisPoints: number
  grossCents: number
  vatCents: number
  netCents: number
}

export type VatTotals = {
  grossCents: number
  netCents: number
  vatCents: number
  byRate: VatOfRate[]
}

/** The line's gross amount: the sum of its labels when it has any, else price × quantity rounded to the cent. */
export function lineTotalCents({ unitPriceCents, quantityThousandths, amountsCents }: PricedQuantity): number {
  if (amountsCents?.length) return sumCents(amountsCents)
  return roundHalfAwayFromZero(BigInt(unitPriceCents) * BigInt(quantityThousandths), 1000n)
}

/** The VAT inside a gross amount, rounded half away from zero. */
export function vatInGrossCents(grossCents: number, rateBasisPoints: number): number {
  const rate = BigInt(rateBasisPoints)
  return roundHalfAwayFromZero(BigInt(grossCents) * rate, BASIS_POINTS_PER_WHOLE + rate)
}

/** One row per VAT rate, lowest first; the VAT is computed once on the rate's gross sum, not per line. */
export function vatBreakdown(lines: readonly VatLine[]): VatOfRate[] {
  const grossByRate = new Map<number, bigint>()
  for (const { rateBasisPoints, totalCents } of lines) {
    grossByRate.set(rateBasisPoints, (grossByRate.get(rateBasisPoints) ?? 0n) + BigInt(totalCents))
  }
  return [...grossByRate]
    .toSorted(([rateA], [rateB]) => rateA - rateB)
    .map(([rateBasisPoints, gross]) => {
      const grossCents = safeNumber(gross)
      const vatCents = vatInGrossCents(grossCents, rateBasisPoints)
      return { rateBasisPoints, grossCents, vatCents, netCents: grossCents - vatCents }
    })
}

/** The totals for checkout, receipts and all reports, computed from the same rows so that they agree to the cent. */
export function vatTotals(lines: readonly VatLine[]): VatTotals {
  const byRate = vatBreakdown(lines)
  return {
    grossCents: sumCents(byRate.map(row => row.grossCents)),
    netCents: sumCents(byRate.map(row => row.netCents)),
    vatCents: sumCents(byRate.map(row => row.vatCents)),
    byRate,
  }
}

/** A unit price without its VAT, only for display; it is never summed. */
export function netUnitPriceCents(priceCents: number, rateBasisPoints: number): number {
  return priceCents - vatInGrossCents(priceCents, rateBasisPoints)
}

function sumCents(amountsCents: readonly number[]): number {
  return safeNumber(amountsCents.reduce((sum, cents) => sum + BigInt(cents), 0n))
}
