import type { AdminProduct, ProductInput } from '#contract/catalogue/admin-products.ts'
import { recordset } from '#server/platform/db/recordset.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { sql, type Transaction } from 'kysely'
import { thousandths } from './product-rows.ts'

type Save = { id: number; form: Pick<ProductInput, 'stores'>; stores: AdminProduct['stores'] }

/** What the stores named in the forms do with the products. Rows that stay as they are are neither made nor locked. */
export async function saveOffers(trx: Transaction<Database>, saves: readonly Save[]): Promise<void> {
  const rows = saves.flatMap(changedIn)
  if (rows.length === 0) return
  await sql`
    INSERT INTO store_stock (store_id, product_id, offered, alarm_thousandths, is_standard, product_alarm_thousandths)
    SELECT store_id, product_id, offered, alarm_thousandths, product_type = 'standard', stock_alarm_thousandths
    FROM ${recordset(rows, 'store_id integer, product_id integer, offered boolean, alarm_thousandths bigint')}
    JOIN product ON product.id = product_id
    ORDER BY product_id, store_id
    ON CONFLICT (store_id, product_id)
    DO UPDATE SET offered = excluded.offered, alarm_thousandths = excluded.alarm_thousandths`.execute(trx)
}

const NOT_THERE = { offered: false, alarm_limit: null }

const changedIn = ({ id, form, stores: before }: Save) =>
  (form.stores ?? [])
    .filter(store => {
      const { offered, alarm_limit } = before.find(({ store_id }) => store_id === store.store_id) ?? NOT_THERE
      return store.offered !== offered || store.alarm_limit !== alarm_limit
    })
    .map(({ store_id, offered, alarm_limit }) => ({
      store_id,
      product_id: id,
      offered,
      alarm_thousandths: thousandths(alarm_limit),
    }))
