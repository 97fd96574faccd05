import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { DAY_MS } from '#domain/durations.ts'
import { notifyShoppers } from '#server/modules/messaging/push/notify-shoppers.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { sealedChannels } from '#server/platform/outbox/delivery.ts'
import { OutboxWorker, openOutbox } from '#server/platform/outbox/outbox.ts'
import { migrate } from '#server/platform/schema/migrate.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { emptyDatabase, testDatabase } from '#test/database/database.ts'
import { subscribeApps } from '#test/push/subscribed.ts'
import { addShopper } from '#test/rows/orders.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { inTier, onlyInFullTier } from '#test/tier.ts'
import { readBackupFile, removeOldBackups, writeBackupFile, BackupError } from './backup-files.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { restoreChecked } from './verify-backup.ts'

let directory: string
let database: DatabaseHandle
let shop: Shop
let stocked: Stocked
let target: DatabaseHandle

beforeAll(async () => {
  directory = await mkdtemp('/tmp/puoti-backup-')
  database = await testDatabase()
  await seedDemo(database.kysely, new Date())
  stocked = await stockShop(database)
  shop = await openShop({ database })
  for (let orders = 0; orders < 3; orders++) await buyMilk()
})
beforeEach(async () => {
  target = await emptyDatabase()
})
afterEach(() => target.close())
afterAll(async () => {
  await shop.close()
  await database.close()
  await rm(directory, { recursive: true })
})

async function buyMilk(): Promise<Order> {
  const session = await stocked.shopper()
  const items = { orderItems: [{ product_id: stocked.milk, quantity: 2 }] }
  const order = (await shop.call(session, 'POST order', items)).json<Order>()
  await shop.call(session, 'POST order/pay', { order_id: order.id, total_amount: 2.9 })
  return order
}

async function backUp(from = database): Promise<string> {
  const file = join(directory, `${Math.random()}.backup.gz`)
  await writeBackupFile(file, createBackup(from.pool))
  return file
}

const getLines = async (handle: DatabaseHandle, table: string) =>
  (await sql<{ line: string }>`SELECT t::text AS line FROM ${sql.table(table)} t ORDER BY 1`.execute(handle.kysely))
    .rows
const isEmpty = async () => {
  const { rows } = await target.pool.query<{ orders: string | null }>(`SELECT to_regclass('customer_order') AS orders`)
  if (!rows[0]?.orders) return true
  return (await target.pool.query('SELECT 1 FROM customer_order UNION ALL SELECT 1 FROM app_user')).rowCount === 0
}

describe('a backup', () => {
  test('is restored row for row with the same sums, and every invariant holds', async () => {
    const file = await backUp()
    const restored = await restoreChecked(target, file, { now: new Date() })
    expect(restored.broken).toEqual([])
    expect(restored.sums).toMatchObject({ payments: '3', paid_cents: '870' })
    for (const table of [
      'customer_order',
      'payment_attempt',
      'stock_move',
      'product_image_file',
      'installation_secret',
    ])
      expect(await getLines(target, table)).toEqual(await getLines(database, table))
    expect((await stat(file)).mode & 0o077).toBe(0)
  })

  test('preserves texts that look like its own markers, and bytes of all kinds', async () => {
    const names = ['\\.', '\\.\n\\.\n', 'tab\there', 'line\nbreak\r\n', '\\N', 'ä€🐟 ', '"quoted";', '{"rows":1}']
    for (const name of names)
      await database.kysely
        .insertInto('supplier')
        .values({ name: `${name} of a test` })
        .execute()
    await restoreChecked(target, await backUp(), { now: new Date() })
    expect(await getLines(target, 'supplier')).toEqual(await getLines(database, 'supplier'))
  })

  test.runIf(onlyInFullTier('it sells for seconds while a backup runs'))(
    'is a consistent snapshot while the shop keeps selling',
    { timeout: 60_000 },
    async () => {
      const selling = Promise.all(Array.from({ length: 12 }, () => buyMilk()))
      const files = [await backUp(), await backUp()]
      await selling
      for (const file of files) {
        const into = await emptyDatabase()
        expect((await restoreChecked(into, file, { now: new Date() })).broken).toEqual([])
        await into.close()
      }
    },
  )

  test('contains the emails still in the outbox, and the restored shop sends each of them once', async () => {
    const { config, log, now, secrets } = shop.context
    await database.pool.query('DELETE FROM outbox_message')
    const mail = { to: 'anna@example.com', subject: 's', text: 't', html: 'h' }
    await openOutbox(shop.context).enqueue(database.kysely, 'mail', mail)
    const file = await backUp()
    expect((await restoreChecked(target, file, { now: new Date() })).jobs).toBe(1)
    const sent: string[] = []
    const needs = { db: target.kysely, config, log, now, secrets }
    const send = async ({ to }: { to: string }) => void sent.push(to)
    const worker = new OutboxWorker(
      needs,
      sealedChannels(needs, { mail: { send }, sms: { send: async () => undefined } }),
    )
    await worker.work()
    await worker.work()
    await worker.close()
    expect(sent).toEqual(['anna@example.com'])
    expect(await target.kysely.selectFrom('outbox_message').selectAll().execute()).toEqual([])
  })

  test.runIf(onlyInFullTier('it restores a backup; one restore of all tables is tested before each merge'))(
    'marks pending push deliveries as failed on restore, since they may have been sent already',
    async () => {
      const userId = await addShopper(database)
      await subscribeApps(database, userId)
      const text = () => ({ title: 'Title', body: 'Body' })
      await inTransaction(database.kysely, trx =>
        notifyShoppers(trx, [{ userId, reference: 'a test of backups', text, url: '/home' }], { at: new Date() }),
      )
      await restoreChecked(target, await backUp(), { now: new Date() })
      const deliveries = await target.kysely
        .selectFrom('outbox_message')
        .select(['state', 'reason'])
        .where('kind', '=', 'push')
        .execute()
      const failed = { state: 'failed', reason: 'unknown: restored from a backup' }
      expect(deliveries).toEqual([failed, failed])
    },
  )

  test.runIf(onlyInFullTier('it restores a backup; one restore of all tables is tested before each merge'))(
    'cancels overdue messages on restore and reports how many; later ones stay scheduled',
    async () => {
      const { id } = await database.kysely.selectFrom('app_user').select('id').limit(1).executeTakeFirstOrThrow()
      const language = await database.kysely.selectFrom('language').select('id').limit(1).executeTakeFirstOrThrow()
      const plain = {
        language_id: language.id,
        title: 't',
        text: 't',
        url: '/home',
        user_id: id,
        created_at: new Date(),
      }
      const messageAt = (client_key: string, send_at: Date) =>
        database.kysely
          .insertInto('message')
          .values({ ...plain, client_key, content_sha256: Buffer.from('x'), state: 'scheduled', send_at })
          .execute()
      await messageAt('due', new Date(Date.now() - 1000))
      await messageAt('later', new Date(Date.now() + DAY_MS))
      expect((await restoreChecked(target, await backUp(), { now: new Date() })).ended?.cancelled).toBe(1)
      const states = await target.kysely.selectFrom('message').select(['client_key', 'state']).orderBy('id').execute()
      expect(states.map(({ state }) => state)).toEqual(['cancelled', 'scheduled'])
    },
  )

  test.runIf(onlyInFullTier('it restores a backup; one restore of all tables is tested before each merge'))(
    'makes the restored database skip order numbers that may already be on receipts',
    async () => {
      const last = Math.max(
        ...(await database.kysely.selectFrom('customer_order').select('id').execute()).map(({ id }) => id),
      )
      const file = await backUp()
      await restoreChecked(target, file, { now: new Date(Date.now() + 7 * DAY_MS) })
      const { rows } = await target.pool.query<{ next: string }>(`SELECT nextval('customer_order_id_seq') AS next`)
      expect(Number(rows[0]?.next)).toBeGreaterThan(last + 100)
    },
  )

  test('is migrated on restore by a later version, whose backups this version refuses', async () => {
    const next = await mkdtemp('/tmp/puoti-migrations-')
    await writeFile(join(next, '901-nickname.sql'), `ALTER TABLE supplier ADD COLUMN nickname text DEFAULT 'x'`)
    const { rows } = await database.pool.query<{ name: string }>('SELECT max(name) AS name FROM schema_migration')
    const { head } = await restoreChecked(target, await backUp(), { now: new Date(), next })
    expect(head.schema).toBe(rows[0]?.name)
    expect(await migrate(target.pool, { next })).toEqual([])
    expect((await target.pool.query('SELECT DISTINCT nickname FROM supplier')).rows).toEqual([{ nickname: 'x' }])
    const empty = await emptyDatabase()
    await expect(restoreChecked(empty, await backUp(target), { now: new Date() })).rejects.toThrow('901-nickname')
    await empty.close()
    await rm(next, { recursive: true })
  })

  test('is restored only into an empty database', async () => {
    await expect(restoreChecked(database, await backUp(), { now: new Date() })).rejects.toThrow(
      /^The database is not empty\./,
    )
  })
})

describe('a damaged backup', () => {
  test.runIf(onlyInFullTier('it restores a backup from each of its cuts'))(
    'is refused wherever it was cut off, and the database stays empty',
    async () => {
      const text = gunzipSync(await readFile(await backUp()))
      const cuts = inTier({ merge: 4, full: 12 })
      for (let cut = 0; cut < cuts; cut++) {
        const cutAt = Math.floor((text.length * (cut + 0.5)) / cuts)
        const pieces = async function* () {
          yield text.subarray(0, cutAt)
        }
        await expect(restoreBackup(target.pool, pieces(), { now: new Date() })).rejects.toThrow()
        expect(await isEmpty()).toBe(true)
      }
      const file = join(directory, 'short.backup.gz')
      await writeFile(file, (await readFile(await backUp())).subarray(0, -20))
      await expect(restoreChecked(target, file, { now: new Date() })).rejects.toThrow(BackupError)
      expect(await isEmpty()).toBe(true)
    },
  )

  test('is refused when a price in it was changed, and the database stays empty', async () => {
    const text = gunzipSync(await readFile(await backUp())).toString('latin1')
    const file = join(directory, 'changed.backup.gz')
    await writeFile(file, gzipSync(Buffer.from(text.replace(/\t290\t/, '\t291\t'), 'latin1')))
    await expect(restoreChecked(target, file, { now: new Date() })).rejects.toThrow(/are not those that were backed up/)
    expect(await isEmpty()).toBe(true)
  })

  test('an intact backup is judged at its own time: a payment that was open then is not late only because the restore came later', async () => {
    const set = (state: string, late: string) =>
      database.pool.query(
        `UPDATE payment_attempt SET state = $1, sent_at = now() - $2::interval
         WHERE id = (SELECT min(id) FROM payment_attempt)`,
        [state, late],
      )
    await set('UNKNOWN', '17 minutes')
    const text = gunzipSync(await readFile(await backUp())).toString('latin1')
    await set('APPROVED', '0')
    const lateIn = async (minutesAgo: number) => {
      const takenAt = new Date(Date.now() - minutesAgo * 60_000).toISOString()
      const file = join(directory, 'earlier.backup.gz')
      await writeFile(
        file,
        gzipSync(Buffer.from(text.replace(/"taken_at":"[^"]+"/, `"taken_at":"${takenAt}"`), 'latin1')),
      )
      const into = await emptyDatabase()
      const { broken } = await restoreChecked(into, file, { now: new Date() })
      await into.close()
      return broken.filter(each => each.startsWith('I6:')).length
    }
    expect([await lateIn(0), await lateIn(10)]).toEqual([1, 0])
  })

  test('is refused with a clear message when it is newer, in another format, empty or unreadable', async () => {
    const text = gunzipSync(await readFile(await backUp())).toString('latin1')
    const newer = text.replace(/"schema":"[^"]+"/, '"schema":"999-later"')
    for (const [wrong, says] of [
      [newer, /does not have the migration 999-later/],
      ['{"format":"other"}\n', /no backup of Puoti/],
      ['', /ends too early/],
    ] as const) {
      const file = join(directory, 'wrong.backup.gz')
      await writeFile(file, gzipSync(Buffer.from(wrong, 'latin1')))
      await expect(restoreChecked(target, file, { now: new Date() })).rejects.toThrow(says)
    }
    await expect(restoreChecked(target, join(directory, 'nothing'), { now: new Date() })).rejects.toThrow(
      /can't be read/,
    )
  })

  test('an intact backup is restored the same when it is read in small chunks', async () => {
    const text = gunzipSync(await readFile(await backUp()))
    const pieces = async function* () {
      for (let from = 0; from < text.length; from += 4093) yield text.subarray(from, from + 4093)
    }
    expect((await restoreBackup(target.pool, pieces(), { now: new Date() })).sums).toMatchObject({
      stores: expect.any(String),
    })
    expect(await getLines(target, 'supplier')).toEqual(await getLines(database, 'supplier'))
  })
})

test('a backup that fails half way leaves no file, and old backups are removed once newer ones exist', async () => {
  const folder = await mkdtemp('/tmp/puoti-backup-')
  const failing = async function* () {
    yield Buffer.from('half')
    throw new Error('the disk is full')
  }
  await expect(writeBackupFile(join(folder, 'puoti-2026-11-22T013000Z.backup.gz'), failing())).rejects.toThrow('full')
  expect(await readdir(folder)).toEqual([])
  for (const time of ['013000', '093000', '213000'])
    await writeFile(join(folder, `puoti-2026-11-22T${time}Z.backup.gz`), '')
  await writeFile(join(folder, 'mine.txt'), '')
  expect(await removeOldBackups(folder)).toHaveLength(2)
  expect(await readdir(folder)).toEqual(['mine.txt', 'puoti-2026-11-22T213000Z.backup.gz'])
  await rm(folder, { recursive: true })
})

test('reading a backup file returns its text', async () => {
  const pieces: Buffer[] = []
  for await (const piece of readBackupFile(await backUp())) pieces.push(piece)
  expect(Buffer.concat(pieces).toString('utf8')).toMatch(/^\{"format":"puoti backup","version":1,.*"tables":\[/)
})
