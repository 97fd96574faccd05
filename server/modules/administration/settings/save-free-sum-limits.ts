import type { FreeSumLimitSettings } from '#contract/administration/settings.ts'
import { freeSumLimitsFrom } from '#domain/payments/free-sum-limits.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { lockSetting, readSetting, saveSetting } from '#server/platform/settings/saved-settings.ts'

export async function getFreeSumLimits(db: Db): Promise<FreeSumLimitSettings> {
  const { value, revision } = await readSetting(db, 'free_sum_limits')
  return { revision, ...freeSumLimitsFrom(value) }
}

/** Saves how much may be refunded in free sums on a day: applies from the next refund on, and counts those of today. */
export const saveFreeSumLimits = ({ db }: Context, { revision, ...after }: FreeSumLimitSettings, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const locked = await lockSetting(trx, 'free_sum_limits')
    if (locked.revision !== revision) return refuse('record.changed', { current: await getFreeSumLimits(trx) })
    const before = freeSumLimitsFrom(locked.value)
    if (await recordChange(trx, { kind: 'freeSumLimits', id: 1, before, after, author }))
      await saveSetting(trx, 'free_sum_limits', { value: after, revision })
    return getFreeSumLimits(trx)
  })
