import { PostgresAdapter, PostgresDialect, sql, type Kysely, type MigrationLockOptions } from 'kysely'

const WAIT_FOR_OTHERS = '120s'
// A migration that would hold up the shop longer than this gives way and is tried again.
const WAIT_FOR_A_TABLE = '2s'

/**
 * Instances that start together migrate one after the other by a row lock. Kysely's own lock belongs to the session,
 * which poolers in transaction mode and some PostgreSQL-compatible engines do not have.
 */
class RowLockAdapter extends PostgresAdapter {
  // The type of the parameter is Kysely's.
  // oxlint-disable-next-line typescript/no-explicit-any
  override async acquireMigrationLock(db: Kysely<any>, { lockTable, lockRowId }: MigrationLockOptions): Promise<void> {
    await sql`select set_config('lock_timeout', ${WAIT_FOR_OTHERS}, true)`.execute(db)
    await sql`select id from ${sql.table(lockTable)} where id = ${lockRowId} for update`.execute(db)
    await sql`select set_config('lock_timeout', ${WAIT_FOR_A_TABLE}, true)`.execute(db)
  }

  /** The end of the transaction releases it. */
  override async releaseMigrationLock(): Promise<void> {}
}

export class MigrationDialect extends PostgresDialect {
  override createAdapter() {
    return new RowLockAdapter()
  }
}
