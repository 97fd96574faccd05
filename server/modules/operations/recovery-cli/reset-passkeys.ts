import { takePasskeys } from '#server/modules/accounts/passkeys/change-passkeys.ts'
import { type Command, UsageError } from '#server/modules/operations/backup/command-line.ts'
import { recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { openOutbox } from '#server/platform/outbox/outbox.ts'
import { besideShop, readEmail } from './make-admin.ts'

type Needs = Pick<Context, 'db' | 'outbox' | 'log' | 'now'>

/** Removes all passkeys of the account with this address; returns how many there were, or undefined for an unknown address. */
export const resetByAddress = (needs: Needs, email: string): Promise<number | undefined> =>
  inTransaction(needs.db, async db => {
    const user = await db.selectFrom('app_user').select('id').where('email', '=', email).forUpdate().executeTakeFirst()
    if (!user) return undefined
    const { length: passkeys } = await db.selectFrom('passkey').select('id').where('user_id', '=', user.id).execute()
    if (passkeys === 0) return 0
    await takePasskeys({ ...needs, db }, user.id)
    // No user is signed in here: the audit log names the account itself, and the program.
    const author = { userId: user.id, at: needs.now(), reason: 'npm run reset-passkeys' }
    await recordChange(db, { kind: 'user', id: user.id, before: { passkeys }, after: { passkeys: 0 }, author })
    return passkeys
  })

async function resetPasskeys(args: string[]): Promise<void> {
  const email = readEmail(args, 'reset-passkeys')
  const taken = await besideShop(async ({ database, log, secrets }) => {
    const needs = { db: database.kysely, log, now: () => new Date() }
    return resetByAddress({ ...needs, outbox: openOutbox({ ...needs, secrets }) }, email)
  })
  tell(email, taken)
}

function tell(email: string, taken: number | undefined): void {
  if (taken === undefined) throw new UsageError(`Nobody has the address ${email}.`)
  if (taken === 0) console.log(`${email} has no passkey.`)
  else
    console.log(`Passkeys removed from ${email}: ${taken}. The account is logged out everywhere and notified by email.`)
}

export const resetPasskeysCommand: Command = {
  name: 'reset-passkeys',
  summary: 'Removes all passkeys of an admin who has lost them, and signs the account out.',
  usage: '--email ADDRESS',
  options: [['--email ADDRESS', 'The account.']],
  run: resetPasskeys,
}
