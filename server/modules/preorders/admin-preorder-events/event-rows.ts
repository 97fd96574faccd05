import { sql, type Transaction } from 'kysely'
import type { AdminPreorderEvent, PreorderEventInput } from '#contract/preorders/admin-preorder-events.ts'
import type { Facts } from '#domain/field-changes.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { recordset } from '#server/platform/db/recordset.ts'
import type { Database } from '#server/platform/schema/tables.ts'

type Trx = Transaction<Database>

/** The columns of the event's own row. */
export const eventColumns = ({
  store_ids: _stores,
  products: _products,
  order_until,
  ...plain
}: PreorderEventInput) => ({
  ...plain,
  order_until: order_until === null ? null : new Date(order_until),
})

/** The part of an event that the form edits. */
export const inputOf = (event: AdminPreorderEvent): PreorderEventInput => ({
  names: event.names,
  descriptions: event.descriptions,
  start_date: event.start_date,
  end_date: event.end_date,
  order_until: event.order_until,
  status: event.status,
  store_ids: event.stores.map(({ store_id }) => store_id),
  products: event.products.map(({ product_id, cap, per_shopper }) => ({ product_id, cap, per_shopper })),
})

/** An event as the audit log compares it: each product with its cap, and the order of the products. */
export function eventFacts({ store_ids, products, order_until, ...form }: PreorderEventInput): Facts {
  const caps = products.map(({ product_id, cap }) => [product_id, cap ?? 'unlimited'])
  const limits = products.flatMap(({ product_id, per_shopper: most }) => (most == null ? [] : [[product_id, most]]))
  return {
    ...form,
    order_until: order_until === null ? null : new Date(order_until).toISOString(),
    stores: store_ids.toSorted((one, other) => one - other),
    products: Object.fromEntries(caps),
    per_shopper: Object.fromEntries(limits),
    product_order: products.map(({ product_id }) => product_id),
  }
}

/** Replaces the stores where the event's goods are picked up. */
export async function writeStores(trx: Trx, eventId: number, storeIds: readonly number[]): Promise<void> {
  const ids = sql`${[...storeIds]}::integer[]`
  await sql`DELETE FROM preorder_event_store WHERE event_id = ${eventId} AND store_id <> ALL (${ids})`.execute(trx)
  await sql`
    INSERT INTO preorder_event_store (event_id, store_id)
    SELECT ${eventId}::integer, store_id FROM unnest(${ids}) AS store_id
    ORDER BY store_id ON CONFLICT DO NOTHING`.execute(trx)
}

/** Replaces the products that the event sells. Never writes the booked quantities: they follow from the orders. */
export async function writeItems(trx: Trx, eventId: number, products: PreorderEventInput['products']): Promise<void> {
  const rows = products.map(({ product_id, cap, per_shopper: most }, position) => ({
    product_id,
    position,
    cap_thousandths: cap === null ? null : thousandthsFromQuantity(cap),
    per_shopper_thousandths: most == null ? null : thousandthsFromQuantity(most),
  }))
  const ids = rows.map(({ product_id }) => product_id)
  await sql`
    DELETE FROM preorder_event_item
    WHERE event_id = ${eventId} AND product_id <> ALL (${ids}::integer[])`.execute(trx)
  await sql`
    INSERT INTO preorder_event_item (event_id, product_id, position, cap_thousandths, per_shopper_thousandths)
    SELECT ${eventId}::integer, product_id, position, cap_thousandths, per_shopper_thousandths
    FROM ${recordset(rows, 'product_id integer, position integer, cap_thousandths bigint, per_shopper_thousandths bigint')}
    ORDER BY product_id
    ON CONFLICT (event_id, product_id)
    DO UPDATE SET position = excluded.position, cap_thousandths = excluded.cap_thousandths,
      per_shopper_thousandths = excluded.per_shopper_thousandths
    WHERE (preorder_event_item.position, preorder_event_item.cap_thousandths, preorder_event_item.per_shopper_thousandths)
      IS DISTINCT FROM (excluded.position, excluded.cap_thousandths, excluded.per_shopper_thousandths)`.execute(trx)
}
