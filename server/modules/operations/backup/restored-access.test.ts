import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/durations.ts'
import { matchAccess } from '#server/modules/accounts/access-changes/access-journal.ts'
import { blockUser } from '#server/modules/accounts/admin-users/block-user.ts'
import { matchErasures } from '#server/modules/accounts/privacy/erase-many.ts'
import { cancelMessage } from '#server/modules/messaging/messages/cancel-message.ts'
import { extendHashChain } from '#server/platform/audit-log/hash-chain.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { brokenInvariants } from '#test/database/broken-invariants.ts'
import { emptyDatabase, testDatabase } from '#test/database/database.ts'
import { addOrder, addShopper } from '#test/rows/orders.ts'
import { stockShop } from '#test/rows/stock-shop.ts'
import { identityOptions } from '#test/shop/identity.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import type { TestBrowser } from '#test/shop/test-browser.ts'
import { onlyInFullTier } from '#test/tier.ts'
import { writeBackupFile } from './backup-files.ts'
import { createBackup } from './create-backup.ts'
import { restoreChecked } from './verify-backup.ts'

const BOSS = 'boss@puoti.example'
const NOW = { now: new Date() }

let directory: string
let database: DatabaseHandle
let server: Shop
let target: DatabaseHandle
let restoredServer: Shop | undefined
beforeAll(async () => {
  directory = await mkdtemp('/tmp/puoti-ends-')
})
beforeEach(async () => {
  database = await testDatabase()
  server = await openShop(identityOptions(database, { PUOTI_ADMIN_EMAIL: BOSS }))
  target = await emptyDatabase()
})
afterEach(async () => {
  await restoredServer?.close()
  restoredServer = undefined
  await server.close()
  await target.close()
  await database.close()
})
afterAll(() => rm(directory, { recursive: true }))

async function backUp(): Promise<string> {
  const file = join(directory, `${Math.random()}.backup.gz`)
  await writeBackupFile(file, createBackup(database.pool))
  return file
}
async function restored(file: string, journal?: string): Promise<Shop> {
  await restoreChecked(target, file, NOW)
  restoredServer = await openShop(identityOptions(target, { PUOTI_ADMIN_EMAIL: BOSS }))
  // As at a start, in the same order.
  if (journal) {
    await matchAccess(restoredServer.context, journal)
    await matchErasures(restoredServer.context, journal)
  }
  return restoredServer
}

let phones = 0
/** A user who signed in by email, with a verified phone. */
async function person(email: string, { isAdmin = false } = {}) {
  const browser = await server.signedIn(email)
  phones += 1
  const phone = `+3584577${String(phones).padStart(5, '0')}`
  const { id } = await database.kysely
    .updateTable('app_user')
    .set({ phone, is_verified: true, ...(isAdmin && { is_admin: true }) })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { browser, id, phone, email }
}
const on = (handle: DatabaseHandle, email: string) =>
  handle.kysely.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirst()
const countIn = async (handle: DatabaseHandle, table: string) =>
  Number((await handle.pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n)
const isIn = async (browser: TestBrowser, at: Shop) =>
  (await at.browser({ cookie: browser.cookieHeader() }).call('POST authenticate')).status === 200

const LIVED = ['session', 'login_link', 'removal_code', 'phone_verification', 'passkey_challenge', 'push_device']

describe('a restore', () => {
  async function livingShop() {
    const { browser, id } = await person('shopper@puoti.example')
    const other = await server.browser().opened()
    await other.call('POST login', { email: 'shopper@puoti.example' })
    await server.lastMail('shopper@puoti.example', 2)
    await browser.call('POST removal/code')
    const { pool } = database
    await pool.query(`INSERT INTO phone_verification (user_id, phone, code_hmac, created_at, expires_at)
      VALUES (${id}, '+358457700000', '\\x00', now(), now() + interval '10 minutes')`)
    await pool.query(
      `INSERT INTO passkey_challenge SELECT token_sha256, 'confirm', '\\x00', now() FROM session LIMIT 1`,
    )
    await pool.query(`INSERT INTO push_device (user_id, session_sha256, platform, address, language_id, wants_notifications,
      wants_promotions, created_at) SELECT user_id, token_sha256, 'apns', 'a token', 1001, true, true, now() FROM session LIMIT 1`)
    const { storeId } = await stockShop(database)
    await pool.query(`INSERT INTO door_code (user_id, store_id, provider, lock_name, state, code_encrypted, created_at, expires_at,
      due_at) VALUES (${id}, ${storeId}, 'nuki', 'Puoti 1', 'active', 'sealed', now(), now() + interval '1 day', now())`)
    return browser
  }

  test('ends sessions, links, codes and devices, and revokes active door codes', async () => {
    const browser = await livingShop()
    for (const table of LIVED) expect([table, await countIn(database, table)]).toEqual([table, expect.any(Number)])
    const file = await backUp()
    const { ended, broken } = await restoreChecked(target, file, NOW)
    expect([ended?.sessions, broken]).toEqual([1, []])
    for (const table of LIVED) {
      expect([table, (await countIn(database, table)) > 0]).toEqual([table, true])
      expect([table, await countIn(target, table)]).toEqual([table, 0])
    }
    const [code] = await target.kysely.selectFrom('door_code').selectAll().execute()
    expect(code).toMatchObject({ state: 'revoked', code_encrypted: null })
    expect(await isIn(browser, server)).toBe(true)
    restoredServer = await openShop(identityOptions(target))
    expect(await isIn(browser, restoredServer)).toBe(false)
  })

  test.runIf(onlyInFullTier('it restores two backups'))(
    'keeps all of them for a move, but refuses to move a backup that is more than a day old',
    async () => {
      const browser = await livingShop()
      const file = await backUp()
      const late = { now: new Date(Date.now() + 25 * 3_600_000), isMove: true }
      await expect(restoreChecked(target, file, late)).rejects.toThrow(
        /^This backup was taken at .* too long ago for a move/,
      )
      expect((await restoreChecked(target, file, { ...NOW, isMove: true })).ended).toBeUndefined()
      for (const table of [...LIVED, 'door_code'])
        expect([table, await countIn(target, table)]).toEqual([table, await countIn(database, table)])
      restoredServer = await openShop(identityOptions(target))
      expect(await isIn(browser, restoredServer)).toBe(true)
    },
  )

  test('does not resend emails or SMS whose code or link it ended', async () => {
    const { context } = server
    await context.outbox.stop()
    const browser = await server.browser().opened()
    await browser.call('POST login', { email: 'late@puoti.example' })
    const mail = { to: 'late@puoti.example', subject: 'A receipt', text: 't', html: 'h' }
    await context.outbox.enqueue(database.kysely, 'mail', mail)
    await context.outbox.enqueue(database.kysely, 'sms', { to: '+358', text: '123456', until: new Date() })
    const file = await backUp()
    expect((await restoreChecked(target, file, NOW)).jobs).toBe(1)
    const waiting = await target.kysely.selectFrom('outbox_message').select(['kind', 'state', 'expires_at']).execute()
    expect(waiting).toEqual([{ kind: 'mail', state: 'waiting', expires_at: null }])
  })

  test.runIf(onlyInFullTier('it waits for a terminal'))(
    'checks the deadlines of open payments against the time of the backup',
    async () => {
      const { storeId, terminalId, milk } = await stockShop(database)
      const attempt = async (deadline: string) => {
        const user_id = await addShopper(database)
        const order = await addOrder(database, {
          user_id,
          store_id: storeId,
          products: [milk],
          status: 'payment_pending',
        })
        await database.pool
          .query(`INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents,
        currency, state, order_status_before, deadline_at) VALUES (${order}, ${user_id}, ${terminalId}, gen_random_uuid(), 100,
        'EUR', 'QUEUED', 'checkout', now() + interval '${deadline}')`)
      }
      // It is late a minute past its deadline: not yet when the backup is taken, but when it is restored.
      await attempt('-55 seconds')
      const file = await backUp()
      await attempt('-2 minutes')
      const late = await backUp()
      await sleep(6000)
      expect((await restoreChecked(target, file, NOW)).broken).toEqual([])
      const other = await emptyDatabase()
      expect((await restoreChecked(other, late, NOW)).broken).toEqual([expect.stringMatching(/^I6: /)])
      await other.close()
    },
  )
})

describe('a shop that starts with its journal after a restore', () => {
  let journal: string
  beforeEach(async () => {
    journal = await mkdtemp(join(directory, 'journal-'))
  })
  const retain = () => matchAccess(server.context, journal).then(() => matchErasures(server.context, journal))
  const call = async (browser: TestBrowser, request: string, body: object) => {
    const answer = await browser.call(request, body)
    expect([request, answer.status]).toEqual([request, 200])
  }
  const change = (admin: TestBrowser, what: `${number}/${string}`, body: object) =>
    call(admin, `PUT admin/users/${what}`, body)
  /** Nothing is done twice, and the audit log's hash chain is valid. */
  async function isSettled() {
    const entries = await countIn(target, 'audit_entry')
    await matchAccess(restoredServer!.context, journal)
    expect(await countIn(target, 'audit_entry')).toBe(entries)
    await extendHashChain({ db: target.kysely })
    expect(await brokenInvariants(target)).toEqual({})
  }

  test('blocks users again, unless the block was lifted since the backup', async () => {
    const admin = (await person('admin@puoti.example', { isAdmin: true })).browser
    const [lasting, lifted, before] = [
      await person('lasting@puoti.example'),
      await person('lifted@puoti.example'),
      await person('before@puoti.example'),
    ]
    await change(admin, `${before.id}/blocked`, { is_blocked: true })
    const file = await backUp()
    await change(admin, `${before.id}/blocked`, { is_blocked: false })
    const newcomer = await person('newcomer@puoti.example')
    for (const { id } of [lasting, lifted, newcomer]) {
      server.turnClock(1000)
      await change(admin, `${id}/blocked`, { is_blocked: true })
    }
    server.turnClock(1000)
    await change(admin, `${lifted.id}/blocked`, { is_blocked: false })
    await retain()
    const { context, ...shop } = await restored(file, journal)
    expect(await on(target, lasting.email)).toMatchObject({ blocked_at: expect.any(Date) })
    expect(await on(target, lifted.email)).toMatchObject({ blocked_at: null })
    // A lifted block is not lifted again by the restore: an admin must do it once more.
    expect(await on(target, before.email)).toMatchObject({ blocked_at: expect.any(Date) })
    // The account is lost, and a new account with its address starts blocked.
    const browser = await shop.browser().opened()
    await browser.call('POST login', { email: newcomer.email })
    expect(await on(target, newcomer.email)).toMatchObject({ blocked_at: expect.any(Date) })
    await isSettled()
    // An admin's decision after the restore takes precedence.
    await makeLifted(context, lasting.id)
    await matchAccess(context, journal)
    expect(await on(target, lasting.email)).toMatchObject({ blocked_at: null })
  })

  async function makeLifted(context: Shop['context'], id: number) {
    const { id: author } = (await on(target, 'admin@puoti.example'))!
    await blockUser(
      { ...context, now: () => new Date('2026-03-03') },
      {
        id,
        isBlocked: false,
        author: { userId: author, at: new Date('2026-03-03') },
        caller: { tokenHash: Buffer.alloc(0), passkey: 'none', passkeyConfirmedAt: null, signedInAt: new Date() },
      },
    )
  }

  test.runIf(onlyInFullTier('it restores two backups'))(
    'removes an admin’s rights again, and PUOTI_ADMIN_EMAIL does not return them even when no admin is left',
    async () => {
      const boss = await person(BOSS)
      const file = await backUp()
      const deputy = await person('deputy@puoti.example')
      await change(boss.browser, `${deputy.id}/admin`, { is_admin: true })
      deputy.browser = await server.signedIn('deputy@puoti.example')
      server.turnClock(1000)
      await change(deputy.browser, `${boss.id}/admin`, { is_admin: false })
      await retain()
      const shop = await restored(file, journal)
      expect(await on(target, BOSS)).toMatchObject({ is_admin: false, is_verified: true })
      await shop.signedIn(BOSS)
      expect(await on(target, BOSS)).toMatchObject({ is_admin: false })
      expect(shop.logged.join('\n')).toContain('puoti make-admin')
      await isSettled()
    },
  )

  test('erases removed admins again, and a new account with that address has no admin rights', async () => {
    const [boss, deputy] = [await person(BOSS), await person('deputy@puoti.example')]
    await change(boss.browser, `${deputy.id}/admin`, { is_admin: true })
    deputy.browser = await server.signedIn('deputy@puoti.example')
    const file = await backUp()
    await call(deputy.browser, `POST admin/users/${boss.id}/removal`, {})
    await retain()
    const shop = await restored(file, journal)
    expect(await on(target, BOSS)).toBeUndefined()
    await shop.signedIn(BOSS)
    expect(await on(target, BOSS)).toMatchObject({ is_admin: false })
    await isSettled()
  })

  test('blocks phone numbers again, whether the backup contains them or not', async () => {
    const admin = (await person('admin@puoti.example', { isAdmin: true })).browser
    const user = await person('known@puoti.example')
    const file = await backUp()
    const later = await person('later@puoti.example')
    for (const { id, phone } of [user, later]) await change(admin, `${id}/phone-blocked`, { phone, is_blocked: true })
    await retain()
    const shop = await restored(file, journal)
    expect(await on(target, user.email)).toMatchObject({ is_verified: false })
    const browser = await shop.signedIn('anybody@puoti.example')
    for (const { phone } of [user, later])
      expect((await browser.call('POST sendVerification', { phone })).body).toMatchObject({
        code: 'verification.phoneBlocked',
      })
    await isSettled()
  })

  test('resets passkeys again, and removes a passkey again unless it is the user’s only one', async () => {
    const [reset, owner, single] = [
      await person('reset@puoti.example', { isAdmin: true }),
      await person('owner@puoti.example', { isAdmin: true }),
      await person('single@puoti.example', { isAdmin: true }),
    ]
    const add = (id: number, name: string) =>
      database.pool.query(
        `INSERT INTO passkey (user_id, credential_id, public_key, counter, transports, device_type, is_backed_up, name,
          created_at) VALUES ($1, convert_to($2, 'UTF8'), '\\x00', 0, '{}', 'singleDevice', false, $2, '2026-03-01')`,
        [id, name],
      )
    for (const [who, name] of [
      [reset, 'a'],
      [owner, 'lost'],
      [owner, 'kept'],
      [single, 'only'],
    ] as const)
      await add(who.id, name)
    const file = await backUp()
    await database.pool.query(`UPDATE session SET passkey_confirmed_at = '2026-03-02T10:00:00Z'`)
    await call(owner.browser, `POST admin/users/${reset.id}/passkeys-reset`, {})
    const remove = async (account: { browser: TestBrowser }, name: string) => {
      const { id } = await database.kysely
        .selectFrom('passkey')
        .select('id')
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      await call(account.browser, `DELETE admin/passkeys/${id}`, {})
    }
    await remove(owner, 'lost')
    await remove(single, 'only')
    await retain()
    const shop = await restored(file, journal)
    const remaining = await target.kysely.selectFrom('passkey').select('name').orderBy('id').execute()
    expect(remaining.map(({ name }) => name)).toEqual(['kept', 'only'])
    expect(shop.logged.join('\n')).toContain('it is the user’s only one')
    await isSettled()
  })

  test('cancels messages again that were cancelled since the backup', async () => {
    const { id } = await person('admin@puoti.example', { isAdmin: true })
    const add = (client_key: string, translation?: { language_id: number; translation_of: number }) =>
      database.kysely
        .insertInto('message')
        .values({
          client_key,
          content_sha256: Buffer.from('x'),
          language_id: 1001,
          title: 't',
          text: 't',
          url: '/home',
          user_id: id,
          created_at: new Date(),
          send_at: new Date(Date.now() + DAY_MS),
          ...translation,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const [withdrawn] = [await add('withdrawn'), await add('meant')]
    await add('withdrawn:sv', { language_id: 1003, translation_of: withdrawn.id })
    const file = await backUp()
    await cancelMessage(server.context, withdrawn.id, { userId: id, at: server.context.now() })
    await retain()
    await restored(file, journal)
    const messages = await target.kysely.selectFrom('message').select(['client_key', 'state']).orderBy('id').execute()
    expect(messages).toEqual([
      { client_key: 'withdrawn', state: 'cancelled' },
      { client_key: 'meant', state: 'scheduled' },
      { client_key: 'withdrawn:sv', state: 'cancelled' },
    ])
    await isSettled()
  })

  test('keeps no email address and no phone number in the journal, which only its owner can read', async () => {
    const admin = (await person('admin@puoti.example', { isAdmin: true })).browser
    const { id, phone, email } = await person('known@puoti.example')
    await change(admin, `${id}/blocked`, { is_blocked: true })
    await change(admin, `${id}/phone-blocked`, { phone, is_blocked: true })
    await retain()
    await retain()
    const text = await readFile(join(journal, 'access.jsonl'), 'utf8')
    expect(text.trim().split('\n')).toHaveLength(2)
    expect(text).not.toContain(email)
    expect(text).not.toContain(phone.slice(4))
    expect((await stat(join(journal, 'access.jsonl'))).mode & 0o077).toBe(0)
    await appendFile(join(journal, 'access.jsonl'), '\n{"id":"')
    await retain()
    expect((await readFile(join(journal, 'access.jsonl'), 'utf8')).trim().split('\n')).toHaveLength(3)
  })
})
