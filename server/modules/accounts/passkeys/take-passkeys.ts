import type { Transaction } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { endSessionsOf } from '#server/platform/http/session.ts'
import { noteAccessChange } from '#server/platform/access-changes/note-access-change.ts'
import { tellOwner } from './tell-owner.ts'

type Needs = Pick<Context, 'jobs' | 'log' | 'now'> & { db: Transaction<Database> }

/** All passkeys of a user go, and every session: whoever found a lost device is out. The context's db is the transaction. */
export async function takePasskeys(context: Needs, userId: number): Promise<void> {
  await context.db.deleteFrom('passkey').where('user_id', '=', userId).execute()
  await noteAccessChange(context.db, { what: 'passkeys_reset', userId, at: context.now() })
  await endSessionsOf(context.db, userId)
  await tellOwner(context, userId, { what: 'reset' })
  context.log.info({ userId }, 'the passkeys of a user were reset')
}
