import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'

const NAME = 'Test terminal'

/** Adds a virtual terminal, which a store with test payment needs, unless one is in use. */
export const addTestTerminal = (trx: Transaction<Database>, storeId: number) =>
  sql`
    INSERT INTO terminal (store_id, name, provider)
    SELECT ${storeId}::integer, ${NAME}, 'test' WHERE NOT EXISTS (
      SELECT 1 FROM terminal WHERE store_id = ${storeId} AND provider = 'test' AND retired_at IS NULL)`.execute(trx)
