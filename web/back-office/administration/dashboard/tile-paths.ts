import type { AdminHome, ShortStore } from '#contract/administration/dashboard.ts'
import { PATHS } from '#web/kit/paths.ts'

export const SHORT_LEVELS = ['out', 'low', 'negative'] as const
export type ShortLevel = (typeof SHORT_LEVELS)[number]

/** The stock list of one store, filtered by level. */
export const shortPath = (storeId: number, level: ShortLevel) =>
  `${PATHS.stock}?${new URLSearchParams({ store: String(storeId), level, offered: 'true' }).toString()}`

export const shortOf = ({ low, out, negative }: ShortStore) => low + out + negative

export const shortCount = ({ short_stores }: AdminHome) => short_stores.reduce((sum, store) => sum + shortOf(store), 0)

/** The list with the most shortages: out of stock before low stock. */
export function shortestPath({ short_stores: [first] }: AdminHome): string {
  if (!first) return PATHS.stock
  const level = SHORT_LEVELS.find(each => first[each] > 0)
  return level ? shortPath(first.id, level) : PATHS.stock
}

/** Pre-orders with a withdrawal to handle. */
export const WITHDRAWN_PATH = `${PATHS.preorders}?pick_up=withdrawn`

/** The waiting pre-orders; if any are past their last pickup day, those. */
export const preordersPath = ({ preorders: { overdue } }: AdminHome) =>
  `${PATHS.preorders}?pick_up=${overdue > 0 ? 'overdue' : 'waiting'}`

/**
 * The orders in error, of any age; without any, the order list, which begins with the payments and refunds that need attention.
 */
export const attentionPath = ({ attention: { in_error: inError } }: AdminHome) =>
  inError > 0 ? `${PATHS.orders}?status=error&days=all` : PATHS.orders
