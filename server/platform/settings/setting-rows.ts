import type { Database } from '#server/platform/schema/tables.ts'
import type { Kysely, Transaction } from 'kysely'

type Name = Database['setting']['name']

const row = (db: Kysely<Database>, name: Name) =>
  db.selectFrom('setting').select(['value', 'revision']).where('name', '=', name)

/** What was chosen, and how often. Read at each use, so that every server goes by it at once. */
export const readSetting = (db: Kysely<Database>, name: Name) => row(db, name).executeTakeFirstOrThrow()

/** The same, and whoever else would save it waits. */
export const holdSetting = (trx: Transaction<Database>, name: Name) =>
  row(trx, name).forNoKeyUpdate().executeTakeFirstOrThrow()

type Saved = { value: Record<string, unknown>; revision: number }

/** Saves over the revision that is held. */
export const saveSetting = (trx: Transaction<Database>, name: Name, { value, revision }: Saved) =>
  trx
    .updateTable('setting')
    .set({ value: JSON.stringify(value), revision: revision + 1 })
    .where('name', '=', name)
    .execute()
