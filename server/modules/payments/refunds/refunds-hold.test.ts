import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { PaymentTerminal } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { stockShop } from '#test/rows/stock-shop.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { getAdmin, paidOrder, findInvalidSums } from '#test/shop/refunds.ts'
import { inTier } from '#test/tier.ts'

/**
 * Several admins refund parts of the same orders, from pages that are out of date; a terminal loses and delays requests and
 * responses, and refuses now and then; servers stop in the middle. Afterwards the terminal's ledger, the refunds, the lines and
 * the shelf must agree, and no order was refunded more than was paid.
 */
const ORDERS = 10
const ADMINS_PER_ORDER = 2
const PRESSES = inTier({ merge: 2, full: 10 })
/** Longer than a request may be late, which in turn is longer than the time until the first status request. */
const IN_FLIGHT_MS = 2500
const LATE_MS = 2000

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** A seeded random generator, so that a failing run can be repeated. */
function chances(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function unreliable(chance: () => number, isFaultless: () => boolean) {
  return (plain: PaymentTerminal): PaymentTerminal => {
    const withFaults = async (request: () => Promise<TerminalAnswer>): Promise<TerminalAnswer> => {
      const luck = isFaultless() ? 1 : chance()
      if (luck < 0.1) return { kind: 'unreachable' }
      if (luck < 0.3) {
        // The request is still in transit when the caller has given up.
        void sleep(chance() * LATE_MS).then(request)
        return { kind: 'unreachable' }
      }
      await sleep(chance() * 30)
      const answer = await request()
      return luck < 0.45 ? { kind: 'unreachable' } : answer
    }
    return {
      ...plain,
      async refund(...args) {
        if (chance() < 0.1) return { kind: 'declined', code: 'NOT_TODAY' }
        return withFaults(() => plain.refund(...args))
      },
      refundStatus: async (...args) =>
        withFaults(async () => (await plain.refundStatus?.(...args)) ?? { kind: 'unreachable' }),
    }
  }
}

test('no order is refunded more than was paid, and the refunds equal the terminal’s ledger to the cent', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const chance = chances(seed)
  let isOver = false
  const stocked = await stockShop(database)
  const options = { inFlightMs: IN_FLIGHT_MS, terminal: unreliable(chance, () => isOver) }
  let servers = [await openShop({ database, ...options }), await openShop({ database, ...options })]
  const anyServer = () => servers[Math.floor(chance() * servers.length)] as Shop
  const items = [
    { product_id: stocked.milk, quantity: 3 },
    { product_id: stocked.soap, quantity: 2 },
    { product_id: stocked.potatoes, quantity: 1.234 },
    { product_id: stocked.cheese, quantity: 0.352, amounts: [5, 2] },
  ]
  const orders: number[] = []
  for (let number = 0; number < ORDERS; number++) {
    orders.push((await paidOrder(anyServer(), items, { stocked })).order.id)
  }

  // A terminal makes one refund at a time: all payments but two get a terminal of their own.
  await database.pool.query(
    `WITH own AS (
      INSERT INTO terminal (store_id, name, provider)
      SELECT $1, 'of ' || id, 'test' FROM payment_attempt WHERE order_id = ANY ($2) RETURNING id, name)
    UPDATE payment_attempt SET terminal_id = own.id FROM own WHERE own.name = 'of ' || payment_attempt.id`,
    [stocked.storeId, orders.slice(2)],
  )

  async function refund(orderId: number) {
    const admin = await getAdmin(database, orderId)
    for (let press = 0; press < PRESSES; press++) {
      const seen = await admin.show(anyServer())
      const line = seen.lines[Math.floor(chance() * seen.lines.length)]!
      const quantity = line.unit === 'kpl' ? 1 : Number((chance() * line.quantity).toFixed(3))
      const part = line.amounts ? { amounts: [line.amounts[press % 2]!] } : { quantity }
      const lines = chance() < 0.1 ? undefined : [{ order_line_id: line.order_line_id, ...part }]
      await sleep(chance() * 100)
      const body = { refunded_amount: seen.refunded_amount, return_stock: chance() < 0.5, ...(lines && { lines }) }
      const answer = await admin.ask(anyServer(), body)
      expect([202, 409, 422]).toContain(answer.statusCode)
      await sleep(chance() * 600)
    }
  }

  const nemesis = (async () => {
    while (!isOver) {
      await sleep(400 + chance() * 600)
      const [leaving, ...others] = servers
      servers = [...others, await openShop({ database, ...options })]
      await leaving?.close()
    }
  })()
  await Promise.all(orders.flatMap(orderId => Array.from({ length: ADMINS_PER_ORDER }, () => refund(orderId))))
  isOver = true
  await nemesis
  // The longest pause between two status requests is ten seconds.
  await sleep(LATE_MS)
  await eventually(async () => {
    const open = database.kysely.selectFrom('refund').select('id').where('outcome_at', 'is', null)
    return (await open.execute()).length === 0
  })
  await Promise.all(servers.map(shop => shop.close()))

  const { rows } = await database.pool.query(`
    SELECT attempt.order_id, attempt.amount_cents AS paid,
      (SELECT coalesce(sum(amount_cents), 0)::integer FROM test_terminal_refund given
        WHERE given.service_id = attempt.service_id AND given.state = 'refunded') AS given,
      (SELECT coalesce(sum(amount_cents), 0)::integer FROM refund
        WHERE refund.attempt_id = attempt.id AND refund.state = 'DONE') AS saved,
      (SELECT count(*)::integer FROM refund WHERE refund.attempt_id = attempt.id AND refund.state = 'DONE') AS times
    FROM payment_attempt attempt ORDER BY attempt.order_id`)
  const wrong = rows.filter(({ paid, given, saved }) => given !== saved || given > paid)
  expect({ seed, wrong, sums: await findInvalidSums(database) }).toEqual({ seed, wrong: [], sums: [] })
  // Some refunds went through; how many differs by seed and by machine.
  expect(rows.reduce((sum, { times }) => sum + times, 0)).toBeGreaterThan(0)
}, 60_000)
