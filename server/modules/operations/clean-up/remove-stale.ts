import type { DeleteResult } from 'kysely'
import type { Retention } from '#domain/operations/retention.ts'
import type { Context } from '#server/platform/context.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** `keep`: how long the operator wants things kept. */
export type CleaningUp = Context & { keep: Retention }

/** Removes at most so many rows and tells how many it did. */
export type RemoveStale = (context: CleaningUp, most: number) => Promise<number>

export const before = ({ now }: Context, ms: number) => new Date(now().getTime() - ms)
export const counted = ([result]: DeleteResult[]) => Number(result?.numDeletedRows ?? 0)
