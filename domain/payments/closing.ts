import { vatInGrossCents } from '#domain/catalogue/vat.ts'

/** One day at one terminal; the date (yyyy-mm-dd) is in the store's time zone. */
export type TerminalDay = { storeId: number; terminalId: number; date: string }

/** The number of that day's `receipts` on which the lines of one VAT rate have the same gross sum. */
export type EqualSales = TerminalDay & { rateBasisPoints: number; grossCents: number; receipts: number }

/** The amounts of that day's refunds of one kind for one VAT rate, as computed for each refund. */
export type RefundGroup = TerminalDay & {
  rateBasisPoints: number
  grossCents: number
  vatCents: number
  isFreeSum: boolean
}

/**
 * A movement of money. `sale`, `refund` and `freeSum`, a refund without goods, belong to receipts. `taken` is for orders that no longer awaited payment, and
 * `returned` pays it back; neither is a sale. Amounts recorded by a person are kept apart from a terminal's.
 */
export type MoneyMove = TerminalDay & {
  kind: 'sale' | 'refund' | 'freeSum' | 'taken' | 'returned'
  reportedBy: 'terminal' | 'person'
  count: number
  cents: number
}

/** Gross is sales less refunds; net and VAT are summed over the receipts and refunds. Free sums are part of the refunds. */
export type ClosingRate = {
  rateBasisPoints: number
  salesCents: number
  refundsCents: number
  freeSumsCents: number
  freeSumsVatCents: number
  grossCents: number
  vatCents: number
  netCents: number
}

export type ClosingSums = {
  sales: { count: number; cents: number }
  refunds: { count: number; cents: number }
  /** The part of the refunds that are free sums. */
  freeSums: { count: number; cents: number }
  byRate: ClosingRate[]
  grossCents: number
  vatCents: number
  netCents: number
  /** Movements that the terminal reported: `sale` and `taken`, less `refund`, `freeSum` and `returned`. */
  cardCents: number
  /** Payments less refunds that a person recorded. */
  otherCents: number
  /** The part of both that was taken without a sale and has not been returned. */
  clearingCents: number
}

export type Closing = TerminalDay & ClosingSums

export type BookedSums = {
  sales: readonly EqualSales[]
  refunds: readonly RefundGroup[]
  moves: readonly MoneyMove[]
}

/**
 * One closing per day and terminal with any movement, sorted by date, store and terminal. The VAT of a rate is summed over
 * the receipts, so that closings, months and vouchers agree with the receipts to the cent.
 */
export function sumClosingDays({ sales, refunds, moves }: BookedSums): Closing[] {
  const days = new Map<string, Closing>()
  const dayClosing = (day: TerminalDay): Closing => {
    const key = `${day.date} ${day.storeId} ${day.terminalId}`
    const existing = days.get(key)
    if (existing) return existing
    const { storeId, terminalId, date } = day
    const started = { storeId, terminalId, date, ...noSums() }
    days.set(key, started)
    return started
  }
  for (const { receipts, ...sale } of sales) {
    const vatCents = vatInGrossCents(sale.grossCents, sale.rateBasisPoints) * receipts
    addRate(dayClosing(sale), { ...sale, salesCents: sale.grossCents * receipts, refundsCents: 0, vatCents })
  }
  for (const refund of refunds) {
    const { rateBasisPoints, grossCents, vatCents, isFreeSum } = refund
    addRate(dayClosing(refund), {
      rateBasisPoints,
      salesCents: 0,
      refundsCents: grossCents,
      vatCents: 0 - vatCents,
      ...(isFreeSum && { freeSumsCents: grossCents, freeSumsVatCents: vatCents }),
    })
  }
  for (const move of moves) addMove(dayClosing(move), move)
  return [...days.values()].toSorted(
    (a, b) => a.date.localeCompare(b.date) || a.storeId - b.storeId || a.terminalId - b.terminalId,
  )
}

/** The sum of several closings, such as those of a day, a store or a month. */
export function sumClosings(closings: readonly ClosingSums[]): ClosingSums {
  const sums = noSums()
  for (const closing of closings) {
    for (const rate of closing.byRate) addRate(sums, rate)
    for (const kind of ['sales', 'refunds', 'freeSums'] as const) {
      sums[kind].count += closing[kind].count
      sums[kind].cents += closing[kind].cents
    }
    sums.cardCents += closing.cardCents
    sums.otherCents += closing.otherCents
    sums.clearingCents += closing.clearingCents
  }
  return sums
}

/** The sum for each VAT rate, lowest first. */
export function sumRates(rates: readonly RateShare[]): ClosingRate[] {
  const sums = noSums()
  for (const rate of rates) addRate(sums, rate)
  return sums.byRate
}

const noSums = (): ClosingSums => ({
  sales: { count: 0, cents: 0 },
  refunds: { count: 0, cents: 0 },
  freeSums: { count: 0, cents: 0 },
  byRate: [],
  grossCents: 0,
  vatCents: 0,
  netCents: 0,
  cardCents: 0,
  otherCents: 0,
  clearingCents: 0,
})

export type RateShare = Pick<ClosingRate, 'rateBasisPoints' | 'salesCents' | 'refundsCents' | 'vatCents'> &
  Partial<Pick<ClosingRate, 'freeSumsCents' | 'freeSumsVatCents'>>

const RATE_SUMS = [
  'salesCents',
  'refundsCents',
  'freeSumsCents',
  'freeSumsVatCents',
  'grossCents',
  'vatCents',
  'netCents',
] as const
const NO_RATE_SUMS = Object.freeze({
  salesCents: 0,
  refundsCents: 0,
  freeSumsCents: 0,
  freeSumsVatCents: 0,
  grossCents: 0,
  vatCents: 0,
  netCents: 0,
})

function addRate(sums: ClosingSums, { rateBasisPoints, ...parts }: RateShare): void {
  const grossCents = parts.salesCents - parts.refundsCents
  const share = { ...NO_RATE_SUMS, ...parts, grossCents, netCents: grossCents - parts.vatCents }
  let row = sums.byRate.find(each => each.rateBasisPoints === rateBasisPoints)
  if (!row) {
    row = { rateBasisPoints, ...NO_RATE_SUMS }
    sums.byRate.push(row)
    sums.byRate.sort((a, b) => a.rateBasisPoints - b.rateBasisPoints)
  }
  for (const name of RATE_SUMS) row[name] += share[name]
  for (const name of ['grossCents', 'vatCents', 'netCents'] as const) sums[name] += share[name]
}

function addMove(sums: ClosingSums, { kind, reportedBy, count, cents }: MoneyMove): void {
  const income = kind === 'sale' || kind === 'taken' ? cents : -cents
  sums[reportedBy === 'terminal' ? 'cardCents' : 'otherCents'] += income
  if (kind === 'taken' || kind === 'returned') sums.clearingCents += income
  else {
    addTo(sums[kind === 'sale' ? 'sales' : 'refunds'], { count, cents })
    if (kind === 'freeSum') addTo(sums.freeSums, { count, cents })
  }
}

function addTo(sum: { count: number; cents: number }, { count, cents }: { count: number; cents: number }): void {
  sum.count += count
  sum.cents += cents
}
