import fastify, { type FastifyBaseLogger } from 'fastify'
import { normaliseEmail } from '#domain/format/email-address.ts'
import { notifyAdmins } from '#server/modules/accounts/access-changes/notify-admins.ts'
import { removeAllPasskeys } from '#server/modules/accounts/passkeys/change-passkeys.ts'
import { grantAdmin } from '#server/modules/accounts/sign-in/start-signed-in.ts'
import { openShared, readCliEnvironment } from '#server/modules/operations/backup/cli-environment.ts'
import { type CliCommand, UsageError, readArguments } from '#server/modules/operations/backup/command-line.ts'
import { noteForAddress } from '#server/platform/access-changes/note-access-change.ts'
import { recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { retryWhileDatabaseIsDown } from '#server/platform/db/retry-while-database-is-down.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { logOptions } from '#server/platform/log/loggable-error.ts'
import { openOutbox } from '#server/platform/outbox/outbox.ts'
import { openSecrets, type Secrets } from '#server/platform/secrets/secrets.ts'

type RecoveryContext = Pick<Context, 'db' | 'log' | 'now' | 'secrets' | 'outbox'>

/** The reason in the audit log: no user is signed in, and the author is the account itself. */
const CHANGE_REASON = 'puoti make-admin'

/** Makes the account with this address an admin and lifts its block; returns what it found. */
export const makeAdminByAddress = (needs: RecoveryContext, email: string): Promise<'made' | 'known' | 'unknown'> =>
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
    if (!isAdmin) await grantAdmin({ ...needs, db }, { id, email }, { reason: CHANGE_REASON })
    if (blockedAt !== null) {
      const at = needs.now()
      await db.updateTable('app_user').set({ blocked_at: null }).where('id', '=', id).execute()
      await noteForAddress({ ...needs, db }, { kind: 'unblocked', userId: id, at })
      const [before, after] = [{ is_blocked: true }, { is_blocked: false }]
      await recordChange(db, { kind: 'user', id, before, after, author: { userId: id, at, reason: CHANGE_REASON } })
      if (isAdmin) await notifyAdmins({ ...needs, db }, { event: 'unblocked', userId: id, email, author: null, at })
    }
    needs.log.info({ userId: id }, 'a user was made an admin by puoti make-admin')
    return 'made'
  })

async function makeAdmin(args: string[]): Promise<void> {
  const email = readEmail(args, 'make-admin')
  const found = await withSharedDatabase(({ database, log, secrets }) => {
    const needs = { db: database.kysely, log, secrets, now: () => new Date() }
    return makeAdminByAddress({ ...needs, outbox: openOutbox(needs) }, email)
  })
  if (found === 'unknown') throw new UsageError(`No account has the address ${email}: log in with it first.`)
  console.log(found === 'known' ? `${email} is an admin already.` : `${email} is an admin now.`)
}

export const makeAdminCommand: CliCommand = {
  name: 'make-admin',
  summary: 'Makes an account an admin and unblocks it: for a shop without an admin, or with the wrong ones.',
  usage: '--email ADDRESS',
  options: [['--email ADDRESS', 'The account: log in with the address first.']],
  run: makeAdmin,
}

type OpenedDatabase = { database: DatabaseHandle; log: FastifyBaseLogger; secrets: Secrets }

/** The address of `--email`, normalised as in accounts. Throws UsageError. */
function readEmail(args: string[], command: string): string {
  const email = readArguments(args, { values: ['email'] }).valueOf('email')
  if (email === undefined) throw new UsageError(`Name the account: puoti ${command} --email admin@shop.example`)
  return normaliseEmail(email)
}

/**
 * Runs `work` on the shop's database, also while the shop runs. Anyone who can run programs on the shop's machine is authorised.
 */
async function withSharedDatabase<Result>(work: (opened: OpenedDatabase) => Promise<Result>): Promise<Result> {
  const cliEnvironment = readCliEnvironment()
  const database = await openShared(cliEnvironment, { shop: 'current' })
  try {
    const { log } = fastify({ logger: logOptions('warn') })
    const secrets = await retryWhileDatabaseIsDown(() => openSecrets(database.kysely, cliEnvironment.config))
    return await work({ database, log, secrets })
  } finally {
    await database.close()
  }
}

type ResetNeeds = Pick<Context, 'db' | 'outbox' | 'log' | 'now'>

/** Removes all passkeys of the account with this address; returns how many there were, or undefined for an unknown address. */
export const resetByAddress = (needs: ResetNeeds, email: string): Promise<number | undefined> =>
  inTransaction(needs.db, async db => {
    const user = await db
      .selectFrom('app_user')
      .select(['id', 'is_admin'])
      .where('email', '=', email)
      .forUpdate()
      .executeTakeFirst()
    if (!user) return undefined
    const { length: passkeys } = await db.selectFrom('passkey').select('id').where('user_id', '=', user.id).execute()
    if (passkeys === 0) return 0
    await removeAllPasskeys({ ...needs, db }, user.id)
    // No user is signed in here: the audit log names the account itself, and the program.
    const author = { userId: user.id, at: needs.now(), reason: 'puoti reset-passkeys' }
    await recordChange(db, { kind: 'user', id: user.id, before: { passkeys }, after: { passkeys: 0 }, author })
    const event = { event: 'passkeysReset', userId: user.id, email, author: null, at: author.at } as const
    if (user.is_admin) await notifyAdmins({ ...needs, db }, event)
    return passkeys
  })

async function resetPasskeys(args: string[]): Promise<void> {
  const email = readEmail(args, 'reset-passkeys')
  const removed = await withSharedDatabase(async ({ database, log, secrets }) => {
    const needs = { db: database.kysely, log, now: () => new Date() }
    return resetByAddress({ ...needs, outbox: openOutbox({ ...needs, secrets }) }, email)
  })
  printRemoved(email, removed)
}

function printRemoved(email: string, removed: number | undefined): void {
  if (removed === undefined) throw new UsageError(`No account has the address ${email}.`)
  if (removed === 0) console.log(`${email} has no passkey.`)
  else
    console.log(
      `Passkeys removed from ${email}: ${removed}. The account is logged out everywhere and notified by email.`,
    )
}

export const resetPasskeysCommand: CliCommand = {
  name: 'reset-passkeys',
  summary: 'Removes all passkeys of an admin who has lost them, and signs the account out.',
  usage: '--email ADDRESS',
  options: [['--email ADDRESS', 'The account.']],
  run: resetPasskeys,
}
