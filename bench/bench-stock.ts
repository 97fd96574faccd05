import { Client } from 'pg'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { sha256, randomToken } from '#server/platform/secrets/secrets.ts'
import { getDatabase, type RunningShop } from './running-shop.ts'

export const PRODUCTS = 100
export const SHOPPERS = 8

/** A signed-in shopper with their own store and the items of every order. */
export type BenchShopper = {
  userId: number
  storeId: number
  cookie: string
  csrfToken: string
  items: { product_id: number; quantity: number; lot?: string; use_by?: string }[]
}

/** Fills the demo shop up to 100 products, adds a store with a terminal for each shopper, and signs the shoppers in. */
export async function stockForBench(shop: RunningShop): Promise<BenchShopper[]> {
  const client = new Client(getDatabase(shop))
  await client.connect()
  try {
    await fillUpProducts(client)
    const items = await chooseItems(client)
    const shoppers: BenchShopper[] = []
    for (let number = 1; number <= SHOPPERS; number++) {
      const storeId = await addStore(client, number)
      const { userId, token } = await addShopper(client, { number, storeId })
      const cookie = `${SESSION_COOKIE}=${token}`
      shoppers.push({ userId, storeId, cookie, csrfToken: await getCsrfToken(shop, cookie), items })
    }
    await client.query('analyze')
    return shoppers
  } finally {
    await client.end()
  }
}

async function fillUpProducts(client: Client): Promise<void> {
  const { rows } = await client.query<{ n: string }>('select count(*) as n from product where enabled')
  const missing = PRODUCTS - Number(rows[0]?.n)
  if (missing < 0)
    await client.query(
      'update product set enabled = false where id in (select id from product order by id desc limit $1)',
      [-missing],
    )
  const copied = `supplier_id, product_type, product_code_type, descriptions, content_thousandths, content_unit, drawing, stock_alarm_thousandths, sort_order`
  const made = await client.query<{ id: number }>(
    `insert into product (${copied}) select ${copied} from product
      where product_type = 'standard' and product_code_type = 'standard' and min_age is null order by id limit $1 returning id`,
    [Math.max(0, missing)],
  )
  if (made.rowCount !== Math.max(0, missing)) throw new Error('The demo shop has too few products to copy')
  await client.query(
    `insert into product_version (product_id, names, price_cents, vat_class_id, unit, is_current)
      select id, jsonb_build_object('en', 'Product ' || id, 'fi', 'Tuote ' || id, 'sv', 'Vara ' || id), id % 900 + 100,
        (select min(id) from vat_class), 'kpl', true from unnest($1::integer[]) as id`,
    [made.rows.map(row => row.id)],
  )
}

async function chooseItems(client: Client) {
  const { rows } = await client.query<{ id: number }>(
    `select id from product where enabled and product_type = 'standard' and product_code_type = 'standard'
      and min_age is null order by id limit 3`,
  )
  return rows.map((row, index) => ({ product_id: row.id, quantity: index + 1 }))
}

async function addStore(client: Client, number: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into store (name, address, latitude, longitude, always_open, published)
      values ($1, 'Mittatie 1', 60.2, 23, true, true) returning id`,
    [`Mittapuoti ${number}`],
  )
  const storeId = rows[0]!.id
  await client.query(`insert into terminal (store_id, name, provider) values ($1, 'maksupääte 1', 'test')`, [storeId])
  await client.query(
    `insert into store_stock (store_id, product_id, quantity_thousandths)
      select $1, id, 500000000 from product where product_type = 'standard'`,
    [storeId],
  )
  return storeId
}

async function addShopper(client: Client, { number, storeId }: { number: number; storeId: number }) {
  const { rows } = await client.query<{ id: number }>(
    `insert into app_user (email, phone, is_verified, language_id, active_store_id, last_login_at)
      values ($1, $2, true, 1001, $3, now()) returning id`,
    [`bench${number}@puoti.example`, `+35847000020${number}`, storeId],
  )
  const userId = rows[0]!.id
  const token = randomToken()
  await client.query(
    `insert into session (token_sha256, user_id, expires_at) values ($1, $2, now() + interval '180 days')`,
    [sha256(token), userId],
  )
  return { userId, token }
}

export async function getCsrfToken(shop: RunningShop, cookie: string): Promise<string> {
  const answer = await fetch(`${shop.origin}/api/authenticate`, { method: 'POST', headers: { cookie } })
  const { csrf_token }: { csrf_token: string } = JSON.parse(await answer.text())
  return csrf_token
}
