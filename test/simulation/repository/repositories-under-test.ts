import { sql } from 'kysely'
import { testTerminal } from '#server/adapters/payment-terminal/test-terminal.ts'
import { testTerminalLedger } from '#server/modules/operations/virtual-terminal/ledger.ts'
import { cancelOrder } from '#server/modules/orders/checkout/cancel-order.ts'
import { placeOrder } from '#server/modules/orders/checkout/place-order.ts'
import type { PaymentRepository } from '#server/modules/payments/order-payments/payment-repository.ts'
import { sqlPaymentRepository } from '#server/modules/payments/order-payments/sql-payment-repository.ts'
import type { Context } from '#server/platform/context.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { toLotFields } from '#test/rows/lot-fields.ts'
import { stockShop } from '#test/rows/stock-shop.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop } from '#test/shop/open-shop.ts'
import { finish } from '../memory/memory-orders.ts'
import { MemoryRepository } from '../memory/memory-repository.ts'
import { CheckViolation, MemoryRows } from '../memory/memory-rows.ts'
import { memoryLotsUnderTest, sqlLotsUnderTest } from './lots-under-test.ts'
import { memoryRefundsUnderTest, sqlRefundsUnderTest } from './refunds-under-test.ts'
import type { RepositoryUnderTest } from './repository-driver.ts'

/**
 * The real one: the statements of server/modules/payments/order-payments, on a real PostgreSQL, without a worker that takes over
 * attempts.
 */
export async function sqlRepositoryUnderTest(database: DatabaseHandle): Promise<RepositoryUnderTest> {
  const db = database.kysely
  const stocked = await stockShop(database)
  const { context } = await openShop({ database, modules: [] })
  const terminal = testTerminal({ ledger: testTerminalLedger(db), thinkMs: 0, inFlightMs: 0 })
  context.terminals = { byProvider: () => terminal }
  const items = [stocked.milk, stocked.soap].map(product_id => ({ product_id, quantity: 2 }))
  return {
    repository: sqlPaymentRepository(context),
    async newShopper() {
      const token = await signedInShopper(database, { activeStoreId: stocked.storeId })
      const email = `${token.toLowerCase()}@puoti.example`
      return (await db.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
    },
    async place(userId, scanned) {
      const more = scanned ? [{ product_id: stocked.milk, quantity: 1, ...toLotFields(scanned) }] : []
      const placed = await placeOrder(context, shopper(userId, stocked.storeId), [...items, ...more])
      return isRefusal(placed) ? undefined : { id: placed.head.id, totalCents: placed.head.total_cents }
    },
    cancel: async userId => !isRefusal(await cancelOrder(context, userId)),
    async addApp() {
      const { storeId, terminalId } = stocked
      await db.updateTable('store').set({ payment_mode: 'terminal' }).where('id', '=', storeId).execute()
      await db.updateTable('terminal').set({ provider: 'jsonpos' }).where('id', '=', terminalId).execute()
      const app = { store_id: storeId, name: 'MobilePay', provider: 'mobilepay' }
      await db.insertInto('terminal').values(app).execute()
    },
    ...getRows(context),
    ...sqlRefundsUnderTest(context),
    ...sqlLotsUnderTest(context, stocked),
  }
}

const shopper = (userId: number, activeStoreId: number) => ({
  userId,
  activeStoreId,
  tokenHash: Buffer.alloc(0),
  email: '',
  isAdmin: false,
  rights: [],
  isVerified: true,
  languageCode: 'en' as const,
  signedInAt: new Date(0),
  passkey: 'none' as const,
  passkeyConfirmedAt: null,
  lastSeenAt: new Date(),
})

type Rows = Pick<RepositoryUnderTest, 'stopSelling' | 'forceCancel' | 'order' | 'attempt' | 'moves' | 'trail' | 'age'>

const getRows = ({ db }: Context): Rows => ({
  async stopSelling(orderId) {
    await sql`UPDATE store_stock SET offered = false FROM order_line line JOIN customer_order mine ON mine.id = line.order_id
      WHERE mine.id = ${orderId} AND store_stock.store_id = mine.store_id
        AND store_stock.product_id = line.product_id`.execute(db)
  },
  async forceCancel(orderId) {
    const cancelled = { status: 'checkout', cancelled_at: new Date() } as const
    await db.updateTable('customer_order').set(cancelled).where('id', '=', orderId).execute()
  },
  async order(orderId) {
    const row = await db.selectFrom('customer_order').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
    return { status: row.status, isCancelled: row.cancelled_at !== null }
  },
  async attempt(attemptId) {
    const row = await db.selectFrom('payment_attempt').selectAll().where('id', '=', attemptId).executeTakeFirstOrThrow()
    return { state: row.state, owner: row.owner, isSent: row.sent_at !== null }
  },
  async moves(orderId) {
    const { rows } = await sql<{ moves: number }>`
      SELECT count(move.id)::integer AS moves FROM order_line line LEFT JOIN stock_move move ON move.order_line_id = line.id
      WHERE line.order_id = ${orderId} GROUP BY line.id ORDER BY line.id`.execute(db)
    return rows.map(row => row.moves)
  },
  async trail(orderId) {
    const events = db.selectFrom('order_event').select('to_status').where('order_id', '=', orderId).orderBy('id')
    return (await events.execute()).map(event => event.to_status)
  },
  async age(attemptId, ms) {
    await sql`UPDATE payment_attempt SET created_at = created_at - make_interval(secs => ${ms / 1000}),
      lease_until = lease_until - make_interval(secs => ${ms / 1000}),
      outcome_at = outcome_at - make_interval(secs => ${ms / 1000}) WHERE id = ${attemptId}`.execute(db)
  },
})

/** The simulation's repository. */
export async function memoryRepositoryUnderTest(): Promise<RepositoryUnderTest> {
  // As in a database, no two moments are the same.
  let now = 0
  const rows = new MemoryRows(() => (now += 1))
  const terminalIds = [1]
  const memory = new MemoryRepository(rows, terminalIds)
  const order = (orderId: number) => rows.orders.get(orderId)!
  let users = 0
  return {
    repository: atOnce(memory),
    newShopper: async () => ++users,
    async place(userId, scanned) {
      const goods = [1, 2].map(productId => ({ id: rows.nextId(), productId, quantityThousandths: 2000, lot: {} }))
      const more = scanned ? [{ id: rows.nextId(), productId: 1, quantityThousandths: 1000, lot: scanned }] : []
      const placed = finish(memory.place(userId, [], [...goods, ...more]))
      return isRefusal(placed) ? undefined : placed
    },
    cancel: async userId => finish(memory.cancel(userId, 'shopper')),
    async addApp() {
      rows.appIds.add(2)
      terminalIds.push(2)
    },
    async stopSelling(orderId) {
      rows.unsold.add(orderId)
    },
    async forceCancel(orderId) {
      if (order(orderId).status === 'complete') throw new CheckViolation('a paid order stays complete')
      Object.assign(order(orderId), { status: 'checkout', cancelledAt: 0 })
    },
    order: async orderId => ({ status: order(orderId).status, isCancelled: order(orderId).cancelledAt !== null }),
    async attempt(attemptId) {
      const { state, owner, sentAt } = rows.attempts.get(attemptId)!
      return { state, owner, isSent: sentAt !== null }
    },
    moves: async orderId => {
      const sales = rows.moves.filter(move => move.refundLineId === null)
      return order(orderId).lines.map(({ id }) => sales.filter(move => move.lineId === id).length)
    },
    trail: async orderId =>
      rows.history.filter(({ kind, row_id }) => kind === 'event' && row_id === orderId).map(event => event.after),
    async age(attemptId, ms) {
      const row = rows.attempts.get(attemptId)!
      row.createdAt -= ms
      if (row.leaseUntil !== null) row.leaseUntil -= ms
      if (row.outcomeAt !== null) row.outcomeAt -= ms
    },
    ...memoryRefundsUnderTest(rows),
    ...memoryLotsUnderTest(rows),
  }
}

/** The memory's transactions as calls, each run to its end at once. */
const atOnce = (memory: MemoryRepository): PaymentRepository => ({
  begin: async input => finish(memory.begin(input)),
  find: async attemptId => finish(memory.find(attemptId)),
  findOpen: async userId => finish(memory.findOpen(userId)),
  claimTerminal: async (attemptId, owner) => finish(memory.claimTerminal(attemptId, owner)),
  nextInQueue: async owner => finish(memory.nextInQueue(owner)),
  markSent: async (attemptId, owner) => finish(memory.markSent(attemptId, owner)),
  recordState: async (attemptId, state) => finish(memory.recordState(attemptId, state)),
  settle: async (attempt, outcome) => finish(memory.settle(attempt, outcome)),
  requestCancel: async userId => finish(memory.requestCancel(userId)),
  renewLeases: async (owner, driven) => finish(memory.renewLeases(owner, driven)),
  releaseLeases: async owner => finish(memory.releaseLeases(owner)),
  claimLapsed: async owner => finish(memory.claimLapsed(owner)),
})
