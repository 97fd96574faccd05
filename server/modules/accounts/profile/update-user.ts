import type { Input } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import { changeStore } from '#server/modules/orders/checkout/change-store.ts'
import type { Context } from '#server/platform/context.ts'
import { refuse, inRefusableTransaction } from '#server/platform/http/refusal.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import { isLanguage } from '#server/platform/languages/queries.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { getUser } from './queries.ts'

type ProfileChanges = Input<typeof contract.users.update, 'body'>

/** Changes the caller's language, active store and active event: all requested changes, or none. */
export async function updateUser(context: Context, { userId, isVerified }: SignedIn, changes: ProfileChanges) {
  const { language_id: languageId, activeStoreId, activePreorderEventId } = changes
  const isShopping = activeStoreId !== undefined || activePreorderEventId !== undefined
  if (isShopping && !isVerified) return refuse('session.unverified')
  if (languageId !== undefined && !(await isLanguage(context, languageId))) {
    return refuse('request.invalid', { fields: ['language_id'] })
  }
  return inRefusableTransaction(context.db, async db => {
    // Paying locks the user's row first too, so that the store can't change between a payment's checks and its commit.
    const { active_store_id: from } = await db
      .selectFrom('app_user')
      .select('active_store_id')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (languageId !== undefined) {
      await db.updateTable('app_user').set({ language_id: languageId }).where('id', '=', userId).execute()
    }
    if (activePreorderEventId !== undefined && !(await chooseEvent(db, userId, activePreorderEventId))) {
      return refuse('request.invalid', { fields: ['activePreorderEventId'] })
    }
    const refused =
      activeStoreId === undefined ? undefined : await changeStore(db, context, { userId, from, to: activeStoreId })
    return refused ?? getUser({ ...context, db }, userId)
  })
}

/** Sets or clears the active event; returns false when there is no such open event. */
async function chooseEvent(db: Trx, userId: number, eventId: number | null): Promise<boolean> {
  const open = db.selectFrom('preorder_event').select('id').where('id', '=', eventId).where('status', '=', 'open')
  if (eventId !== null && !(await open.executeTakeFirst())) return false
  await db.updateTable('app_user').set({ active_preorder_event_id: eventId }).where('id', '=', userId).execute()
  return true
}
