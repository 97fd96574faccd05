import { Client } from 'pg'
import { getDatabase, type RunningShop } from './running-shop.ts'

/** One order in this many is cancelled after a declined payment, which the clean-up keeps; a pre-order; or in error. */
const SHARES = { cancelled: 40, preorder: 100, error: 5000 }
const LINES = 3
const YEARS = 3
const ORDERS_PER_SHOPPER = 50

/**
 * Replaces all orders with this many: three lines each, paid in all stores over three years, ids in chronological order. Then
 * does what a running shop's database does by itself over time: vacuum and statistics.
 */
export async function fillOrders(client: Client, orders: number): Promise<void> {
  // Skips foreign-key checks, because the references are correct by construction. Rebuilding an index takes a tenth of the time
  // that row-by-row updates take: otherwise five million orders would take half an hour.
  // In one transaction, so that a running shop waits: without the indexes, its clean-up would read a million rows for each old order.
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  await client.query("set local maintenance_work_mem = '512MB'")
  const rebuildIndexes = await dropIndexes(client)
  await client.query('truncate customer_order cascade')
  await client.query(
    `insert into app_user (email, phone, is_verified, language_id)
      select 'shopper' || n || case n % 3 when 0 then '@posti.example' when 1 then '@kirje.example' else '@puoti.example' end,
        '+35850' || (1000000 + n), true, 1002
      from generate_series((select count(*) + 1 from app_user where phone like '+35850%')::integer, $1::integer) n
      on conflict do nothing`,
    [Math.ceil(orders / ORDERS_PER_SHOPPER)],
  )
  await client.query(
    `with event as (insert into preorder_event (names, descriptions, start_date, end_date, status) values ('{}', '{}',
        current_date, current_date, 'closed') returning id),
      shoppers as materialized (select id, row_number() over (order by id) - 1 as number, count(*) over () as of
        from app_user where phone like '+35850%'),
      stores as (select array_agg(id order by id) as ids from store),
      made as (select n, now() - make_interval(secs => ($1::integer - n) * ${YEARS} * 31536000.0 / $1) as at,
        n % ${SHARES.cancelled} = 7 as is_cancelled, n % ${SHARES.preorder} = 3 as is_preorder,
        n % ${SHARES.error} = 11 as is_error from generate_series(1, $1::integer) n)
      insert into customer_order (user_id, store_id, order_type, status, total_cents, net_cents, created_at, updated_at,
        paid_at, cancelled_at, preorder_event_id)
      select shoppers.id, stores.ids[1 + n % cardinality(stores.ids)],
        case when is_preorder then 'preorder' else 'standard' end,
        case when is_cancelled then 'checkout' when is_error then 'error' else 'complete' end,
        300 + n * 31::bigint % 5000, 250, at, at, case when is_cancelled or is_error then null else at end,
        case when is_cancelled then at end, case when is_preorder then event.id end
      from made join shoppers on shoppers.number = n * 7919::bigint % (select max(of) from shoppers), stores, event order by n`,
    [orders],
  )
  await client.query(
    `with goods as materialized (select id, product_id, row_number() over (order by id) - 1 as number, count(*) over () as of
        from product_version where is_current)
      insert into order_line (order_id, product_version_id, product_id, quantity_thousandths, unit_price_cents, total_cents,
        rate_basis_points)
      select customer_order.id, goods.id, goods.product_id, 1000, 100, 100, 1350
      from customer_order cross join generate_series(1, ${LINES}) line
        join goods on goods.number = (customer_order.id + line * 13) % (select max(of) from goods)`,
  )
  await client.query(
    `insert into preorder_event_item (event_id, product_id, position, booked_thousandths)
      select preorder_event_id, product_id, 0, sum(quantity_thousandths)
      from customer_order join order_line on order_id = customer_order.id
      where preorder_event_id is not null and status <> 'checkout' and cancelled_at is null group by 1, 2`,
  )
  await client.query(
    `insert into payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state,
        order_status_before, created_at, sent_at, deadline_at, outcome_at, string_code, source)
      select customer_order.id, user_id, (select min(id) from terminal), 'bench-' || customer_order.id, total_cents, 'EUR',
        case when paid_at is null then 'DECLINED' else 'APPROVED' end, 'checkout', ended_at, ended_at, ended_at, ended_at,
        case when paid_at is null then 'DECLINED' else 'SUCCESS' end, 'live'
      from customer_order, coalesce(paid_at, cancelled_at) as ended_at where ended_at is not null and status in ('complete', 'checkout')`,
  )
  await rebuildIndexes()
  await client.query('commit')
  await client.query('vacuum (analyze) customer_order, order_line, payment_attempt, app_user')
}

/** Drops the large tables' indexes that enforce no constraint; returns a function that rebuilds them. */
async function dropIndexes(client: Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid in ('customer_order'::regclass, 'order_line'::regclass, 'payment_attempt'::regclass) and not indisunique`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return async () => {
    for (const { definition } of rows) await client.query(definition)
  }
}

/** `fillOrders` for a running shop. */
export async function fillShop(shop: RunningShop, orders: number): Promise<void> {
  const client = new Client(getDatabase(shop))
  await client.connect()
  await fillOrders(client, orders)
  await client.end()
}
