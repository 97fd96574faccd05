import type { Answer } from '#contract/endpoint.ts'
import type { Purchase, purchases } from '#contract/orders/receipts.ts'

export interface MonthOfPurchases {
  /** yyyy-mm */
  month: string
  /** Of the whole month, also of those that are not shown yet. */
  purchases: number
  total_amount: number
  items: Purchase[]
}

/** The pages of the list by months, the newest first; one that goes over two pages is one. */
export function monthsOf(pages: readonly Answer<typeof purchases.list>[]): MonthOfPurchases[] {
  const items = Map.groupBy(
    pages.flatMap(page => page.items),
    ({ month }) => month,
  )
  // What the newest page says of a month holds.
  const sums = new Map(pages.flatMap(page => page.months).map(sum => [sum.month, sum]))
  return [...items].map(([month, own]) => ({
    month,
    items: own,
    purchases: sums.get(month)?.purchases ?? own.length,
    total_amount: sums.get(month)?.total_amount ?? 0,
  }))
}
