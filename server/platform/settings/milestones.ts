import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'

/**
 * Milestones that the shop stores. `checklistPutAway`: an admin has put the checklist away. `smsSenderAuthorised`: an admin states
 * that the sender of the SMS is authorised, which no program can find out; another sender is to be confirmed again.
 */
export type Milestone = 'terminalTested' | 'labelsPrinted' | 'checklistPutAway' | 'smsSenderAuthorised'

/** Records that the shop has reached a milestone; a repeated call changes nothing, except what it is about. */
export async function reachMilestone(
  { db, now }: Pick<Context, 'db' | 'now'>,
  name: Milestone,
  about: string | null = null,
): Promise<void> {
  await db
    .insertInto('shop_milestone')
    .values({ name, reached_at: now(), about })
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet({ about }).where('shop_milestone.about', 'is distinct from', about),
    )
    .execute()
}

/** Whether an admin has confirmed this sender; undefined: the gateway's own. */
export const isSenderConfirmed = (sender: string | undefined) =>
  sql<boolean>`EXISTS (SELECT 1 FROM shop_milestone
    WHERE name = 'smsSenderAuthorised' AND about IS NOT DISTINCT FROM ${sender ?? null}::text)`

export async function forgetMilestone({ db }: Pick<Context, 'db'>, name: Milestone): Promise<void> {
  await db.deleteFrom('shop_milestone').where('name', '=', name).execute()
}
