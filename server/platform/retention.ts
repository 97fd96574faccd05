import type { DeleteResult } from 'kysely'
import { type RetentionPeriods, retentionFrom } from '#domain/operations/retention-periods.ts'
import type { Context } from './context.ts'
import type { Db } from './schema/tables.ts'
import { readSetting } from './settings/saved-settings.ts'

/** `keep`: the operator's retention periods. */
type CleaningUp = Context & { retention: RetentionPeriods }

/** Removes at most `max` rows and returns how many. */
export type RemoveStale = (context: CleaningUp, max: number) => Promise<number>

/** How long the clean-up keeps data. */
export const readRetention = async (db: Db): Promise<RetentionPeriods> =>
  retentionFrom((await readSetting(db, 'retention')).value)

export const timeAgo = ({ now }: Context, ms: number) => new Date(now().getTime() - ms)
export const counted = ([result]: DeleteResult[]) => Number(result?.numDeletedRows ?? 0)
