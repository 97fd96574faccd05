import type { Database, Db, Trx } from '#server/platform/schema/tables.ts'

type SettingName = Database['setting']['name']

const selectSetting = (db: Db, name: SettingName) =>
  db.selectFrom('setting').select(['value', 'revision']).where('name', '=', name)

/** The saved value, and how often it was saved. Read at each use, so that a change applies on every server at once. */
export const readSetting = (db: Db, name: SettingName) => selectSetting(db, name).executeTakeFirstOrThrow()

/** Like `readSetting`, and locks the row: other saves wait. */
export const lockSetting = (trx: Trx, name: SettingName) =>
  selectSetting(trx, name).forNoKeyUpdate().executeTakeFirstOrThrow()

type SavedSetting = { value: Record<string, unknown>; revision: number }

/** Saves over the locked revision. */
export const saveSetting = (trx: Trx, name: SettingName, { value, revision }: SavedSetting) =>
  trx
    .updateTable('setting')
    .set({ value: JSON.stringify(value), revision: revision + 1 })
    .where('name', '=', name)
    .execute()
