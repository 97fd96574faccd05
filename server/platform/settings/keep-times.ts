import { retentionFrom, type Retention } from '#domain/operations/retention.ts'
import type { RetentionSettings } from '#contract/administration/settings.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { inRefusableTransaction } from '#server/platform/http/refusable-transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Kysely } from 'kysely'
import { recordChange, type Author } from '#server/platform/audit-log/record-change.ts'
import { holdSetting, readSetting, saveSetting } from './setting-rows.ts'

/** How long the clean-up keeps data. */
export const readRetention = async (db: Kysely<Database>): Promise<Retention> =>
  retentionFrom((await readSetting(db, 'retention')).value)

export async function showRetention(db: Kysely<Database>): Promise<RetentionSettings> {
  const { value, revision } = await readSetting(db, 'retention')
  return { revision, ...retentionFrom(value) }
}

/** Saves how long data is kept: applies from the next clean-up on. */
export const saveRetention = ({ db }: Context, { revision, ...after }: RetentionSettings, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const held = await holdSetting(trx, 'retention')
    if (held.revision !== revision) return refuse('record.changed', { current: await showRetention(trx) })
    const before = retentionFrom(held.value)
    if (await recordChange(trx, { kind: 'retention', id: 1, before, after, author }))
      await saveSetting(trx, 'retention', { value: after, revision })
    return showRetention(trx)
  })
