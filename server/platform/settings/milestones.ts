import type { Context } from '#server/platform/context.ts'

/**
 * Milestones that the shop stores. `checklistPutAway`: an admin has put the checklist away. `smsSenderAuthorised`: an admin says
 * that the sender of the SMS is authorised, which no program can find out.
 */
export type Milestone = 'terminalTested' | 'labelsPrinted' | 'checklistPutAway' | 'smsSenderAuthorised'

/** Records that the shop has reached a milestone; a repeated call changes nothing. */
export async function reachMilestone({ db, now }: Pick<Context, 'db' | 'now'>, name: Milestone): Promise<void> {
  await db
    .insertInto('shop_milestone')
    .values({ name, reached_at: now() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function forgetMilestone({ db }: Pick<Context, 'db'>, name: Milestone): Promise<void> {
  await db.deleteFrom('shop_milestone').where('name', '=', name).execute()
}
