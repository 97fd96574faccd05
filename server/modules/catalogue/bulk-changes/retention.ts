import type { Context } from '#server/platform/context.ts'

const DAY_MS = 24 * 3_600_000

/**
 * What was changed before this moment can not be undone any more: what products had then is cleaned up. `days`: how long
 * the operator keeps it.
 */
export const undoEnd = ({ now }: Pick<Context, 'now'>, days: number): Date => new Date(now().getTime() - days * DAY_MS)
