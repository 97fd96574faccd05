import type { RetentionSettings } from '#contract/administration/settings.ts'
import { type Retention, retentionFrom } from '#domain/operations/retention-periods.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Database, Db, Trx } from '#server/platform/schema/tables.ts'

/** How long the clean-up keeps data. */
export const readRetention = async (db: Db): Promise<Retention> =>
  retentionFrom((await readSetting(db, 'retention')).value)

export async function getRetention(db: Db): Promise<RetentionSettings> {
  const { value, revision } = await readSetting(db, 'retention')
  return { revision, ...retentionFrom(value) }
}

/** Saves how long data is kept: applies from the next clean-up on. */
export const saveRetention = ({ db }: Context, { revision, ...after }: RetentionSettings, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const held = await lockSetting(trx, 'retention')
    if (held.revision !== revision) return refuse('record.changed', { current: await getRetention(trx) })
    const before = retentionFrom(held.value)
    if (await recordChange(trx, { kind: 'retention', id: 1, before, after, author }))
      await saveSetting(trx, 'retention', { value: after, revision })
    return getRetention(trx)
  })

type Name = Database['setting']['name']

const row = (db: Db, name: Name) => db.selectFrom('setting').select(['value', 'revision']).where('name', '=', name)

/** The saved value, and how often it was saved. Read at each use, so that a change applies on every server at once. */
export const readSetting = (db: Db, name: Name) => row(db, name).executeTakeFirstOrThrow()

/** Like `readSetting`, and locks the row: other saves wait. */
export const lockSetting = (trx: Trx, name: Name) => row(trx, name).forNoKeyUpdate().executeTakeFirstOrThrow()

type SavedSetting = { value: Record<string, unknown>; revision: number }

/** Saves over the locked revision. */
export const saveSetting = (trx: Trx, name: Name, { value, revision }: SavedSetting) =>
  trx
    .updateTable('setting')
    .set({ value: JSON.stringify(value), revision: revision + 1 })
    .where('name', '=', name)
    .execute()
