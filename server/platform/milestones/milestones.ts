import type { Context } from '#server/platform/context.ts'

/** What the shop remembers having done. `checklistPutAway`: an admin needs no list any more. */
export type Milestone = 'terminalTested' | 'labelsPrinted' | 'checklistPutAway'

/** Keeps for ever that the shop has done something once; again changes nothing. */
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
