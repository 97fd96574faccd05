import { contract } from '#contract/index.ts'
import type { PaymentTerminal, PaymentTerminals } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { testTerminal } from '#server/adapters/payment-terminal/test-terminal.ts'
import { testTerminalLedger } from '#server/modules/operations/virtual-terminal/ledger.ts'
import { adminOrderRoutes } from '#server/modules/orders/admin-orders/routes.ts'
import { orderRoutes } from '#server/modules/orders/checkout/routes.ts'
import { adminRecallRoutes, recallRoutes } from '#server/modules/orders/recalls/routes.ts'
import { purchaseRoutes } from '#server/modules/orders/receipts/routes.ts'
import { PaymentWorker } from '#server/modules/payments/order-payments/payment-worker.ts'
import { RefundWorker } from '#server/modules/payments/refunds/refund-worker.ts'
import { refundRoutes } from '#server/modules/payments/refunds/routes.ts'
import { unresolvedPaymentRoutes } from '#server/modules/payments/unresolved-payments/routes.ts'
import { placePreorder } from '#server/modules/preorders/booking/book-preorder.ts'
import { preorderRoutes } from '#server/modules/preorders/booking/routes.ts'
import { afterPreorderChange } from '#server/modules/preorders/delivery/notify-delivered.ts'
import type { Context } from '#server/platform/context.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { featureServer, signedInShopper, discardingOutbox } from './feature-server.ts'

type Options = {
  /** The virtual terminal's delay; 0 approves at once. */
  thinkMs?: number
  inFlightMs?: number
  now?: () => Date
  /** With an outbox: sent mails are added to `mails`. */
  hasOutbox?: boolean
  /** Changes the terminal's behaviour. */
  terminal?: (plain: PaymentTerminal) => PaymentTerminal
  /** Terminals other than the virtual one. */
  terminals?: (context: Context) => PaymentTerminals
}

/** One server of a shop, on a database that several may share: orders and payments over HTTP, a virtual terminal. */
export async function openShop(database: DatabaseHandle, options: Options = {}) {
  const { thinkMs = 0, inFlightMs = 60_000, now, terminal = plain => plain, terminals, hasOutbox = false } = options
  const ledger = testTerminalLedger(database.kysely)
  const virtual = terminal(testTerminal({ ledger, thinkMs, inFlightMs }))
  let worker: PaymentWorker | undefined
  let refundWorker: RefundWorker | undefined
  const { app, context, logged, mails } = await featureServer(database, {
    ...(now && { now }),
    hasOutbox,
    routes: (mount, made) => {
      // Late settlements send a mail.
      if (!hasOutbox) made.outbox = discardingOutbox
      made.terminals = terminals?.(made) ?? { byProvider: provider => (provider === 'test' ? virtual : undefined) }
      worker = new PaymentWorker(made)
      refundWorker = new RefundWorker(made)
      mount(contract.orders, orderRoutes(made, { payments: worker, placePreorder }))
      mount(contract.preorders, preorderRoutes(made, worker))
      mount(contract.purchases, purchaseRoutes(made))
      mount(contract.refunds, refundRoutes(made, refundWorker))
      mount(contract.unresolvedPayments, unresolvedPaymentRoutes(made))
      mount(contract.adminOrders, adminOrderRoutes(made, { afterPreorderChange }))
      mount(contract.recalls, recallRoutes(made))
      mount(contract.adminRecalls, adminRecallRoutes(made, refundWorker))
    },
  })
  if (!worker || !refundWorker) throw new Error('the routes were not mounted')

  /** One call of a signed-in shopper. */
  const call = (session: string, request: string, body?: unknown) => {
    const [method = 'GET', url = '/'] = request.split(' ')
    return app.inject({
      // Tests only use the four methods of the contract.
      method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: `/api/${url}`,
      headers: { cookie: `${SESSION_COOKIE}=${session}`, 'x-csrf-token': csrfToken(context.secrets, session) },
      ...(body === undefined ? {} : { payload: body as object }),
    })
  }
  const [openWorker, openRefundWorker] = [worker, refundWorker]
  return {
    app,
    context,
    worker: openWorker,
    refundWorker: openRefundWorker,
    logged,
    mails,
    ledger,
    call,
    async close() {
      await Promise.all([openWorker.close(), openRefundWorker.close()])
      context.terminals.close?.()
      await app.close()
      await context.outbox.stop()
    },
  }
}
export type Shop = Awaited<ReturnType<typeof openShop>>

/** Adds a store with one terminal and a few offered products; returns their ids. */
export async function stockShop(database: DatabaseHandle) {
  const db = database.kysely
  const storeId = await addStore(database, { name: 'Testilä' })
  const food = await addVatClass(database, {
    name: `food of ${storeId}`,
    rates: { '2020-01-01': 1400, '2026-01-01': 1350 },
  })
  const general = await addVatClass(database, { name: `general of ${storeId}`, rates: { '2020-01-01': 2550 } })
  const terminal = await db
    .insertInto('terminal')
    .values({ store_id: storeId, name: 'maksupääte 1', provider: 'test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const milk = await addProduct(database, {
    names: { en: 'Milk', fi: 'Maito', sv: 'Mjölk' },
    vatClassId: food,
    price_cents: 145,
  })
  const soap = await addProduct(database, {
    names: { en: 'Soap' },
    vatClassId: general,
    price_cents: 299,
    deposit_cents: 20,
  })
  const potatoes = await addProduct(database, {
    names: { en: 'Potatoes' },
    vatClassId: food,
    price_cents: 220,
    unit: 'kg',
    product_code_type: 'bulk',
  })
  const cheese = await addProduct(database, {
    names: { en: 'Cheese' },
    vatClassId: food,
    price_cents: 1990,
    unit: 'kg',
    product_code_type: 'bulk_encoded_price',
  })
  const lager = await addProduct(database, {
    names: { en: 'Lager' },
    vatClassId: general,
    price_cents: 250,
    min_age: 18,
  })
  const eventFish = await addProduct(database, { names: { en: 'Fish' }, vatClassId: food, product_type: 'preorder' })
  const elsewhere = await addProduct(database, { names: { en: 'Elsewhere' }, vatClassId: food })
  const offered = [milk, soap, potatoes, cheese, lager]
  await db
    .insertInto('store_stock')
    .values(offered.map(product_id => ({ store_id: storeId, product_id })))
    .execute()
  const shopper = () => signedInShopper(database, { activeStoreId: storeId })
  return { storeId, terminalId: terminal.id, milk, soap, potatoes, cheese, lager, eventFish, elsewhere, shopper }
}
export type Stocked = Awaited<ReturnType<typeof stockShop>>
