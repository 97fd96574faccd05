import type { Transaction } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { recordChange } from '#server/platform/audit-log/record-change.ts'
import { noteAccessChange, noteForAddress } from '#server/platform/access-changes/note-access-change.ts'
import { wasTaken } from './was-taken.ts'

type InTransaction = Pick<Context, 'secrets'> & { db: Transaction<Database> }

/** An account that is about to be erased. `by`: the user who removes it. */
type Leaving = { id: number; email: string; isAdmin: boolean; isBlocked: boolean; by: number; at: Date }

/**
 * Before an account is erased: a later account with its address starts with the same block, and without the right that was taken
 * from it, now or earlier. Nothing else stays linked to the address.
 */
export async function keepWhatWasTaken(context: InTransaction, leaving: Leaving): Promise<void> {
  const { db } = context
  const { id, email, isAdmin, isBlocked, by, at } = leaving
  const isTaken = isAdmin ? by !== id : await wasTaken(context, { id, email })
  if (isAdmin) {
    const author = { userId: by, at }
    await recordChange(db, { kind: 'user', id, before: { is_admin: true }, after: { is_admin: false }, author })
  }
  await db.updateTable('access_change').set({ about: null }).where('user_id', '=', id).execute()
  if (isTaken) await noteForAddress(context, { what: 'admin_taken', userId: id, at })
  else if (isAdmin) await noteAccessChange(db, { what: 'admin_left', userId: id, at })
  if (isBlocked) await noteForAddress(context, { what: 'blocked', userId: id, at })
}
