import type { RawBuilder } from 'kysely'

/**
 * From which rows on to look: those with higher ids are recent, and all numbers are 0 for a look at everything. A look
 * each minute must cost the same after years of selling.
 */
export type Recent = {
  attemptsAfter: number
  ordersAfter: number
  movesAfter: number
  sealsAfter: number
  /** The moment that is judged, where it is not now: that of a backup. */
  at?: Date
}

export const ALL_ROWS: Recent = { attemptsAfter: 0, ordersAfter: 0, movesAfter: 0, sealsAfter: 0 }

/** `broken` finds the rows that break it: ids and figures alone, since they are logged. */
export type Invariant = { id: string; says: string; broken: (recent: Recent) => RawBuilder<Record<string, unknown>> }
