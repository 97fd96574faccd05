import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { terminalUrls } from '#server/config/adapter-urls.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { chooseTerminals } from '#server/wiring/choose-terminals.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { findAttempt } from '#test/rows/attempts.ts'
import { type Stocked, stockShop } from '#test/rows/stock-shop.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { getAdmin, findInvalidSums } from '#test/shop/refunds.ts'
import { type AdyenFault, AdyenSimulator, SETTINGS } from '#test/terminals/adyen/adyen-simulator.ts'
import { inTier } from '#test/tier.ts'
import { saveTerminalSettings } from './queries.ts'

/** Late requests arrive within it. */
const IN_FLIGHT_MS = 2000
const SEED = 4711
const CASES = inTier({ merge: 2, full: 60 })

const LOST = ['lose_request', 'late_request', 'lose_answer', 'late_answer', 'reject', 503] as const
const getFault = (on: AdyenFault['on'], ...more: AdyenFault['act'][]): fc.Arbitrary<AdyenFault> =>
  fc.record({
    on: fc.constant(on),
    act: fc.constantFrom<AdyenFault['act']>(...LOST, ...more),
    ms: fc.integer({ min: 50, max: 1500 }),
  })
type Case = {
  payment: AdyenFault | null
  questions: AdyenFault[]
  refund: AdyenFault | null
  shopper: 'approve' | 'decline' | 'cancel'
  isAborted: boolean
  isRestarted: boolean
}
const cases: fc.Arbitrary<Case> = fc.record({
  payment: fc.option(getFault('Payment', 'double')),
  questions: fc.array(getFault('TransactionStatus'), { maxLength: 2 }),
  refund: fc.option(getFault('Reversal', 'double')),
  shopper: fc.constantFrom('approve', 'approve', 'decline', 'cancel'),
  isAborted: fc.boolean(),
  isRestarted: fc.boolean(),
})

const simulator = new AdyenSimulator()
const { device } = simulator
let database: DatabaseHandle
let shop: Shop
let stocked: Stocked
beforeAll(async () => {
  database = await testDatabase()
  await simulator.open()
  shop = await server()
  stocked = await stockShop(database)
  const { terminalId, storeId } = stocked
  await saveTerminalSettings(shop.context, { terminalId, provider: 'adyen', settings: SETTINGS })
  await database.kysely.updateTable('store').set({ payment_mode: 'terminal' }).where('id', '=', storeId).execute()
})
afterAll(async () => {
  await shop.close()
  await simulator.close()
  await database.close()
})

const server = (): Promise<Shop> =>
  openShop({
    database,
    terminals: context =>
      chooseTerminals({
        ...context,
        config: {
          ...context.config,
          inFlightMs: IN_FLIGHT_MS,
          terminalUrls: terminalUrls({ PUOTI_ADYEN_URL: simulator.url }),
        },
      }),
  })

/** What the shopper does at the terminal, if it ever shows the payment. */
async function atTerminal(serviceId: string, { shopper }: Case, over: () => boolean): Promise<void> {
  while (!over()) {
    const shown = device.payments.get(serviceId)
    await sleep(shown ? 100 : 10)
    if (shown) return shown[shopper]()
  }
}

/** Pays an order and refunds it. After each, the shop and the terminal agree. */
async function play(each: Case): Promise<void> {
  const session = await stocked.shopper()
  const items = { orderItems: [{ product_id: stocked.milk, quantity: 2 }] }
  const order = (await shop.call(session, 'POST order', items)).json<Order>()
  simulator.fault(...(each.payment ? [each.payment] : []), ...each.questions)
  const paying = shop.call(session, 'POST order/pay', { order_id: order.id, total_amount: 2.9 })
  const { service_id } = await eventually(() => findAttempt(database, order.id))
  let isOver = false
  const acting = atTerminal(service_id, each, () => isOver)
  if (each.isAborted) await shop.call(session, 'POST order/pay/abort')
  if (each.isRestarted) {
    const next = await server()
    await shop.close()
    shop = next
  }
  const { state } = await eventually(async () => {
    const attempt = await findAttempt(database, order.id)
    return attempt?.outcome_at ? attempt : undefined
  })
  isOver = true
  await Promise.all([acting, paying])
  const paid = device.payments.get(service_id)
  expect([state === 'APPROVED', paid?.approvedCents ?? 0]).toEqual(state === 'APPROVED' ? [true, 290] : [false, 0])
  if (!paid || state !== 'APPROVED') return
  if (each.refund) simulator.fault(each.refund)
  const refund = await (await getAdmin(database, order.id)).refund(shop)
  expect([refund.state === 'DONE', paid.refundedCents]).toEqual(refund.state === 'DONE' ? [true, 290] : [false, 0])
}

test('whatever is lost, late or doubled, the shop and the terminal agree', { timeout: CASES * 20_000 }, async () => {
  for (const each of fc.sample(cases, { seed: SEED, numRuns: CASES })) {
    await play(each)
    simulator.clearFaults()
  }
  expect(simulator.invalid).toEqual([])
  expect(await findInvalidSums(database)).toEqual([])
})
