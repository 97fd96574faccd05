import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminHome } from '#contract/administration/dashboard.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { addOrder } from '#test/rows/orders.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

const now = new Date('2026-11-20T12:30:00Z')
let database: DatabaseHandle
let server: Shop
let anna: Caller
let isTerminalWell = true

beforeAll(async () => {
  database = await testDatabase()
  const terminal = { health: async () => ({ ok: isTerminalWell, detail: 'as it is' }) }
  // Only the health of a terminal is requested here.
  server = await openShop({
    database,
    hasOutbox: true,
    now: () => now,
    modules: ['catalogue', 'payments', 'administration'],
    config: { demo: false },
    terminals: () => ({ byProvider: () => terminal as never }),
  })
  anna = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await database.close()
})

async function checklist(): Promise<AdminHome['checklist']> {
  const { status, body } = await anna.call('GET home')
  expect(status).toBe(200)
  return (body as AdminHome).checklist
}
const undone = async () => (await checklist()).filter(({ done }) => !done).map(({ step }) => step)

test('stores that shoppers see and that only take test payments are named, but not in a demo', async () => {
  const free = async () => ((await anna.call('GET home')).body as AdminHome).open_for_tests
  const open = await addStore(database)
  const others = [
    await addStore(database, { published: false }),
    await addStore(database, { payment_mode: 'terminal' }),
  ]
  expect(await free()).toEqual([open])
  Object.assign(server.context.config, { demo: true })
  expect(await free()).toEqual([])
  Object.assign(server.context.config, { demo: false })
  await database.kysely
    .deleteFrom('store')
    .where('id', 'in', [open, ...others])
    .execute()
})

async function addTerminal(storeId: number, provider: string): Promise<number> {
  const row = await database.kysely
    .insertInto('terminal')
    .values({ store_id: storeId, name: `${provider} of ${storeId}`, provider })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const CONFIGURED = ['email', 'sms', 'smsSender', 'backup', 'passkey']

test('the checklist of a new shop completes step by step, can be dismissed, and disappears when all steps are done, in a demo after the first sale', async () => {
  const goLive = ['terminal', 'email', 'sms', 'smsSender', 'backup', 'labels', 'passkey']
  expect(await undone()).toEqual(['company', 'terms', 'store', 'products', 'sale', ...goLive])
  const store = await addStore(database)
  expect(await undone()).toEqual(['company', 'terms', 'products', 'sale', ...goLive])
  const vatClassId = await addVatClass(database, { name: 'more', rates: { '2020-01-01': 2550 } })
  const product_id = await addProduct(database, { vatClassId })
  await database.kysely.insertInto('store_stock').values({ store_id: store, product_id }).execute()
  expect(await undone()).toEqual(['company', 'terms', 'sale', ...goLive])
  await database.pool.query(
    `UPDATE operator SET name = 'Puoti Oy', business_id = '1234567-8', address = 'Kylätie 1', email = 'a@puoti.example'`,
  )
  await database.pool.query(`INSERT INTO terms_version (texts) VALUES ('{}')`)
  await addOrder(database, { user_id: anna.id, store_id: store, status: 'complete', paid_at: now })
  expect(await undone()).toEqual(goLive)
  Object.assign(server.context.config, { demo: true })
  expect(await checklist()).toEqual([])
  Object.assign(server.context.config, { demo: false })

  await database.pool.query(`UPDATE store SET payment_mode = 'terminal' WHERE id = $1`, [store])
  const [testTerminal, real] = [await addTerminal(store, 'test'), await addTerminal(store, 'jsonpos')]
  isTerminalWell = false
  await anna.call(`GET terminals/${real}/health`)
  isTerminalWell = true
  await anna.call(`GET terminals/${testTerminal}/health`)
  expect(await undone()).toContain('terminal')
  await anna.call(`GET terminals/${real}/health`)
  expect(await undone()).toEqual([...CONFIGURED.slice(0, 4), 'labels', 'passkey'])
  expect((await anna.call(`GET shelf-labels.pdf?ids=${product_id}&format=a4-24`)).status).toBe(200)
  expect(await undone()).toEqual(CONFIGURED)

  await anna.call('PUT home/checklist', { is_dismissed: true })
  expect(await checklist()).toEqual([])
  const { body: whole } = await anna.call('GET home/checklist')
  expect(whole).toHaveLength(12)
  await anna.call('PUT home/checklist', { is_dismissed: false })

  await anna.call('PUT home/sms-sender', { is_authorised: true })
  expect(await undone()).not.toContain('smsSender')
  await anna.call('PUT home/sms-sender', { is_authorised: false })
  expect(await undone()).toContain('smsSender')
  // A foreign number needs no authorisation.
  Object.assign(server.context.config, { smsSender: '+46701234567' })
  expect(await undone()).not.toContain('smsSender')
  Object.assign(server.context.config, { smsSender: 'Puoti' })
  expect(await undone()).toContain('smsSender')
  await anna.call('PUT home/sms-sender', { is_authorised: true })
  const smsGateways = [{ kind: 'http', url: 'https://sms.example' }]
  Object.assign(server.context.config, { smtpUrl: 'smtp://mail.example', smsGateways, backupTime: '03:30' })
  expect(await undone()).toEqual(['passkey'])
  await database.pool.query(
    `INSERT INTO passkey (user_id, credential_id, public_key, counter, transports, device_type, is_backed_up, name)
     VALUES ($1, 'x', 'x', 0, '{}', 'singleDevice', false, 'x')`,
    [anna.id],
  )
  await database.pool.query(`UPDATE session SET passkey_confirmed_at = $2 WHERE user_id = $1`, [anna.id, now])
  expect(await checklist()).toEqual([])
})
