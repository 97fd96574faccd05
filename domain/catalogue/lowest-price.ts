/** A moment (ms) from which a product had a regular price, until the next one. */
export type PriceChange = { from: number; cents: number }
/** A lower price between two moments; `until` is the first one without it. */
export type CampaignPrice = { from: number; until: number; cents: number }

type PriceHistory = {
  /** In the order in which they were made. */
  changes: readonly PriceChange[]
  campaigns: readonly CampaignPrice[]
}
type PriceSpan = { start: number; end: number }

/** The lowest price that was in force at any moment of a span, whose end is not part of it; null: there was none. */
export function lowestPriceIn({ changes, campaigns }: PriceHistory, { start, end }: PriceSpan): number | null {
  const ordered = changes.toSorted((a, b) => a.from - b.from)
  const regular = ordered.map(({ from, cents }, at) => ({ from, cents, until: ordered[at + 1]?.from ?? Infinity }))
  const inForce = [...regular, ...campaigns].filter(
    ({ from, until }) => from < until && from < end && until > start && start < end,
  )
  return inForce.length === 0 ? null : Math.min(...inForce.map(({ cents }) => cents))
}

/**
 * Whether a price may be announced as a reduction: only below the lowest price of the 30 days before (directive 98/6/EC, article
 * 6a; Court of Justice, C-330/23). Food that perishes quickly is excepted.
 */
export const isReduction = (
  cents: number,
  { lowestCents, isPerishable }: { lowestCents: number | null; isPerishable: boolean },
): boolean => isPerishable || (lowestCents !== null && cents < lowestCents)
