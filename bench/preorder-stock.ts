import { Client } from 'pg'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { randomToken, sha256 } from '#server/platform/secrets/secrets.ts'
import { getCsrfToken } from './bench-stock.ts'
import { getDatabase, type RunningShop } from './running-shop.ts'

/** A shopper's items: one scarce product, and two that are plentiful. */
export type PreorderShopper = { cookie: string; csrfToken: string; items: { product_id: number; quantity: number }[] }
export type EventStock = { eventId: number; shoppers: PreorderShopper[]; scarceIds: number[] }

export const SCARCE = 10
const PLENTY = 10
const SIGNED_IN_AT_ONCE = 20

/** Four fifths of the demand for each scarce product can be booked. */
export const getCap = (shoppers: number): number => Math.floor((shoppers / SCARCE) * 0.8)

/** An event with its own store that `openEvent` opens, and shoppers who are already signed in. */
export async function stockForPreorders(shop: RunningShop, count: number): Promise<EventStock> {
  const client = new Client(getDatabase(shop))
  await client.connect()
  try {
    const storeId = await addStore(client)
    const scarceIds = await addProducts(client, SCARCE)
    const plentyIds = await addProducts(client, PLENTY)
    const eventId = await addEvent(client, { storeId, scarceIds, plentyIds, cap: getCap(count) })
    const tokens = await addShoppers(client, { storeId, count })
    await client.query('analyze')
    const shoppers: PreorderShopper[] = []
    for (let first = 0; first < count; first += SIGNED_IN_AT_ONCE) {
      const some = tokens.slice(first, first + SIGNED_IN_AT_ONCE)
      const signedIn = some.map(async (token, offset) => {
        const at = first + offset
        const cookie = `${SESSION_COOKIE}=${token}`
        const ids = [scarceIds[at % SCARCE]!, plentyIds[at % PLENTY]!, plentyIds[(at + 3) % PLENTY]!]
        const items = ids.map(product_id => ({ product_id, quantity: 1 }))
        return { cookie, csrfToken: await getCsrfToken(shop, cookie), items }
      })
      shoppers.push(...(await Promise.all(signedIn)))
    }
    return { eventId, shoppers, scarceIds }
  } finally {
    await client.end()
  }
}

async function addStore(client: Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into store (name, address, latitude, longitude, always_open, published, enable_preorders)
      values ('Noutopuoti', 'Mittatie 2', 60.2, 23, true, true, true) returning id`,
  )
  return rows[0]!.id
}

async function addProducts(client: Client, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `insert into product (supplier_id, product_type, product_code_type, descriptions)
      select (select min(id) from supplier), 'preorder', 'standard', '{}' from generate_series(1, $1::integer) returning id`,
    [count],
  )
  const ids = rows.map(row => row.id)
  await client.query(
    `insert into product_version (product_id, names, price_cents, vat_class_id, unit, is_current)
      select id, jsonb_build_object('en', 'Fish ' || id, 'fi', 'Kala ' || id, 'sv', 'Fisk ' || id), id % 900 + 100,
        (select min(id) from vat_class), 'kpl', true from unnest($1::integer[]) as id`,
    [ids],
  )
  return ids
}

type NewEvent = { storeId: number; scarceIds: number[]; plentyIds: number[]; cap: number }

async function addEvent(client: Client, { storeId, scarceIds, plentyIds, cap }: NewEvent): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into preorder_event (names, descriptions, start_date, end_date)
      values ('{"en": "Fish day", "fi": "Kalapäivä", "sv": "Fiskdag"}', '{"en": "", "fi": "", "sv": ""}',
        current_date + 7, current_date + 9) returning id`,
  )
  const eventId = rows[0]!.id
  await client.query('insert into preorder_event_store (event_id, store_id) values ($1, $2)', [eventId, storeId])
  await client.query(
    `insert into preorder_event_item (event_id, product_id, position, cap_thousandths)
      select $1, id, row_number() over (order by id), case when id = any($3::integer[]) then $4::bigint * 1000 end
      from unnest($2::integer[]) as id`,
    [eventId, [...scarceIds, ...plentyIds], scarceIds, cap],
  )
  return eventId
}

/** Adds verified shoppers with this store and a session each; returns the session tokens. */
async function addShoppers(client: Client, { storeId, count }: { storeId: number; count: number }): Promise<string[]> {
  const tokens = Array.from({ length: count }, randomToken)
  await client.query(
    `with added as (
      insert into app_user (email, phone, is_verified, language_id, active_store_id, last_login_at)
      select 'preorder' || number || '-' || $2::integer || '@puoti.example',
        '+35847' || (3000000 + $2::integer * 10000 + number), true, 1001, $2::integer, now() from generate_series(1, $1::integer) as number returning id
    ), numbered as (select id, row_number() over (order by id) as number from added)
    insert into session (token_sha256, user_id, expires_at)
    select wanted.token, numbered.id, now() + interval '180 days'
    from numbered join unnest($3::bytea[]) with ordinality as wanted (token, number) using (number)`,
    [count, storeId, tokens.map(sha256)],
  )
  return tokens
}

export async function openEvent(shop: RunningShop, eventId: number): Promise<void> {
  const client = new Client(getDatabase(shop))
  await client.connect()
  await client.query(`update preorder_event set status = 'open' where id = $1`, [eventId])
  await client.end()
}

export type EventSold = { bookedOrders: number; exact: number; wrong: number }

/** The event's result: its orders, how many caps are sold exactly, and how many rows disagree with their orders. */
export async function readSold(shop: RunningShop, { eventId, scarceIds }: EventStock): Promise<EventSold> {
  const client = new Client(getDatabase(shop))
  await client.connect()
  const { rows } = await client.query<EventSold>(
    `with sold as (
      select line.product_id, sum(line.quantity_thousandths) as thousandths from customer_order
      join order_line line on line.order_id = customer_order.id
      where preorder_event_id = $1 and status = 'preorder_booked' and cancelled_at is null group by line.product_id)
    select (select count(*)::integer from customer_order
        where preorder_event_id = $1 and status = 'preorder_booked' and cancelled_at is null) as "bookedOrders",
      count(*) filter (where item.product_id = any($2::integer[]) and booked_thousandths = cap_thousandths)::integer as exact,
      count(*) filter (where booked_thousandths <> coalesce(sold.thousandths, 0))::integer as wrong
    from preorder_event_item item left join sold using (product_id) where item.event_id = $1`,
    [eventId, scarceIds],
  )
  await client.end()
  return rows[0]!
}
