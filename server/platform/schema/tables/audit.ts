import type { ColumnType, GeneratedAlways } from 'kysely'

/** Written once: an update of it does not compile. */
type Once<T> = ColumnType<T, T, never>
type Change = { field: string; from: unknown; to: unknown }

/** The audit log of the back office. */
export type Audit = {
  audit_entry: {
    id: GeneratedAlways<number>
    kind: Once<string>
    record_id: Once<number>
    action: Once<'created' | 'changed' | 'removed'>
    user_id: Once<number>
    reason: Once<string | null>
    changes: ColumnType<Change[], string, never>
    created_at: Once<Date>
  }
  audit_seal: {
    id: Once<number>
    entry_id: Once<number>
    salt: ColumnType<string | null, string | null, null>
    reason_sha256: Once<string | null>
    chain_sha256: Once<string>
  }
}
