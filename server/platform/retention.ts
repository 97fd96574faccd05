import type { DeleteResult } from 'kysely'
import type { Retention } from '#domain/operations/retention-periods.ts'
import type { Context } from './context.ts'

/** `keep`: the operator's retention periods. */
type CleaningUp = Context & { retention: Retention }

/** Removes at most `max` rows and returns how many. */
export type RemoveStale = (context: CleaningUp, max: number) => Promise<number>

export const before = ({ now }: Context, ms: number) => new Date(now().getTime() - ms)
export const counted = ([result]: DeleteResult[]) => Number(result?.numDeletedRows ?? 0)
