import type { Closing as ShownClosing, ClosingMonth } from '#contract/payments/closings.ts'
import { eurosFromCents } from '#domain/money.ts'
import { type ClosingSums, sumClosings } from '#domain/payments/closing.ts'
import type { Context } from '#server/platform/context.ts'
import { type ClosingsFound, findClosings, type MonthQuery, type NamedClosing } from './find-closings.ts'

const toSumsResponse = (sums: ClosingSums) => ({
  sales: { count: sums.sales.count, amount: eurosFromCents(sums.sales.cents) },
  refunds: { count: sums.refunds.count, amount: eurosFromCents(sums.refunds.cents) },
  free_sums: { count: sums.freeSums.count, amount: eurosFromCents(sums.freeSums.cents) },
  vat_by_rate: sums.byRate.map(rate => ({
    vat: rate.rateBasisPoints / 100,
    sales: eurosFromCents(rate.salesCents),
    refunds: eurosFromCents(rate.refundsCents),
    free_sums: eurosFromCents(rate.freeSumsCents),
    gross: eurosFromCents(rate.grossCents),
    net: eurosFromCents(rate.netCents),
    tax: eurosFromCents(rate.vatCents),
  })),
  gross: eurosFromCents(sums.grossCents),
  net: eurosFromCents(sums.netCents),
  tax: eurosFromCents(sums.vatCents),
  card: eurosFromCents(sums.cardCents),
  other: eurosFromCents(sums.otherCents),
  clearing: eurosFromCents(sums.clearingCents),
})

const toClosingResponse = (closing: NamedClosing): ShownClosing => ({
  date: closing.date,
  store: closing.store,
  terminal: closing.terminal,
  has_ended: closing.isOver,
  ...toSumsResponse(closing),
  terminal_sum: closing.terminalSum,
  difference: closing.differenceCents === null ? null : eurosFromCents(closing.differenceCents),
  unknown_outcomes: closing.unclear,
})

/** The part of their card payments that apps reported. */
export const inAppCents = (closings: readonly NamedClosing[]): number =>
  sumClosings(closings.filter(({ terminal }) => terminal.method === 'phone')).cardCents

const toMonthResponse = (month: string, { closings, areTests, hidden }: ClosingsFound): ClosingMonth => ({
  month,
  is_test: areTests,
  hidden,
  closings: closings.length,
  ended: closings.filter(({ isOver }) => isOver).length,
  ...toSumsResponse(sumClosings(closings)),
  app: eurosFromCents(inAppCents(closings)),
  with_difference: closings.filter(({ differenceCents }) => differenceCents !== null && differenceCents !== 0).length,
  unknown_outcomes: closings.reduce((sum, { unclear }) => sum + unclear, 0),
})

const PAGE_SIZE = 50

type ClosingPageQuery = MonthQuery & {
  sort?: 'date' | '-date' | undefined
  page?: number | undefined
  size?: number | undefined
}

export async function findClosingPage(
  context: Context,
  { sort = '-date', page = 1, size = PAGE_SIZE, ...query }: ClosingPageQuery,
) {
  // A month has at most a few thousand rows of figures, even with many stores.
  const { closings: oldestFirst } = await findClosings(context, query)
  const closings = sort === 'date' ? oldestFirst : oldestFirst.toReversed()
  const items = closings.slice((page - 1) * size, page * size).map(toClosingResponse)
  return { items, total: closings.length }
}

export const getMonthResponse = async (context: Context, query: MonthQuery): Promise<ClosingMonth> =>
  toMonthResponse(query.month, await findClosings(context, query))
