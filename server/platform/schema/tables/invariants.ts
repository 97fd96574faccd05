import type { ColumnType } from 'kysely'

/** The results of the shop's last checks of its own invariants. */
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
