import type { Context } from '#server/platform/context.ts'
import type { Milestone } from '#server/platform/schema/table-types/administration.ts'

/** Records that the shop has reached a milestone; a repeated call changes nothing, except what it is about. */
export async function reachMilestone(
  { db, now }: Pick<Context, 'db' | 'now'>,
  name: Milestone,
  subject: string | null = null,
): Promise<void> {
  await db
    .insertInto('shop_milestone')
    .values({ name, reached_at: now(), subject })
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet({ subject }).where('shop_milestone.subject', 'is distinct from', subject),
    )
    .execute()
}

export async function forgetMilestone({ db }: Pick<Context, 'db'>, name: Milestone): Promise<void> {
  await db.deleteFrom('shop_milestone').where('name', '=', name).execute()
}
