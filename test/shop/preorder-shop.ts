import { contract } from '#contract/index.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { userRoutes } from '#server/modules/accounts/profile/routes.ts'
import { adminOrderRoutes } from '#server/modules/orders/admin-orders/routes.ts'
import { orderRoutes } from '#server/modules/orders/checkout/routes.ts'
import { PaymentWorker } from '#server/modules/payments/order-payments/payment-worker.ts'
import { placePreorder } from '#server/modules/preorders/booking/book-preorder.ts'
import { preorderRoutes } from '#server/modules/preorders/booking/routes.ts'
import { afterPreorderChange } from '#server/modules/preorders/delivery/notify-delivered.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { sealedChannels } from '#server/platform/outbox/delivery.ts'
import { openOutbox } from '#server/platform/outbox/outbox.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { addEvent } from '#test/rows/preorder-events.ts'
import { featureServer, signedInShopper } from './feature-server.ts'

type Options = {
  now?: () => Date
  /** Sends no mail: the outbox keeps them. */
  isSilent?: boolean
}

/**
 * One server of a shop with pre-orders, on a database that several may share: orders and bookings over HTTP, with a real outbox.
 */
export async function openPreorderShop(database: DatabaseHandle, { now, isSilent = false }: Options = {}) {
  let worker: PaymentWorker | undefined
  const { app, context, logged } = await featureServer(database, {
    ...(now && { now }),
    routes: (mount, made) => {
      worker = new PaymentWorker(made)
      // As many bookings as a test wants.
      made.config = { ...made.config, rateLimitFactor: 10_000 }
      mount(contract.orders, orderRoutes(made, { payments: worker, placePreorder }))
      mount(contract.users, userRoutes(made))
      mount(contract.adminOrders, adminOrderRoutes(made, { afterPreorderChange }))
      mount(contract.preorders, preorderRoutes(made, worker))
    },
  })
  const mails: MailMessage[] = []
  // A message is due by the database's clock.
  context.outbox = openOutbox({ ...context, now: () => new Date() })
  const mail = { send: async (message: MailMessage) => void mails.push(message) }
  if (!isSilent) context.outbox.start(sealedChannels(context, { mail, sms: { send: async () => undefined } }))

  const call = (session: string, request: string, body?: object) => {
    const [method = 'GET', url = '/'] = request.split(' ')
    return app.inject({
      // Tests only use the four methods of the contract.
      method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: `/api/${url}`,
      headers: { cookie: `${SESSION_COOKIE}=${session}`, 'x-csrf-token': csrfToken(context.secrets, session) },
      ...(body && { payload: body }),
    })
  }
  return {
    context,
    logged,
    mails,
    call,
    /** Places an order at checkout, to be booked. */
    async place(session: string, order: NewPreorder): Promise<Order> {
      const placed = await call(session, 'POST order', asBody(order))
      if (placed.statusCode !== 200) throw new Error(placed.body)
      return placed.json<Order>()
    },
    tryToPlace: (session: string, order: NewPreorder) => call(session, 'POST order', asBody(order)),
    book: (session: string, { id, total_amount }: Pick<Order, 'id' | 'total_amount'>) =>
      call(session, 'POST order/preorder', { order_id: id, total_amount }),
    async close() {
      await worker?.close()
      await context.outbox.stop()
      await app.close()
    },
  }
}
export type PreorderShop = Awaited<ReturnType<typeof openPreorderShop>>

/** Pieces by product id. */
type NewPreorder = { eventId: number; replaces?: number; pieces: Record<number, number> }

const asBody = ({ eventId, replaces, pieces }: NewPreorder) => ({
  preorder_event_id: eventId,
  ...(replaces !== undefined && { replaces_order_id: replaces }),
  orderItems: Object.entries(pieces).map(([product, quantity]) => ({ product_id: Number(product), quantity })),
})

/** Stores and products for pre-orders; `event` creates their events. */
export async function stockPreorders(database: DatabaseHandle) {
  const db = database.kysely
  const store = { enable_preorders: true }
  const storeId = await addStore(database, { ...store, name: 'Testilä' })
  const otherStore = await addStore(database, { ...store, name: 'Toisaalla' })
  const vatClassId = await addVatClass(database, { name: `food of ${storeId}`, rates: { '2020-01-01': 1350 } })
  const product = { vatClassId, product_type: 'preorder' } as const
  const pike = await addProduct(database, {
    ...product,
    names: { en: 'Pike', fi: 'Hauki' },
    price_cents: 1200,
    perishable: true,
  })
  const perch = await addProduct(database, { ...product, names: { en: 'Perch' }, price_cents: 950 })
  const net = await addProduct(database, { ...product, names: { en: 'Net' }, price_cents: 4500 })
  const milk = await addProduct(database, { vatClassId, names: { en: 'Milk' } })
  return {
    storeId,
    otherStore,
    pike,
    perch,
    net,
    milk,
    event: (caps: Record<number, number | null>, own: Partial<Parameters<typeof addEvent>[1]> = {}) =>
      addEvent(db, {
        stores: [storeId, otherStore],
        caps: new Map(Object.entries(caps).map(([id, cap]) => [Number(id), cap])),
        ...own,
      }),
    shopper: (own: Parameters<typeof signedInShopper>[1] = {}) =>
      signedInShopper(database, { activeStoreId: storeId, ...own }),
    async getUser(session: string): Promise<{ id: number; email: string }> {
      const of = db.selectFrom('session').innerJoin('app_user', 'app_user.id', 'session.user_id')
      const user = of.select(['app_user.id', 'app_user.email']).where('token_sha256', '=', sha256(session))
      return user.executeTakeFirstOrThrow()
    },
    /** Booked pieces by product id. */
    async booked(eventId: number): Promise<Record<number, number>> {
      const items = db.selectFrom('preorder_event_item').selectAll().where('event_id', '=', eventId)
      return Object.fromEntries((await items.execute()).map(item => [item.product_id, item.booked_thousandths / 1000]))
    },
  }
}
export type PreorderStock = Awaited<ReturnType<typeof stockPreorders>>
