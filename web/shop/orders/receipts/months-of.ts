import type { Answer } from '#contract/endpoint.ts'
import type { Purchase, purchases } from '#contract/orders/receipts.ts'

export type MonthOfPurchases = {
  /** yyyy-mm */
  month: string
  /** Of the whole month, including those not shown yet. */
  purchases: number
  total_amount: number
  items: Purchase[]
}

/** The list's pages grouped by month, newest first; a month that spans two pages is one group. */
export function monthsOf(pages: readonly Answer<typeof purchases.list>[]): MonthOfPurchases[] {
  const items = Map.groupBy(
    pages.flatMap(page => page.items),
    ({ month }) => month,
  )
  // The newest page's sums take precedence.
  const sums = new Map(pages.flatMap(page => page.months).map(sum => [sum.month, sum]))
  return [...items].map(([month, own]) => ({
    month,
    items: own,
    purchases: sums.get(month)?.purchases ?? own.length,
    total_amount: sums.get(month)?.total_amount ?? 0,
  }))
}
