import type { RawBuilder } from 'kysely'

/**
 * The rows to check: those with higher ids are recent, and all numbers are 0 to check everything. The minutely check must cost
 * the same after years of selling.
 */
export type RecentIds = {
  attemptsAfter: number
  ordersAfter: number
  movesAfter: number
  sealsAfter: number
  /** The moment to judge, if it is not now: that of a backup. */
  at?: Date
}

export const ALL_ROWS: RecentIds = { attemptsAfter: 0, ordersAfter: 0, movesAfter: 0, sealsAfter: 0 }

/** `violations` finds the rows that break it: only ids and figures, since they are logged. */
export type Invariant = {
  id: string
  description: string
  violations: (recent: RecentIds) => RawBuilder<Record<string, unknown>>
}
