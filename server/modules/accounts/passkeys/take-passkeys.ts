import type { Transaction } from 'kysely'
import { noteAccessChange } from '#server/platform/access-changes/note-access-change.ts'
import type { Context } from '#server/platform/context.ts'
import { endSessionsOf } from '#server/platform/http/session.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { notifyOwner } from './notify-owner.ts'

type Needs = Pick<Context, 'outbox' | 'log' | 'now'> & { db: Transaction<Database> }

/**
 * Removes all passkeys of a user and ends every session, so that the finder of a lost device loses access. The context's db is
 * the transaction.
 */
export async function takePasskeys(context: Needs, userId: number): Promise<void> {
  await context.db.deleteFrom('passkey').where('user_id', '=', userId).execute()
  await noteAccessChange(context.db, { what: 'passkeys_reset', userId, at: context.now() })
  await endSessionsOf(context.db, userId)
  await notifyOwner(context, userId, { what: 'reset' })
  context.log.info({ userId }, 'the passkeys of a user were reset')
}
