import { randomUUID } from 'node:crypto'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { matchAccess } from '#server/modules/accounts/access-changes/access-journal.ts'
import { matchErasures } from '#server/modules/accounts/privacy/erase-many.ts'
import { noteForAddress } from '#server/platform/access-changes/note-access-change.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { emptyDatabase, testDatabase } from '#test/database/database.ts'
import { identityOptions } from '#test/shop/identity.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { describeOtherTime, writeBackupFile } from './backup-files.ts'
import { describeJournals, refuseChangedJournals } from './check-journals.ts'
import { createBackup } from './create-backup.ts'
import { restoreChecked } from './verify-backup.ts'

const SECRET = 'the-secret-of-the-shop-which-is-long-enough'
const OTHER = 'the-next-secret-of-the-shop-long-enough-too'

let directory: string
let database: DatabaseHandle
let shop: Shop
beforeEach(async () => {
  directory = await mkdtemp('/tmp/puoti-journal-')
  database = await testDatabase()
  shop = await openShop(identityOptions(database, { PUOTI_SECRET: SECRET }))
})
afterEach(async () => {
  await shop.close()
  await database.close()
  await rm(directory, { recursive: true })
})

const access = () => join(directory, 'access.jsonl')
const getLines = async () => (await readFile(access(), 'utf8')).trim().split('\n')
const writeLines = (lines: readonly string[]) => writeFile(access(), lines.map(each => `\n${each}`).join(''))
const warnings = (server = shop) => server.logged.filter(each => each.includes('jsonl'))

async function addUser(email: string, isAdmin = false) {
  const user = { email, language_id: 1001, is_admin: isAdmin, is_verified: true, phone: `+35845${Math.random()}` }
  return database.kysely
    .insertInto('app_user')
    .values({ ...user, phone: user.phone.replace('.', '').slice(0, 13) })
    .returning(['id', 'email', 'created_at'])
    .executeTakeFirstOrThrow()
}

type User = Awaited<ReturnType<typeof addUser>>

/** As an admin would do it in the back office. */
async function revokeAdmin({ id }: User) {
  await inTransaction(database.kysely, async db => {
    await db.updateTable('app_user').set({ is_admin: false }).where('id', '=', id).execute()
    await noteForAddress({ db, secrets: shop.context.secrets }, { kind: 'admin_revoked', userId: id, at: new Date() })
  })
}

const forged = (kind: string, { id, created_at }: User, subject: string | null = null) =>
  JSON.stringify({
    id: randomUUID(),
    kind,
    user_id: id,
    user_created_at: created_at.toISOString(),
    subject,
    right_kind: null,
    right_store_id: null,
    changed_at: new Date(Date.now() + 60_000).toISOString(),
  })

const userNow = (handle: DatabaseHandle, { id }: User) =>
  handle.kysely.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Three admins lose the right, with a line each; then an older copy, from before that, is restored and started. */
async function restoreOlder(alter: (lines: string[]) => string[], variables = { PUOTI_SECRET: SECRET }) {
  const users = [await addUser('a@puoti.example', true), await addUser('b@puoti.example', true)]
  const last = await addUser('c@puoti.example', true)
  const file = join(directory, 'old.backup.gz')
  await writeBackupFile(file, createBackup(database.pool))
  for (const user of [...users, last]) {
    await revokeAdmin(user)
    await matchAccess(shop.context, directory)
  }
  await writeLines(alter(await getLines()))
  const target = await emptyDatabase()
  await restoreChecked(target, file, { now: new Date() })
  const restored = await openShop(identityOptions(target, variables))
  await matchAccess(restored.context, directory)
  const admins = await target.kysely.selectFrom('app_user').select('email').where('is_admin', '=', true).execute()
  const logged = warnings(restored)
  await restored.close()
  await target.close()
  return { admins: admins.map(({ email }) => email.slice(0, 1)), logged }
}

test('an unchanged journal revokes the rights again, and warns of nothing', async () => {
  expect(await restoreOlder(lines => lines)).toEqual({ admins: [], logged: [] })
})

test('a line that grants the right of a former admin again, added to the journal, is ignored and reported', async () => {
  const grant = (lines: string[]) => {
    const entry = JSON.parse(lines[0] ?? '') as object
    const changed_at = new Date(Date.now() + 60_000).toISOString()
    return [...lines, JSON.stringify({ ...entry, id: randomUUID(), kind: 'admin_granted', changed_at })]
  }
  const { admins, logged } = await restoreOlder(grant)
  expect(admins).toEqual([])
  expect(logged).toEqual([expect.stringMatching(/access\.jsonl.*1 line.*not written by this shop/)])
})

test('a changed line is ignored and reported', async () => {
  const { admins, logged } = await restoreOlder(([first = '', ...others]) => [
    first.replace('admin_revoked', 'admin_granted'),
    ...others,
  ])
  expect(admins).toEqual(['a'])
  expect(logged).toEqual([expect.stringMatching(/access\.jsonl.*1 line.*not written by this shop/)])
})

test.each([
  ['the first', (lines: string[]) => lines.slice(1), 'a'],
  ['a middle', ([first = '', , last = '']: string[]) => [first, last], 'b'],
])('%s line that was removed is reported', async (_which, alter, admin) => {
  const { admins, logged } = await restoreOlder(alter)
  expect(admins).toEqual([admin])
  expect(logged).toEqual([expect.stringMatching(/access\.jsonl.*removed or moved/)])
})

test('lines in another order are reported', async () => {
  const { admins, logged } = await restoreOlder(lines => lines.toReversed())
  expect(admins).toEqual([])
  expect(logged).toEqual([expect.stringMatching(/access\.jsonl.*removed or moved/)])
})

test('a line of an earlier secret counts while that secret is known', async () => {
  const variables = { PUOTI_SECRET: OTHER, PUOTI_SECRET_PREVIOUS: SECRET }
  expect(await restoreOlder(lines => lines, variables)).toEqual({ admins: [], logged: [] })
})

test('a line of an unknown secret, or the one in the database, does not count', async () => {
  const variables = { PUOTI_SECRET: OTHER, PUOTI_SECRET_PREVIOUS: 'stored' }
  const { admins, logged } = await restoreOlder(lines => lines, variables)
  expect(admins).toEqual(['a', 'b', 'c'])
  expect(logged).toEqual([expect.stringMatching(/3 lines.*not written by this shop/)])
})

test('in a running shop, added lines neither block an admin nor erase a user, and are reported once', async () => {
  const [admin, user] = [await addUser('admin@puoti.example', true), await addUser('user@puoti.example')]
  await appendFile(access(), `\n${forged('blocked', admin)}`)
  await appendFile(
    join(directory, 'erasures.jsonl'),
    `\n${JSON.stringify({ user_id: user.id, user_created_at: user.created_at.toISOString() })}`,
  )
  for (let times = 0; times < 2; times++) {
    await matchAccess(shop.context, directory)
    await matchErasures(shop.context, directory)
  }
  expect(await userNow(database, admin)).toMatchObject({ blocked_at: null, is_admin: true })
  expect(await userNow(database, user)).toMatchObject({ email: user.email, removed_at: null })
  expect(warnings()).toEqual([expect.stringContaining('access.jsonl'), expect.stringContaining('erasures.jsonl')])
})

test('a line of one journal does not count in the other', async () => {
  const user = await addUser('user@puoti.example')
  const erased = {
    user_id: 999_999,
    user_created_at: user.created_at,
    erased_at: new Date(),
    requested_by: 'clean-up' as const,
  }
  await database.kysely.insertInto('erased_user').values(erased).execute()
  await matchErasures(shop.context, directory)
  await writeFile(access(), await readFile(join(directory, 'erasures.jsonl')))
  await matchAccess(shop.context, directory)
  expect(warnings()).toEqual([expect.stringMatching(/access\.jsonl.*not written by this shop/)])
})

test('servers that write at once extend one chain, also after a line that a crash truncated', async () => {
  const others = [shop, await openShop(identityOptions(database, { PUOTI_SECRET: SECRET }))]
  for (let round = 0; round < 4; round++) {
    await revokeAdmin(await addUser(`round-${round}@puoti.example`, true))
    await Promise.all([...others, ...others].map(({ context }) => matchAccess(context, directory)))
    await appendFile(access(), '\n{"id":"')
  }
  await matchAccess(shop.context, directory)
  expect((await getLines()).filter(each => each.endsWith('}'))).toHaveLength(4)
  expect(others.flatMap(warnings)).toEqual([])
  await others[1]?.close()
})

test('without PUOTI_SECRET lines are neither signed nor checked: the key would be in each backup', async () => {
  const open = await openShop(identityOptions(database))
  const user = await addUser('user@puoti.example')
  await appendFile(access(), `\n${forged('blocked', user)}`)
  await matchAccess(open.context, directory)
  expect(await userNow(database, user)).toMatchObject({ blocked_at: expect.any(Date) })
  expect(warnings(open)).toEqual([])
  await open.close()
})

test('a restore refuses changed journals, and prints how far unchanged ones reach', async () => {
  const place = { config: shop.context.config, directory }
  for (const name of ['a', 'b', 'c']) {
    await revokeAdmin(await addUser(`${name}@puoti.example`, true))
    await matchAccess(shop.context, directory)
  }
  const [first = '', second = '', third = ''] = await getLines()
  await refuseChangedJournals(place)
  expect((await describeJournals(database.kysely, place)).slice(1)).toEqual([
    expect.stringMatching(/access\.jsonl: last line written 2026-03-02T10:00:00\.000Z/),
    expect.stringMatching(/erasures\.jsonl is missing/),
  ])
  // Only the backup's own contents reveal that the end is missing.
  await writeLines([first])
  await refuseChangedJournals(place)
  expect(await describeJournals(database.kysely, place)).toContainEqual(
    expect.stringMatching(/access\.jsonl lacks 2 changes that are in the backup/),
  )
  await rm(access())
  expect(await describeJournals(database.kysely, place)).toContainEqual(expect.stringMatching(/lacks 3 changes/))
  await writeLines([first, third])
  await expect(refuseChangedJournals(place)).rejects.toThrow(/be trusted:\n.*removed or moved[^]*--unsigned/)
  await writeLines([first, second.replace('admin_revoked', 'admin_granted'), third])
  await expect(refuseChangedJournals(place)).rejects.toThrow(/1 line was not written by this shop/)
})

test('a renamed backup is reported by the time inside it', () => {
  const head = { taken_at: '2026-03-02T01:30:04.000Z' }
  expect(describeOtherTime('/srv/puoti-2026-03-02T013000Z.backup.gz', head)).toBeUndefined()
  expect(describeOtherTime('/srv/move.backup.gz', head)).toBeUndefined()
  expect(describeOtherTime('/srv/puoti-2026-11-26T013000Z.backup.gz', head)).toMatch(/2026-03-02T01:30:04.*renamed/)
})
