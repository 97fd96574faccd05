import { sql } from 'kysely'
import type { StoreRecord } from '#contract/endpoint.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** Finds the store of each kind of record by its id; undefined: there is no such record. */
export type StoresOfRecords = Record<StoreRecord, (db: Db, id: number) => Promise<number | undefined>>

/** Finds the store of a record whose table has a column store_id. */
export const storeFinder =
  (table: string, key: string) =>
  async (db: Db, id: number): Promise<number | undefined> => {
    const { rows } = await sql<{ store_id: number }>`
      SELECT store_id FROM ${sql.table(table)} WHERE ${sql.ref(key)} = ${id}::bigint`.execute(db)
    return rows[0]?.store_id
  }
