import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Terminal } from '#contract/payments/terminals.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { type Caller, signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let server: Shop
let anna: Caller
let storeId: number
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, hasOutbox: true, modules: ['payments'] })
  anna = await server.caller('admin')
  storeId = await addStore(database, { name: 'Kylän puoti' })
})
afterAll(async () => {
  await server.close()
  await database.close()
})

test('leaves a trace of where the money went, and whether the same keys came back; all admins are mailed', async () => {
  const swede = await signedInShopper(database, { isAdmin: true, languageId: 1003 })
  const unit = (number: string, key: string) => ({
    name: 'MobilePay',
    provider: 'mobilepay',
    settings: {
      transport: 'mobilepay',
      environment: 'production',
      user_flow: 'WEB_REDIRECT',
      receipt_lines: 'HIDDEN',
      merchant_serial_number: number,
      client_id: `client of ${number}`,
      client_secret: `${key}-1`,
      subscription_key: `${key}-2`,
    },
  })
  const added = await anna.call('POST terminals', { store_id: storeId, ...unit('111111', 'k3y-ours') })
  const terminal = added.body as Terminal
  expect((await anna.call(`PUT terminals/${terminal.id}`, unit('666666', 'k3y-theirs'))).status).toBe(200)
  expect((await anna.call(`PUT terminals/${terminal.id}`, unit('111111', 'k3y-ours'))).status).toBe(200)
  const rows = await database.kysely
    .selectFrom('audit_entry')
    .select('changes')
    .where('kind', '=', 'terminal')
    .where('record_id', '=', terminal.id)
    .orderBy('id')
    .execute()
  const getLine = (field: string) =>
    rows.map(({ changes }) => changes.find(each => each.field === field)).map(change => [change?.from, change?.to])
  expect(getLine('settings.merchant_serial_number')).toEqual([
    [null, '111111'],
    ['111111', '666666'],
    ['666666', '111111'],
  ])
  const [first, second, third] = getLine('fingerprints.client_secret')
  expect([first?.[1], second?.[1]]).toEqual([expect.stringMatching(/^#[\w-]{8}$/), expect.stringMatching(/^#/)])
  expect(second?.[1]).not.toBe(first?.[1])
  expect(third).toEqual([second?.[1], first?.[1]])
  expect(JSON.stringify(rows)).not.toContain('k3y')

  const to = `${swede.toLowerCase()}@puoti.example`
  const received = () => server.mails.filter(mail => mail.to === to).map(({ text }) => text)
  await expect.poll(() => received().length).toBe(3)
  expect(received()[1]).toContain('Försäljningsställe (merchant serial number): 111111 → 666666')
  expect(received()[1]).toContain('client_secret: ny nyckel')
  expect(received().join()).not.toContain('k3y')
  await anna.call(`PUT terminals/${terminal.id}`, { ...unit('111111', 'k3y-ours'), name: 'Puhelimella' })
  await anna.call(`PUT terminals/${terminal.id}/retired`, { retired: true })
  await anna.call(`PUT terminals/${terminal.id}/retired`, { retired: false })
  await expect.poll(() => received().length).toBe(4)
  expect(received()[3]).toContain('Används igen')
})
