import type { Order } from '#contract/orders/orders.ts'
import type { PaymentMethod } from '#domain/payments/payment-method.ts'
import { eventually } from '#test/eventually.ts'
import type { Stocked } from '#test/rows/stock-shop.ts'
import type { Shop } from './open-shop.ts'

type Server = Pick<Shop, 'call'>
type Goods = readonly { product_id: number; quantity: number }[]
/** `through`: another server of the shop. `order`: another order of the shopper. */
type PayOptions = {
  through?: Server
  order?: Order
  method?: PaymentMethod | undefined
  app?: string
  terms_version?: number
}

/** A new shopper with goods at checkout, two milks unless named, and the calls that the web makes for them. */
export async function atCheckout(
  shop: Server,
  { shopper, milk }: Pick<Stocked, 'shopper' | 'milk'>,
  goods: Goods = [{ product_id: milk, quantity: 2 }],
) {
  const session = await shopper()
  const place = async () => (await shop.call(session, 'POST order', { orderItems: goods })).json<Order>()
  const order = await place()
  const getOrder = async (through = shop) => (await through.call(session, `GET orders/${order.id}`)).json<Order>()
  const pay = ({ through = shop, order: { id, total_amount } = order, ...rest }: PayOptions = {}) =>
    through.call(session, 'POST order/pay', { order_id: id, total_amount, ...rest })
  return {
    session,
    order,
    place,
    getOrder,
    pay,
    /** Pays, and returns the outcome. */
    payToEnd: async (options?: PayOptions) => (await pay(options)).json<{ string_code: string }>(),
    abort: () => shop.call(session, 'POST order/pay/abort'),
    /** The address that opens the app, as the web finds it. */
    getAppLink: () => eventually(async () => (await getOrder()).payment?.app_link ?? undefined),
  }
}
