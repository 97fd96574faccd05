import type { Database } from '#server/platform/schema/tables.ts'
import type { Kysely, Transaction } from 'kysely'

type Name = Database['setting']['name']

const row = (db: Kysely<Database>, name: Name) =>
  db.selectFrom('setting').select(['value', 'revision']).where('name', '=', name)

/** The saved value, and how often it was saved. Read at each use, so that a change applies on every server at once. */
export const readSetting = (db: Kysely<Database>, name: Name) => row(db, name).executeTakeFirstOrThrow()

/** The same, locked: other saves wait. */
export const holdSetting = (trx: Transaction<Database>, name: Name) =>
  row(trx, name).forNoKeyUpdate().executeTakeFirstOrThrow()

type Saved = { value: Record<string, unknown>; revision: number }

/** Saves over the locked revision. */
export const saveSetting = (trx: Transaction<Database>, name: Name, { value, revision }: Saved) =>
  trx
    .updateTable('setting')
    .set({ value: JSON.stringify(value), revision: revision + 1 })
    .where('name', '=', name)
    .execute()
