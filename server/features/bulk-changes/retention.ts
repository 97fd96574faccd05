import type { Context } from '#server/context.ts'

const UNDO_DAYS = 90
const DAY_MS = 24 * 3_600_000

/** What was changed before this moment can not be undone any more: what products had then is cleaned up. */
export const undoEnd = ({ now }: Pick<Context, 'now'>): Date => new Date(now().getTime() - UNDO_DAYS * DAY_MS)
