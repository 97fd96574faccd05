// Child process that writes the rows of placed and paid orders, each shopper on their own connection, using only prepared
// statements: each step of an order in one statement, either each in its own commit, as the shop, or all in one. Prints the orders
// per second.
import { Client, type ClientConfig } from 'pg'
import { newIdempotencyKey } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { BenchShopper } from './bench-stock.ts'

export type RawOrders = {
  database: ClientConfig
  shoppers: BenchShopper[]
  seconds: number
  commits: 'as the shop' | 'one'
}

const { database, shoppers, seconds, commits }: RawOrders = JSON.parse(process.argv[2] ?? 'null')

const STATEMENTS = {
  place: `with placed as (
      insert into customer_order (user_id, store_id, status, total_cents, net_cents, terms_version_id)
      values ($1, $2, 'checkout', 300, 264, (select max(id) from terms_version)) returning id
    ), lines as (
      insert into order_line (order_id, product_version_id, product_id, quantity_thousandths, unit_price_cents, deposit_cents,
        total_cents, rate_basis_points)
      select placed.id, version, product, quantity, 100, 0, 100, 1350
      from placed, unnest($3::integer[], $4::integer[], $5::bigint[]) as line (version, product, quantity)
    ) select id from placed`,
  begin: `with taken as (
      update customer_order set status = 'payment_pending', updated_at = now()
      where id = $1 and user_id = $2 and status = 'checkout' and cancelled_at is null returning id
    ) insert into payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state,
      order_status_before, owner, lease_until, deadline_at, sent_at)
    select taken.id, $2, terminal.id, $4, 300, 'EUR', 'INTENT', 'checkout', 'raw', now() + interval '15 seconds',
      now() + interval '2 minutes', now()
    from taken, (select min(id) as id from terminal where store_id = $3) as terminal
    returning id, terminal_id`,
  atTerminal: `insert into test_terminal_payment (service_id, terminal_id, amount_cents, currency, state)
    values ($1, $2, 300, 'EUR', 'approved') on conflict (service_id) do nothing`,
  settle: `with closed as (
      update payment_attempt set state = 'APPROVED', string_code = 'SUCCESS', transaction_id = 'test-' || $1,
        receipt_text = $4, outcome_at = now(), source = 'live' where id = $1::integer returning order_id
    ), moved as (
      update customer_order set status = 'complete', paid_at = now(), updated_at = now()
      from closed where customer_order.id = closed.order_id returning customer_order.id
    ), kept as (
      insert into receipt (order_id, operator_name, business_id, operator_address, operator_email, operator_phone, store_name,
        store_address, time_zone)
      select moved.id, operator.name, operator.business_id, operator.address, operator.email, operator.phone, store.name,
        store.address, store.time_zone from moved, operator, store where store.id = $2::integer
    ), recorded as (
      insert into order_event (order_id, from_status, to_status, actor, user_id)
      select id, 'payment_pending', 'complete', 'terminal', $3::integer from moved
    ), sold as (
      insert into stock_move (store_id, product_id, quantity_thousandths, kind, order_line_id, user_id)
      select $2::integer, line.product_id, -line.quantity_thousandths, 'sale', line.id, $3::integer
      from order_line line join moved on moved.id = line.order_id returning store_id, product_id, quantity_thousandths
    ) insert into store_stock (store_id, product_id, quantity_thousandths, offered)
    select store_id, product_id, quantity_thousandths, false from sold order by product_id
    on conflict (store_id, product_id)
    do update set quantity_thousandths = store_stock.quantity_thousandths + excluded.quantity_thousandths`,
}

type Buyer = { client: Client; shopper: BenchShopper; versions: number[] }

const run = (client: Client, name: keyof typeof STATEMENTS, values: unknown[]) =>
  client.query<{ id: number; terminal_id: number }>({ name, text: STATEMENTS[name], values })

async function buy({ client, shopper, versions }: Buyer): Promise<void> {
  const { userId, storeId, items } = shopper
  const isOneCommit = commits === 'one'
  if (isOneCommit) await client.query('begin')
  const products = items.map(item => item.product_id)
  const quantities = items.map(item => item.quantity * 1000)
  const placed = await run(client, 'place', [userId, storeId, versions, products, quantities])
  const serviceId = newIdempotencyKey()
  const { rows } = await run(client, 'begin', [placed.rows[0]!.id, userId, storeId, serviceId])
  await run(client, 'atTerminal', [serviceId, rows[0]!.terminal_id])
  await run(client, 'settle', [rows[0]!.id, storeId, userId, 'TEST MODE\nNo money was taken'])
  if (isOneCommit) await client.query('commit')
}

async function comeIn(shopper: BenchShopper): Promise<Buyer> {
  const client = new Client(database)
  await client.connect()
  const ids = shopper.items.map(item => item.product_id)
  const { rows } = await client.query<{ id: number }>(
    'select product_version.id from unnest($1::integer[]) as wanted join product_version on product_id = wanted and is_current',
    [ids],
  )
  return { client, shopper, versions: rows.map(row => row.id) }
}

const buyers = await Promise.all(shoppers.map(comeIn))
const started = performance.now()
let orders = 0
await Promise.all(
  buyers.map(async buyer => {
    while (performance.now() - started < seconds * 1000) {
      await buy(buyer)
      orders++
    }
  }),
)
const perSecond = (orders * 1000) / (performance.now() - started)
await Promise.all(buyers.map(buyer => buyer.client.end()))
console.log(JSON.stringify(perSecond))
