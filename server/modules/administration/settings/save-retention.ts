import type { RetentionSettings } from '#contract/administration/settings.ts'
import { retentionFrom } from '#domain/operations/retention-periods.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { lockSetting, readSetting, saveSetting } from '#server/platform/settings/saved-settings.ts'

export async function getRetention(db: Db): Promise<RetentionSettings> {
  const { value, revision } = await readSetting(db, 'retention')
  return { revision, ...retentionFrom(value) }
}

/** Saves how long data is kept: applies from the next clean-up on. */
export const saveRetention = ({ db }: Context, { revision, ...after }: RetentionSettings, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const locked = await lockSetting(trx, 'retention')
    if (locked.revision !== revision) return refuse('record.changed', { current: await getRetention(trx) })
    const before = retentionFrom(locked.value)
    if (await recordChange(trx, { kind: 'retention', id: 1, before, after, author }))
      await saveSetting(trx, 'retention', { value: after, revision })
    return getRetention(trx)
  })
