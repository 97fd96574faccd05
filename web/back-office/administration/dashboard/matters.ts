import type { AdminHome } from '#contract/administration/dashboard.ts'
import type { AskedTerminal } from './use-terminal-health.ts'

/** They run each minute: longer than this, something keeps them. */
const OLD_MS = 10 * 60_000

export const areChecksOld = ({ at, lookedAt }: { at: string; lookedAt: string }) =>
  Date.parse(at) - Date.parse(lookedAt) > OLD_MS

/** How many things of money, withdrawals, lost mails and terminals wait for somebody. Shelves that run low are everyday business. */
export function countMatters(home: AdminHome, terminals: readonly AskedTerminal[]): number {
  const { attention, preorders, invariants, undelivered, at } = home
  const { broken, looked_at: lookedAt } = invariants
  const isUnchecked = lookedAt !== null && areChecksOld({ at, lookedAt })
  const silent = terminals.filter(({ state }) => state === 'silent').length
  const isUndelivered = undelivered.mails + undelivered.sms > 0
  return attention.orders + preorders.withdrawn + broken.length + silent + Number(isUndelivered) + Number(isUnchecked)
}
