import { vatInGrossCents } from '#domain/catalogue/vat.ts'

/** One day at one terminal; the date (yyyy-mm-dd) is in the store's time zone. */
export type TerminalDay = { storeId: number; terminalId: number; date: string }

/** The number of that day's `receipts` on which the lines of one VAT rate have the same gross sum. */
export type SaleGroup = TerminalDay & { rateBasisPoints: number; grossCents: number; receipts: number }

/** The amounts of that day's refunds for one VAT rate, as computed for each refund. */
export type RefundGroup = TerminalDay & { rateBasisPoints: number; grossCents: number; vatCents: number }

/**
 * A movement of money. `sale` and `refund` belong to receipts. `taken` is for orders that no longer awaited payment, and
 * `returned` pays it back; neither is a sale. Amounts recorded by a person are kept apart from a terminal's.
 */
export type MoneyMove = TerminalDay & {
  kind: 'sale' | 'refund' | 'taken' | 'returned'
  toldBy: 'terminal' | 'person'
  count: number
  cents: number
}

/** Gross is sales less refunds; net and VAT are summed over the receipts and refunds. */
export type ClosingRate = {
  rateBasisPoints: number
  salesCents: number
  refundsCents: number
  grossCents: number
  vatCents: number
  netCents: number
}

export type ClosingSums = {
  sales: { count: number; cents: number }
  refunds: { count: number; cents: number }
  byRate: ClosingRate[]
  grossCents: number
  vatCents: number
  netCents: number
  /** Movements that the terminal reported: `sale` and `taken`, less `refund` and `returned`. */
  cardCents: number
  /** Payments less refunds that a person recorded. */
  otherCents: number
  /** The part of both that was taken without a sale and has not been returned. */
  clearingCents: number
}

export type Closing = TerminalDay & ClosingSums

export type BookedSums = {
  sales: readonly SaleGroup[]
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
    const known = days.get(key)
    if (known) return known
    const { storeId, terminalId, date } = day
    const begun = { storeId, terminalId, date, ...noSums() }
    days.set(key, begun)
    return begun
  }
  for (const { receipts, ...sale } of sales) {
    const vatCents = vatInGrossCents(sale.grossCents, sale.rateBasisPoints) * receipts
    addRate(dayClosing(sale), { ...sale, salesCents: sale.grossCents * receipts, refundsCents: 0, vatCents })
  }
  for (const refund of refunds) {
    const { grossCents, vatCents } = refund
    addRate(dayClosing(refund), { ...refund, salesCents: 0, refundsCents: grossCents, vatCents: 0 - vatCents })
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
    for (const kind of ['sales', 'refunds'] as const) {
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
  byRate: [],
  grossCents: 0,
  vatCents: 0,
  netCents: 0,
  cardCents: 0,
  otherCents: 0,
  clearingCents: 0,
})

export type RateShare = Pick<ClosingRate, 'rateBasisPoints' | 'salesCents' | 'refundsCents' | 'vatCents'>

function addRate(sums: ClosingSums, { rateBasisPoints, salesCents, refundsCents, vatCents }: RateShare): void {
  const grossCents = salesCents - refundsCents
  const share = { salesCents, refundsCents, grossCents, vatCents, netCents: grossCents - vatCents }
  let row = sums.byRate.find(each => each.rateBasisPoints === rateBasisPoints)
  if (!row) {
    row = { rateBasisPoints, salesCents: 0, refundsCents: 0, grossCents: 0, vatCents: 0, netCents: 0 }
    sums.byRate.push(row)
    sums.byRate.sort((a, b) => a.rateBasisPoints - b.rateBasisPoints)
  }
  for (const name of ['salesCents', 'refundsCents', 'grossCents', 'vatCents', 'netCents'] as const)
    row[name] += share[name]
  for (const name of ['grossCents', 'vatCents', 'netCents'] as const) sums[name] += share[name]
}

function addMove(sums: ClosingSums, { kind, toldBy, count, cents }: MoneyMove): void {
  const came = kind === 'sale' || kind === 'taken' ? cents : -cents
  sums[toldBy === 'terminal' ? 'cardCents' : 'otherCents'] += came
  if (kind === 'taken' || kind === 'returned') sums.clearingCents += came
  else {
    const row = sums[kind === 'sale' ? 'sales' : 'refunds']
    row.count += count
    row.cents += cents
  }
}
