import type { Client } from 'pg'

const WORDS = 'maito kerma leipä juusto öljy kahvi tee sämpylä omena peruna suklaa keksi kala liha mehu voi riisi pasta'

/** Adds products until there are so many, each with a Finnish name of two words, a code, and stock in one store. */
export async function growCatalogue(client: Client, products: number): Promise<void> {
  const { rows } = await client.query<{ n: number }>('select count(*)::integer as n from product')
  await client.query(
    `with words as (select $3::text[] as w),
      made as (
        insert into product (supplier_id, product_type, product_code_type, descriptions, ean13, sort_order, stock_alarm_thousandths)
        select (select min(id) from supplier) + n % 5, 'standard', 'standard', '{"en": "", "fi": "", "sv": ""}',
          (6400000000000 + n)::text, n, 3000 from generate_series($1::integer + 1, $2::integer) n returning id)
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
    `insert into store_stock (store_id, product_id, quantity_thousandths)
      select (select min(id) from store), id, (id % 40 - 3) * 1000 from product on conflict do nothing`,
  )
  await client.query('analyze')
}
