import { vatInGrossCents } from '#domain/vat.ts'

/** One day at one terminal; the date (yyyy-mm-dd) is the store's own. */
export type TerminalDay = { storeId: number; terminalId: number; date: string }

/** `receipts` of that day on which the lines of one VAT rate make the same gross sum. */
export type SaleGroup = TerminalDay & { rateBasisPoints: number; grossCents: number; receipts: number }

/** What the refunds of that day took off one VAT rate, as each of them was counted. */
export type RefundGroup = TerminalDay & { rateBasisPoints: number; grossCents: number; vatCents: number }

/**
 * Money that moved. `sale` and `refund` are of receipts. `taken` is of orders that no longer waited for it, `returned` gives
 * that back: neither is a sale. A person's word counts apart from a terminal's.
 */
export type MoneyMove = TerminalDay & {
  kind: 'sale' | 'refund' | 'taken' | 'returned'
  toldBy: 'terminal' | 'person'
  count: number
  cents: number
}

/** Gross is sales less refunds; net and VAT are the sums of those of each receipt and refund. */
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
  /** What went over the card terminal by its own word: sales and what was taken, less refunds and what was returned. */
  cardCents: number
  /** What was paid, less what was given back, by a person's word. */
  otherCents: number
  /** Of both: what was taken for no sale and has not been returned. */
  clearingCents: number
}

export type Closing = TerminalDay & ClosingSums

export type Booked = {
  sales: readonly SaleGroup[]
  refunds: readonly RefundGroup[]
  moves: readonly MoneyMove[]
}

/**
 * One closing per day and terminal at which anything moved, by date, store and terminal. The VAT of a rate is the sum of the
 * VAT on each receipt, so that closings, months and vouchers are to the cent what the receipts say.
 */
export function closingsOf({ sales, refunds, moves }: Booked): Closing[] {
  const days = new Map<string, Closing>()
  const dayOf = (day: TerminalDay): Closing => {
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
    addRate(dayOf(sale), { ...sale, salesCents: sale.grossCents * receipts, refundsCents: 0, vatCents })
  }
  for (const refund of refunds) {
    const { grossCents, vatCents } = refund
    addRate(dayOf(refund), { ...refund, salesCents: 0, refundsCents: grossCents, vatCents: 0 - vatCents })
  }
  for (const move of moves) addMove(dayOf(move), move)
  return [...days.values()].toSorted(
    (a, b) => a.date.localeCompare(b.date) || a.storeId - b.storeId || a.terminalId - b.terminalId,
  )
}

/** Many closings as one: of a day, a store, a month. */
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

type RateShare = Pick<ClosingRate, 'rateBasisPoints' | 'salesCents' | 'refundsCents' | 'vatCents'>

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
