import { vatInGrossCents, type VatTotals, type VatLine } from '#domain/catalogue/vat.ts'
import { safeNumber } from '#domain/money.ts'

/** A line of an order, with the ids that sums are grouped by. */
export type OrderedLine = VatLine & { orderId: number; productId: number }
export type TaxedLine = VatLine & { vatCents: number }

/**
 * The lines with their shares of the VAT. An order's VAT is rounded once per rate, as on its receipt, and distributed over
 * the lines of that rate: each line gets its own VAT rounded down, and the remaining cents go to the lines with the largest
 * fractions. So sums of lines, however grouped, equal the sums of the orders to the cent, and no line is off by a whole cent.
 */
export function withVatShares<Line extends OrderedLine>(lines: readonly Line[]): (Line & TaxedLine)[] {
  const parts = Map.groupBy(lines, ({ orderId, rateBasisPoints }) => `${orderId} ${rateBasisPoints}`)
  return [...parts.values()].flatMap(shareOut)
}

/** The lines of one order and rate. */
function shareOut<Line extends OrderedLine>(lines: readonly Line[]): (Line & TaxedLine)[] {
  const shares = lines.map(line => ({ line, ...exactVat(line) }))
  const gross = safeNumber(shares.reduce((sum, { line }) => sum + BigInt(line.totalCents), 0n))
  const rate = lines[0]?.rateBasisPoints ?? 0
  const whole = shares.reduce((sum, { cents }) => sum + cents, 0n)
  const remainder = vatInGrossCents(gross, rate) - safeNumber(whole)
  return shares
    .toSorted((a, b) => Number(b.broken - a.broken) || a.line.productId - b.line.productId)
    .map(({ line, cents }, index) => ({ ...line, vatCents: safeNumber(cents) + (index < remainder ? 1 : 0) }))
}

/** A line's VAT as whole cents and a fraction, in parts of 10,000 plus the rate. Lines are never negative. */
function exactVat({ totalCents, rateBasisPoints }: VatLine) {
  const parts = BigInt(totalCents) * BigInt(rateBasisPoints)
  const whole = 10_000n + BigInt(rateBasisPoints)
  return { cents: parts / whole, broken: parts % whole }
}

/** The sums of lines of any orders; lowest rate first. */
export function sumLines(lines: readonly TaxedLine[]): VatTotals {
  const byRate = [...Map.groupBy(lines, ({ rateBasisPoints }) => rateBasisPoints)]
    .toSorted(([rateA], [rateB]) => rateA - rateB)
    .map(([rateBasisPoints, some]) => ({ rateBasisPoints, ...addUp(some) }))
  return { ...addUp(lines), byRate }
}

function addUp(lines: readonly TaxedLine[]) {
  const grossCents = safeNumber(lines.reduce((cents, line) => cents + BigInt(line.totalCents), 0n))
  const vatCents = safeNumber(lines.reduce((cents, line) => cents + BigInt(line.vatCents), 0n))
  return { grossCents, vatCents, netCents: grossCents - vatCents }
}
