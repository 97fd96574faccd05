// Child process that writes the same rows in the same five commits as a placed and paid order, each shopper on their own
// connection, using only prepared statements; prints the orders per second.
import { randomUUID } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import type { BenchShopper } from './bench-stock.ts'

export type RawOrders = { database: ClientConfig; shoppers: BenchShopper[]; seconds: number }

const { database, shoppers, seconds }: RawOrders = JSON.parse(process.argv[2] ?? 'null')

const STATEMENTS = {
  insertOrder: `insert into customer_order (user_id, store_id, status, total_cents, net_cents, terms_version_id)
    select app_user.id, store.id, 'checkout', $3::integer, $4::integer, (select max(id) from terms_version)
    from app_user join store on store.id = app_user.active_store_id
    where app_user.id = $1 and store.id = $2 and store.published and not exists (select 1 from customer_order other
      where other.user_id = $1 and other.status in ('checkout', 'payment_pending') and other.cancelled_at is null)
    for share of app_user returning id`,
  insertLines: `insert into order_line (order_id, product_version_id, product_id, quantity_thousandths, unit_price_cents,
      deposit_cents, total_cents, rate_basis_points)
    select $1, version, product, quantity, 100, 0, 100, 1350
    from unnest($2::integer[], $3::integer[], $4::bigint[]) as line (version, product, quantity)`,
  takeOrder: `update customer_order set status = 'payment_pending', updated_at = now()
    where id = $1 and user_id = $2 and status = 'checkout' and cancelled_at is null returning id, total_cents`,
  insertAttempt: `insert into payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state,
      order_status_before, owner, lease_until, deadline_at)
    select $1, $2, line.id, $4, $5, 'EUR', case when line.waiting > 0 then 'QUEUED' else 'INTENT' end, 'checkout', 'raw',
      now() + interval '15 seconds', now() + interval '2 minutes'
    from (select terminal.id, (select count(*) from payment_attempt held where held.terminal_id = terminal.id
        and held.state in ('QUEUED', 'INTENT', 'SENT', 'UNKNOWN')) as waiting
      from terminal where terminal.store_id = $3 order by waiting, terminal.id limit 1) as line
    returning id, terminal_id`,
  markSent: `update payment_attempt set sent_at = now(), deadline_at = now() + interval '2 minutes',
      lease_until = now() + interval '15 seconds'
    where id = $1 and owner = 'raw' and state = 'INTENT' and sent_at is null returning sent_at`,
  atTerminal: `insert into test_terminal_payment (service_id, terminal_id, amount_cents, currency, state)
    values ($1, $2, $3, 'EUR', 'approved') on conflict (service_id) do nothing returning *`,
  closeAttempt: `update payment_attempt set state = 'APPROVED', string_code = 'SUCCESS', transaction_id = $2,
      receipt_text = $3, outcome_at = now(), source = 'live'
    where id = $1 and state in ('INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED')`,
  completeOrder: `update customer_order set status = 'complete', paid_at = now(), updated_at = now()
    where id = $1 and status in ('payment_pending', 'error') and cancelled_at is null returning status`,
  recordEvent: `insert into order_event (order_id, from_status, to_status, actor, user_id, kind, attempt_id, outcome)
    values ($1, 'payment_pending', 'complete', 'terminal', $2, 'payment', $3, 'SUCCESS')`,
  moveStock: `insert into stock_move (store_id, product_id, quantity_thousandths, kind, order_line_id, user_id)
    select $2, product_id, -quantity_thousandths, 'sale', id, $3 from order_line where order_id = $1`,
  lowerStock: `insert into store_stock (store_id, product_id, quantity_thousandths, offered)
    select $2, product_id, -quantity_thousandths, false from order_line where order_id = $1 order by product_id
    on conflict (store_id, product_id)
    do update set quantity_thousandths = store_stock.quantity_thousandths + excluded.quantity_thousandths`,
  bumpCatalogue: `update store set catalogue_version = catalogue_version + 1 where id = $1`,
}

type Buyer = { client: Client; shopper: BenchShopper; versions: number[] }

const run = (client: Client, name: keyof typeof STATEMENTS, values: unknown[]) =>
  client.query<{ id: number; terminal_id: number }>({ name, text: STATEMENTS[name], values })

async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  const result = await work()
  await client.query('commit')
  return result
}

const place = ({ client, shopper, versions }: Buyer): Promise<number> =>
  inTransaction(client, async () => {
    const { rows } = await run(client, 'insertOrder', [shopper.userId, shopper.storeId, 300, 264])
    const quantities = shopper.items.map(item => item.quantity * 1000)
    await run(client, 'insertLines', [rows[0]!.id, versions, shopper.items.map(item => item.product_id), quantities])
    return rows[0]!.id
  })

const intend = ({ client, shopper }: Buyer, { orderId, serviceId }: { orderId: number; serviceId: string }) =>
  inTransaction(client, async () => {
    await run(client, 'takeOrder', [orderId, shopper.userId])
    const { rows } = await run(client, 'insertAttempt', [orderId, shopper.userId, shopper.storeId, serviceId, 300])
    return rows[0]!
  })

const settle = ({ client, shopper }: Buyer, { orderId, attemptId }: { orderId: number; attemptId: number }) =>
  inTransaction(client, async () => {
    const receipt = 'TEST MODE\nNo money was taken'
    await run(client, 'closeAttempt', [attemptId, `test-${attemptId}`, receipt])
    await run(client, 'completeOrder', [orderId])
    await run(client, 'recordEvent', [orderId, shopper.userId, attemptId])
    await run(client, 'moveStock', [orderId, shopper.storeId, shopper.userId])
    await run(client, 'lowerStock', [orderId, shopper.storeId])
    await run(client, 'bumpCatalogue', [shopper.storeId])
  })

async function buy(buyer: Buyer): Promise<void> {
  const orderId = await place(buyer)
  const serviceId = randomUUID().replaceAll('-', '')
  const attempt = await intend(buyer, { orderId, serviceId })
  await run(buyer.client, 'markSent', [attempt.id])
  await run(buyer.client, 'atTerminal', [serviceId, attempt.terminal_id, 300])
  await settle(buyer, { orderId, attemptId: attempt.id })
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
const begun = performance.now()
let orders = 0
await Promise.all(
  buyers.map(async buyer => {
    while (performance.now() - begun < seconds * 1000) {
      await buy(buyer)
      orders++
    }
  }),
)
const perSecond = (orders * 1000) / (performance.now() - begun)
await Promise.all(buyers.map(buyer => buyer.client.end()))
console.log(JSON.stringify(perSecond))
