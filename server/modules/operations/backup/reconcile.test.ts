import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { DAY_MS } from '#domain/durations.ts'
import { saveTerminalSettings } from '#server/modules/payments/terminals/queries.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { chooseTerminals } from '#server/wiring/choose-terminals.ts'
import { emptyDatabase, testDatabase } from '#test/database/database.ts'
import { type Stocked, stockShop } from '#test/rows/stock-shop.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { settingsFor, TERMINAL } from '#test/terminals/jsonpos-bench.ts'
import { runSimulator, type Simulator } from '#test/terminals/run-simulator.ts'
import { onlyInFullTier } from '#test/tier.ts'
import { createBackup } from './create-backup.ts'
import { withPaymentJournal, PaymentJournal, readJournals, removeOldJournals } from './payment-journal.ts'
import { reconcilePayments } from './reconcile.ts'
import { restoreBackup } from './restore-backup.ts'

let directory: string
let database: DatabaseHandle
let simulator: Simulator
let shop: Shop
let stocked: Stocked

beforeAll(async () => {
  directory = await mkdtemp('/tmp/puoti-journal-')
  database = await testDatabase()
  simulator = await runSimulator()
  const terminals = (context: Shop['context']) =>
    withPaymentJournal(chooseTerminals(context), { ...context, journal: new PaymentJournal(directory) })
  shop = await openShop({ database, terminals })
  stocked = await stockShop(database)
  const { terminalId, storeId } = stocked
  await saveTerminalSettings(shop.context, { terminalId, provider: 'jsonpos', settings: settingsFor(simulator, 'tcp') })
  await database.kysely.updateTable('store').set({ payment_mode: 'terminal' }).where('id', '=', storeId).execute()
})
afterAll(async () => {
  await shop.close()
  await simulator.close()
  await database.close()
  await rm(directory, { recursive: true })
})

async function pay(quantity: number, what: 'approve' | 'decline'): Promise<Order> {
  const session = await stocked.shopper()
  const items = { orderItems: [{ product_id: stocked.milk, quantity }] }
  const order = (await shop.call(session, 'POST order', items)).json<Order>()
  const paying = shop.call(session, 'POST order/pay', { order_id: order.id, total_amount: order.total_amount })
  while ((await simulator.press(TERMINAL, what)) !== 204) await sleep(20)
  await paying
  return order
}

const getServiceId = async (order: Order) => {
  const attempts = database.kysely.selectFrom('payment_attempt').select('service_id')
  return (await attempts.where('order_id', '=', order.id).executeTakeFirstOrThrow()).service_id
}

test.runIf(onlyInFullTier('it backs up and restores a shop while shoppers pay'))(
  'reconciling after a restore lists every payment taken since the backup, and no other',
  async () => {
    await pay(1, 'approve')
    const pieces: Buffer[] = []
    for await (const piece of createBackup(database.pool)) pieces.push(Buffer.from(piece))
    const lost = [await pay(2, 'approve'), await pay(3, 'approve')]
    await pay(4, 'decline')

    const restored = await emptyDatabase()
    const text = async function* () {
      yield* pieces
    }
    await restoreBackup(restored.pool, text(), { now: new Date() })
    const terminals = chooseTerminals({ ...shop.context, db: restored.kysely })
    const journal = await readJournals(directory)
    expect(journal).toHaveLength(4)
    const reconciliation = await reconcilePayments(restored.kysely, terminals, journal)
    terminals.close?.()
    await restored.close()

    const paid = reconciliation.filter(({ answer }) => answer.kind === 'approved')
    expect(paid.map(({ entry }) => [entry.service_id, entry.amount_cents])).toEqual([
      [await getServiceId(lost[0]!), 290],
      [await getServiceId(lost[1]!), 435],
    ])
    expect(reconciliation.map(({ answer }) => answer.kind)).toEqual(['approved', 'approved', 'declined'])
    expect(await reconcilePayments(database.kysely, chooseTerminals(shop.context), journal)).toEqual([])
  },
)

test('a payment in an app that the database does not know is read, and not taken', async () => {
  const queries: string[] = []
  const answer = (method: string) => async () => {
    queries.push(method)
    return { kind: 'in_progress' } as const
  }
  const plain = chooseTerminals(shop.context).byProvider('test')!
  const app = { ...plain, status: answer('status'), readStatus: answer('readStatus') }
  const entry = {
    at: '2026-11-22T10:00:00.000Z',
    service_id: 'lost',
    terminal_id: 1,
    amount_cents: 100,
    currency: 'EUR',
  }
  const journal = [{ ...entry, provider: 'mobilepay' }]
  const found = await reconcilePayments(database.kysely, { ...shop.context.terminals, byProvider: () => app }, journal)
  expect(found.map(each => each.answer.kind)).toEqual(['in_progress'])
  expect(queries).toEqual(['readStatus'])
})

test('concurrent payments are all journaled, and no terminal is called before the journal has an entry', async () => {
  const folder = await mkdtemp('/tmp/puoti-journal-')
  const seen: number[] = []
  const journal = new PaymentJournal(folder)
  const terminal = {
    start: async () => {
      seen.push((await readJournals(folder)).length)
      return { kind: 'declined', code: 'NO' } as const
    },
  }
  const plain = chooseTerminals(shop.context).byProvider('test')!
  const { byProvider } = withPaymentJournal(
    { byProvider: () => ({ ...plain, ...terminal }) },
    { ...shop.context, journal },
  )
  const payments = Array.from({ length: 50 }, (_, index) => `service-${index}`)
  const start = async (serviceId: string) =>
    byProvider('test')?.start(
      { serviceId, terminalId: 1, amountCents: 100, currency: 'EUR' },
      AbortSignal.timeout(1000),
    )
  await Promise.all(payments.map(start))
  expect(Math.min(...seen)).toBeGreaterThan(0)
  expect((await readJournals(folder)).map(entry => entry.service_id).toSorted()).toEqual(payments.toSorted())
  await journal.close()

  // A crash in the middle of a line.
  await appendFile(join(folder, (await readdir(folder))[0] ?? ''), '{"at":"2026-11-22T10:0')
  expect(await readJournals(folder)).toHaveLength(50)
  await removeOldJournals(folder, new Date(Date.now() + 61 * DAY_MS))
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true })
})

test('a terminal with a journal still says whether its settings protect what is sent', async () => {
  const plain = chooseTerminals(shop.context).byProvider('test')!
  const queries: object[] = []
  const protects = async (settings: object) => queries.push(settings) > 1
  const folder = await mkdtemp('/tmp/puoti-journal-')
  const journal = new PaymentJournal(folder)
  const terminals = withPaymentJournal({ byProvider: () => ({ ...plain, protects }) }, { ...shop.context, journal })
  expect(await terminals.byProvider('test')?.protects?.({ transport: 'tcp' })).toBe(false)
  expect(queries).toEqual([{ transport: 'tcp' }])
  await journal.close()
  await rm(folder, { recursive: true })
})

test('payments in an app can be withdrawn with a journal, too', async () => {
  const folder = await mkdtemp('/tmp/puoti-journal-')
  const journal = new PaymentJournal(folder)
  const { byProvider } = withPaymentJournal(chooseTerminals(shop.context), { ...shop.context, journal })
  expect(byProvider('mobilepay')?.withdraw).toBeDefined()
  expect(byProvider('jsonpos')?.withdraw).toBeUndefined()
  await journal.close()
  await rm(folder, { recursive: true })
})

test('a journal that can’t be written does not stop the payment, and a warning is logged', async () => {
  const plain = chooseTerminals(shop.context).byProvider('test')!
  const start = async () => ({ kind: 'declined', code: 'NO' }) as const
  const journal = new PaymentJournal('/dev/null/no-such-place')
  const warnings: unknown[] = []
  const log = { ...shop.context.log, warn: (what: unknown, message?: string) => void warnings.push(what, message) }
  const { byProvider } = withPaymentJournal(
    { byProvider: () => ({ ...plain, start }) },
    { ...shop.context, log, journal },
  )
  const payment = { serviceId: 'x', terminalId: 1, amountCents: 100, currency: 'EUR' }
  expect(await byProvider('test')?.start(payment, AbortSignal.timeout(1000))).toEqual({ kind: 'declined', code: 'NO' })
  expect(warnings).toEqual([
    { service_id: 'x', directory: '/dev/null/no-such-place', reason: expect.stringContaining('ENOTDIR') },
    'a payment could not be written to the payment journal',
  ])
})
