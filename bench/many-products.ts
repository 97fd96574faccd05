import type { Client } from 'pg'

const WORDS = 'maito kerma leipä juusto öljy kahvi tee sämpylä omena peruna suklaa keksi kala liha mehu voi riisi pasta'

/** Adds products up to this number, each with a Finnish name of two words, a code, and stock in one store. */
export async function growCatalogue(client: Client, products: number): Promise<void> {
  const { rows } = await client.query<{ n: number }>('select count(*)::integer as n from product')
  await client.query(
    `with words as (select $3::text[] as w),
      made as (
        insert into product (supplier_id, product_type, product_code_type, descriptions, ean13, sort_order, stock_alarm_thousandths,
          enabled)
        select (select min(id) from supplier) + n % 5, 'standard', 'standard', '{"en": "", "fi": "", "sv": ""}',
          (6400000000000 + n)::text, n, 3000, n % 200 <> 0 from generate_series($1::integer + 1, $2::integer) n returning id)
      insert into product_version (product_id, names, price_cents, vat_class_id, unit, is_current)
      select id, jsonb_build_object('fi', w[1 + id % 18] || w[1 + id / 18 % 18] || ' ' || id, 'en', 'Product ' || id, 'sv', ''),
        id % 900 + 100, (select min(id) from vat_class), 'kpl', true from made, words`,
    [rows[0]?.n ?? 0, products, WORDS.split(' ')],
  )
  await client.query(
    `insert into product_code (code_key, product_id, field) select '0' || ean13, id, 'ean13' from product
      where ean13 between '6400000000000' and '6400009999999' on conflict do nothing`,
  )
  await client.query(
    `insert into store_stock (store_id, product_id, quantity_thousandths, is_standard, product_alarm_thousandths)
      select (select min(id) from store), id, (id % 40 - 3) * 1000, product_type = 'standard', stock_alarm_thousandths
      from product on conflict do nothing`,
  )
  await addPricePlans(client)
  // As autovacuum does after a while.
  await client.query('vacuum analyze')
}

/** Two past campaigns for each product, and for every thousandth one that runs today and a price planned for next month. */
async function addPricePlans(client: Client): Promise<void> {
  await client.query(`
    with one as (select id, row_number() over (order by id) as n from product),
      plans as (
        select id, 'campaign' as kind, 50 as cents, current_date - past as begins, current_date - past + 6 as ends
          from one, unnest(array[40, 80]) as past
        union all select id, 'campaign', 50, current_date - 1, current_date + 7 from one where n % 1000 = 0
        union all select id, 'price', 2000, current_date + 30, null from one where n % 1000 = 0),
      added as (
        insert into price_plan (product_id, kind, price_cents, from_day, until_day, created_at, created_by)
        select id, kind, cents, begins, ends, now() - interval '90 days', (select min(id) from app_user where is_admin) from plans
        returning id, product_id, kind, from_day, until_day)
    insert into campaign_day (product_id, day, price_plan_id)
      select product_id, day::date, id from added, generate_series(from_day, until_day, '1 day') as day where kind = 'campaign'
      on conflict do nothing`)
}

/** Grows one product's ledger and the audit log of all records to this many entries: few corrections among many deliveries. */
export async function growRecords(client: Client, entries: number): Promise<void> {
  await client.query(
    `with shelf as (
        select store_id, min(product_id) as product_id from store_stock where store_id = (select min(id) from store) group by 1),
      there as (select count(*)::integer as moves from stock_move join shelf using (store_id, product_id)),
      moved as (
        insert into stock_move (store_id, product_id, quantity_thousandths, kind, reason)
        select store_id, product_id, 1000, case when n % 500 = 0 then 'correction' else 'delivery' end, 'bench'
        from shelf, there, generate_series(moves + 1, $1::integer) n returning store_id, product_id, quantity_thousandths)
      update store_stock set quantity_thousandths = store_stock.quantity_thousandths + sum.thousandths
      from (select store_id, product_id, sum(quantity_thousandths) as thousandths from moved group by 1, 2) sum
      where store_stock.store_id = sum.store_id and store_stock.product_id = sum.product_id`,
    [entries],
  )
  await client.query(
    `insert into audit_entry (kind, record_id, action, user_id, changes, created_at)
      select case when n % 100 = 0 then 'supplier' else 'product' end, 1001 + n % 1000, 'changed',
        (select min(id) from app_user where is_admin), '[{"field": "enabled", "from": true, "to": false}]',
        timestamptz '2026-01-01' + n * interval '40 minutes'
      from generate_series((select count(*)::integer from audit_entry) + 1, $1::integer) n`,
    [entries],
  )
  await client.query('vacuum analyze')
}
