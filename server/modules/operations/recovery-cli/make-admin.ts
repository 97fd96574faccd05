import { giveAdmin } from '#server/modules/accounts/sign-in/start-signed-in.ts'
import { type Command, UsageError } from '#server/modules/operations/backup/command-line.ts'
import { noteForAddress } from '#server/platform/access-changes/note-access-change.ts'
import { recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { besideShop, readEmail } from './rescue-program.ts'

type Needs = Pick<Context, 'db' | 'log' | 'now' | 'secrets'>

/** The reason in the audit log: no user is signed in, and the author is the account itself. */
const REASON = 'npm run make-admin'

/** Makes the account with this address an admin and lifts its block; returns what it found. */
export const makeAdminByAddress = (needs: Needs, email: string): Promise<'made' | 'known' | 'unknown'> =>
  inTransaction(needs.db, async db => {
    const user = await db
      .selectFrom('app_user')
      .select(['id', 'is_admin', 'blocked_at'])
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst()
    if (!user) return 'unknown'
    const { id, is_admin: isAdmin, blocked_at: blockedAt } = user
    if (isAdmin && blockedAt === null) return 'known'
    if (!isAdmin) await giveAdmin({ ...needs, db }, id, { reason: REASON })
    if (blockedAt !== null) {
      const at = needs.now()
      await db.updateTable('app_user').set({ blocked_at: null }).where('id', '=', id).execute()
      await noteForAddress({ ...needs, db }, { what: 'unblocked', userId: id, at })
      const [before, after] = [{ is_blocked: true }, { is_blocked: false }]
      await recordChange(db, { kind: 'user', id, before, after, author: { userId: id, at, reason: REASON } })
    }
    needs.log.info({ userId: id }, 'a user was made an admin by npm run make-admin')
    return 'made'
  })

async function makeAdmin(args: string[]): Promise<void> {
  const email = readEmail(args, 'make-admin')
  const found = await besideShop(({ database, log, secrets }) =>
    makeAdminByAddress({ db: database.kysely, log, secrets, now: () => new Date() }, email),
  )
  if (found === 'unknown') throw new UsageError(`No account has the address ${email}: log in with it first.`)
  console.log(found === 'known' ? `${email} is an admin already.` : `${email} is an admin now.`)
}

export const makeAdminCommand: Command = {
  name: 'make-admin',
  summary: 'Makes an account an admin and unblocks it: for a shop without an admin, or with the wrong ones.',
  usage: '--email ADDRESS',
  options: [['--email ADDRESS', 'The account: log in with the address first.']],
  run: makeAdmin,
}
