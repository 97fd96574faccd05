import type { ColumnType } from 'kysely'

/** What the shop last found when it looked at its own invariants. */
export type Invariants = {
  invariant_check: {
    invariant: string
    broken: number
    sample: ColumnType<unknown, string, string>
    looked_at: Date
    broken_since: Date | null
  }
  invariant_look: { only_row: boolean; begun_at: Date; whole_at: Date }
}
