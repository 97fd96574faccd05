import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { grantAdmin } from '#server/modules/accounts/sign-in/start-signed-in.ts'
import type { Context } from '#server/platform/context.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { makeSecrets } from '#server/platform/secrets/secrets.ts'
import { emptyDatabase, testDatabase } from '#test/database/database.ts'
import { writeBackupFile } from './backup-files.ts'
import { checkingKeys, signingKey } from './backup-signature.ts'
import { createBackup } from './create-backup.ts'
import { listAdmins } from './list-admins.ts'
import { restoreChecked } from './verify-backup.ts'

const SECRET = 'the secret of the shop, which is long enough'
const OTHER = 'the secret of another shop, long enough too'
const now = new Date()
/** Accepts messages and discards them. */
const DISCARDING: Context['outbox'] = {
  enqueue: async () => undefined,
  forget: async () => undefined,
  start: () => undefined,
  stop: async () => undefined,
}

let directory: string
let database: DatabaseHandle
let target: DatabaseHandle
beforeAll(async () => {
  directory = await mkdtemp('/tmp/puoti-signature-')
  database = await testDatabase()
  const users = ['mallory@puoti.example', 'owner@puoti.example'].map(email => ({ email, language_id: 1001 }))
  const [, owner] = await database.kysely.insertInto('app_user').values(users).returning('id').execute()
  await inTransaction(database.kysely, db =>
    grantAdmin(
      { db, now: () => now, secrets: makeSecrets(SECRET), outbox: DISCARDING },
      { id: owner?.id ?? 0, email: 'owner@puoti.example' },
      { reason: 'the first admin' },
    ),
  )
})
beforeEach(async () => {
  target = await emptyDatabase()
})
afterEach(() => target.close())
afterAll(async () => {
  await database.close()
  await rm(directory, { recursive: true })
})

const rule = (secret: string | undefined, isUnsignedAllowed = false, earlierSecrets: string[] = []) => ({
  keys: checkingKeys({ secret, earlierSecrets }),
  isUnsignedAllowed,
})

async function backUp(secret: string | undefined): Promise<string> {
  const file = join(directory, `${Math.random()}.backup.gz`)
  await writeBackupFile(file, createBackup(database.pool, signingKey({ secret })))
  return file
}

/** The same backup with another text, packed again. */
async function modify(file: string, change: (text: string) => string): Promise<string> {
  const other = join(directory, `${Math.random()}.backup.gz`)
  await writeFile(other, gzipSync(Buffer.from(change(gunzipSync(await readFile(file)).toString('latin1')), 'latin1')))
  return other
}

/** Makes a user an admin: one letter of a row, and the hash of the table computed again. */
function withAdmin(text: string, email: string): string {
  const [, head = '', rows = '', foot = ''] =
    /(\{"table":"app_user",[^\n]*\n)((?:(?!\\\.\n)[^\n]*\n)*)\\\.\n([^\n]*)\n/.exec(text) ?? []
  const column = (JSON.parse(head) as { columns: string[] }).columns.indexOf('is_admin')
  const raised = rows.replace(/^.*$/gm, row => {
    const values = row.split('\t')
    if (values.includes(email)) values[column] = 't'
    return values.join('\t')
  })
  const sha256 = createHash('sha256').update(Buffer.from(raised, 'latin1')).digest('hex')
  return text.replace(rows, raised).replace(foot, JSON.stringify({ ...(JSON.parse(foot) as object), sha256 }))
}

/** As an attacker would leave it out: neither the head nor the end mentions a signature. */
const withoutSignature = (text: string) =>
  text.replace(/,"signed_with":"[^"]*"/, '').replace(/\{"hmac_sha256":"[^"]*"\}\n$/, '')

const restore = (file: string, signature?: ReturnType<typeof rule>) =>
  restoreChecked(target, file, { now, ...(signature && { signature }) })

const isEmpty = async () => {
  const { rows } = await target.pool.query<{ users: string | null }>(`SELECT to_regclass('app_user') AS users`)
  return !rows[0]?.users || (await target.pool.query('SELECT 1 FROM app_user')).rowCount === 0
}

test('a signed backup is restored with the secret, also once it is an earlier one', async () => {
  const file = await backUp(SECRET)
  await restore(file, rule(OTHER, false, [SECRET, 'stored']))
  expect(await listAdmins(target.kysely)).toEqual([{ email: 'owner@puoti.example', isExplained: true }])
})

test('a shopper whom a changed backup makes an admin is refused, and the database stays empty', async () => {
  const file = await modify(await backUp(SECRET), text => withAdmin(text, 'mallory@puoti.example'))
  await expect(restore(file, rule(SECRET))).rejects.toThrow(/changed after it was written/)
  // Nor does the option help that accepts an unsigned one.
  await expect(restore(file, rule(SECRET, true))).rejects.toThrow(/changed after it was written/)
  expect(await isEmpty()).toBe(true)
})

test('without its signature such a backup needs the option, and the list of admins shows whom nothing explains', async () => {
  const file = await modify(await backUp(SECRET), text => withoutSignature(withAdmin(text, 'mallory@puoti.example')))
  await expect(restore(file, rule(SECRET))).rejects.toThrow(/has no signature.*--unsigned/)
  expect(await isEmpty()).toBe(true)
  await restore(file, rule(SECRET, true))
  expect(await listAdmins(target.kysely)).toEqual([
    { email: 'mallory@puoti.example', isExplained: false },
    { email: 'owner@puoti.example', isExplained: true },
  ])
})

test('a backup that only lost its last line is refused', async () => {
  const file = await modify(await backUp(SECRET), text => text.replace(/\{"hmac_sha256".*\n$/, ''))
  await expect(restore(file, rule(SECRET))).rejects.toThrow(/ends too early/)
  const other = await modify(await backUp(SECRET), text => text.replace(/,"signed_with":"[^"]*"/, ''))
  await expect(restore(other, rule(SECRET, true))).rejects.toThrow(/goes on after its end/)
  expect(await isEmpty()).toBe(true)
})

test('a backup of another secret is refused by its head, and accepted with the option', async () => {
  const file = await backUp(OTHER)
  await expect(restore(file, rule(SECRET))).rejects.toThrow(/signed with another secret.*PUOTI_SECRET_PREVIOUS/)
  await expect(restore(file, rule(undefined))).rejects.toThrow(/signed with another secret/)
  expect(await isEmpty()).toBe(true)
  await restore(file, rule(SECRET, true))
})

test('without PUOTI_SECRET a backup has no signature: its key would be in it', async () => {
  const file = await backUp(undefined)
  await expect(restore(file, rule(SECRET))).rejects.toThrow(/has no signature/)
  await restore(file, rule(undefined, true))
})
