import { DAY_MS } from '#domain/zoned-time.ts'
import type { Context } from '#server/platform/context.ts'

/**
 * Changes before this time can't be undone any more: the former values of the products are cleaned up. `days`: how long the
 * operator keeps them.
 */
export const undoEnd = ({ now }: Pick<Context, 'now'>, days: number): Date => new Date(now().getTime() - days * DAY_MS)
