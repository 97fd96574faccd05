import type { AdminHome } from '#contract/administration/dashboard.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import type { TerminalHealthRow } from '#web/back-office/payments/terminals/use-terminal-health.ts'

/** The checks run each minute: if they are older than this, something blocks them. */
const OLD_MS = 10 * MINUTE_MS

export const areChecksOld = ({ at, lookedAt }: { at: string; lookedAt: string }) =>
  Date.parse(at) - Date.parse(lookedAt) > OLD_MS

/**
 * The number of matters of money, withdrawals, undelivered messages, terminals, overdue checks and stores without real payments
 * that need attention, and of the other open parts of the shop's status, which the same page lists. Low stock is routine and
 * doesn't count.
 */
export function countAttentionItems(
  home: AdminHome,
  terminals: readonly TerminalHealthRow[],
  openParts: readonly string[],
): number {
  const { attention, preorders, invariants, undelivered, open_for_tests: free = [], at } = home
  const { violations, checked_at: lookedAt } = invariants
  const isUnchecked = lookedAt !== null && areChecksOld({ at, lookedAt })
  const silent = terminals.filter(({ state }) => state === 'silent').length
  const isUndelivered = undelivered.mails + undelivered.sms > 0
  const found = attention.orders + preorders.withdrawn + violations.length + silent + free.length
  const areBooksCounted = violations.length > 0 || isUnchecked
  const others = openParts.filter(
    part => !(part === 'books' && areBooksCounted) && !(part === 'payments' && attention.orders > 0),
  )
  return found + Number(isUndelivered) + Number(isUnchecked) + others.length
}

/** Whether the shop sells, or has sold: one that is being set up has no figures, and no payments that could be in order. */
export const hasShopOpened = ({
  stores,
  sales_by_store: sales,
}: Pick<AdminHome, 'stores' | 'sales_by_store'>): boolean =>
  sales.length > 0 || stores.some(({ published }) => published)
