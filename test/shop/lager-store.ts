import type { ApprovalAnswer } from '#contract/orders/approvals.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { atCheckout } from './checkout.ts'
import type { Shop } from './open-shop.ts'

/** A store that sells lager, with a person who may be there. */
export async function openLagerStore(shop: Shop) {
  const { kysely: db } = shop.database
  const stocked = await stockShop(shop.database)
  await db.updateTable('store').set({ sells_age_restricted: true }).where('id', '=', stocked.storeId).execute()
  await db.updateTable('product').set({ alcohol: true }).where('id', '=', stocked.lager).execute()
  const helper = await shop.caller('helper', [stocked.storeId])
  const come = () => helper.call(`PUT stores/${stocked.storeId}/presence`)
  const leave = () => helper.call(`DELETE stores/${stocked.storeId}/presence`)
  return { stocked, helper, come, leave }
}

/** The store is staffed every day at these times. */
export const addStaffedHours = (
  { kysely: db }: DatabaseHandle,
  { storeId }: Stocked,
  times: { opens_at: string; closes_at: string },
) =>
  db
    .insertInto('store_staffed_hours')
    .values([1, 2, 3, 4, 5, 6, 7].map(weekday => ({ store_id: storeId, weekday, ...times })))
    .execute()

export const beerIn = ({ lager, milk }: Stocked) => [lager, milk].map(product_id => ({ product_id, quantity: 1 }))

/** A shopper with lager and milk at checkout, while the helper is there. */
export async function orderLager(shop: Shop) {
  const store = await openLagerStore(shop)
  await store.come()
  const bought = await atCheckout(shop, store.stocked, beerIn(store.stocked))
  const { id } = bought.order
  const request = async () => (await shop.call(bought.session, `POST orders/${id}/approval`)).json<ApprovalAnswer>()
  const read = async () => (await shop.call(bought.session, `GET orders/${id}/approval`)).json<ApprovalAnswer>()
  const decide = (is_approved: boolean, by = store.helper) => by.call(`PUT approvals/${id}`, { is_approved })
  return { ...store, ...bought, id, request, read, decide }
}
