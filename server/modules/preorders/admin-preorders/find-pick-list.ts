import { BOOKED_PREORDER_STATUSES, type PickList } from '#contract/preorders/admin-preorders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { eurosFromCents } from '#domain/money.ts'
import { referenceNumber } from '#domain/payments/reference-number.ts'
import { inSnapshot } from '#server/platform/db/transaction.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import {
  findEvent,
  findEventStores,
  type EventPlace,
  findLines,
  findProducts,
  bookedOfEvent,
  type PreorderRow,
  type ProductRow,
} from './find-lines.ts'
import { sumQuantity } from './find-totals.ts'

type PickedOrder = PickList['orders'][number]
/** With the shoppers and their sums. */
export type WholePickList = Omit<PickList, 'orders'> & {
  orders: (PickedOrder & { [Name in 'email' | 'total_amount']: NonNullable<PickedOrder[Name]> })[]
}

/** A pick list as this person may see it: those who only help in the store get neither shoppers nor sums. */
export async function findPickListFor(
  db: Db,
  { isKeeper, ...place }: EventPlace & { isKeeper: boolean },
  language: LanguageCode,
): Promise<PickList | undefined> {
  const list = await findPickList(db, place, language)
  if (!list || isKeeper) return list
  // The shoppers' addresses would show in the order.
  const orders = list.orders.toSorted((a, b) => a.id - b.id)
  return { ...list, orders: orders.map(order => ({ ...order, email: null, total_amount: null })) }
}

/** Which shopper picks up what at a store; undefined if the event, or this store of it, does not exist. */
export const findPickList = (db: Db, place: EventPlace, language: LanguageCode) =>
  inSnapshot(db, snapshot => findInSnapshot(snapshot, place, language))

async function findInSnapshot(db: Db, place: EventPlace, language: LanguageCode): Promise<WholePickList | undefined> {
  const event = await findEvent(db, place.eventId, language)
  const [store] = await findEventStores(db, place)
  if (!event || !store) return undefined
  const orders = await findOrders(db, place)
  const lines = await findLines(db, place)
  const products = await findProducts(db, [...new Set(lines.map(({ productId }) => productId))], language)
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId)
  const picked = await findPicked(db, place)
  const { status: _status, ...head } = event
  return {
    event: head,
    store,
    orders: orders.flatMap(({ id, status, email, total_cents }) => {
      const preorderStatus = BOOKED_PREORDER_STATUSES.find(each => each === status)
      const items = toProductsResponse(byOrder.get(id) ?? [], products).map(item => ({
        ...item,
        picked: picked.get(id)?.has(item.id) ?? false,
      }))
      const total_amount = eurosFromCents(total_cents)
      return preorderStatus
        ? [{ id, reference_number: referenceNumber(id), status: preorderStatus, email, total_amount, items }]
        : []
    }),
    products: toProductsResponse(lines, products),
  }
}

const findOrders = (db: Db, place: EventPlace) =>
  bookedOfEvent(db, place)
    .innerJoin('app_user', 'app_user.id', 'customer_order.user_id')
    .select(['customer_order.id', 'customer_order.status', 'customer_order.total_cents', 'app_user.email'])
    .orderBy('app_user.email')
    .orderBy('customer_order.id')
    .execute()

/** By order: the products that have been put aside. */
async function findPicked(db: Db, place: EventPlace): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const rows = await bookedOfEvent(db, place)
    .innerJoin('picked_item', 'picked_item.order_id', 'customer_order.id')
    .select(['picked_item.order_id', 'picked_item.product_id'])
    .execute()
  const byOrder = Map.groupBy(rows, ({ order_id: orderId }) => orderId)
  return new Map([...byOrder].map(([id, items]) => [id, new Set(items.map(({ product_id: product }) => product))]))
}

const toProductsResponse = (lines: readonly PreorderRow[], products: ReadonlyMap<number, ProductRow>) =>
  [...Map.groupBy(lines, ({ productId }) => productId)]
    .map(([id, orderLines]) => ({
      id,
      name: products.get(id)?.name ?? '',
      unit: products.get(id)?.unit ?? '',
      quantity: sumQuantity(orderLines),
    }))
    .toSorted(byFinnishName)
