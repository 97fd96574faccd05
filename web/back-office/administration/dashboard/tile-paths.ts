import type { AdminHome, ShortStore } from '#contract/administration/dashboard.ts'
import { PATHS } from '#web/kit/paths.ts'

export const SHORT_LEVELS = ['out', 'low', 'negative'] as const
export type ShortLevel = (typeof SHORT_LEVELS)[number]

/** The list of the stock, of one store, as far as it is so. */
export const shortPath = (storeId: number, level: ShortLevel) =>
  `${PATHS.stock}?${new URLSearchParams({ store: String(storeId), level, offered: 'true' }).toString()}`

export const shortOf = ({ low, out, negative }: ShortStore) => low + out + negative

export const shortCount = ({ short_stores }: AdminHome) => short_stores.reduce((sum, store) => sum + shortOf(store), 0)

/** Where most is short: what is out before what is low. */
export function shortestPath({ short_stores: [first] }: AdminHome): string {
  if (!first) return PATHS.stock
  const level = SHORT_LEVELS.find(each => first[each] > 0)
  return level ? shortPath(first.id, level) : PATHS.stock
}

/** The pre-orders that wait: first those whose last day is over. */
/** The pre-orders of which a withdrawal waits for somebody. */
export const WITHDRAWN_PATH = `${PATHS.preorders}?pick_up=withdrawn`

export const preordersPath = ({ preorders: { overdue } }: AdminHome) =>
  `${PATHS.preorders}?pick_up=${overdue > 0 ? 'overdue' : 'waiting'}`

/** The orders in error, however old they are. The list of orders begins with the payments and refunds that wait for somebody. */
export const attentionPath = ({ attention: { in_error: inError } }: AdminHome) =>
  inError > 0 ? `${PATHS.orders}?status=error&days=all` : PATHS.orders
