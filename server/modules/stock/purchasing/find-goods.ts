import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import { packOf } from '#domain/stock/reorder.ts'
import { nameIn } from '#server/modules/catalogue/admin-products/match-products.ts'
import { anyOf } from '#server/platform/db/sql-fragments.ts'
import type { Database } from '#server/platform/schema/tables.ts'

/** `day`: of the purchase prices. Without `productIds`, all products that may be ordered from the supplier. */
type Wanted = { supplierId: number; productIds?: readonly number[]; language: LanguageCode; day: string }

const priceOf = ({ supplierId, day }: Wanted): RawBuilder<number | null> => sql`(
  SELECT price.price_ten_thousandths FROM purchase_price price
  WHERE price.product_id = product.id AND price.supplier_id = ${supplierId} AND price.valid_from <= ${day}::date
  ORDER BY price.valid_from DESC LIMIT 1)`

/** What an order to a supplier needs of products, by id. */
export async function findGoods(db: Kysely<Database>, wanted: Wanted) {
  const { supplierId, productIds, language } = wanted
  const all = db
    .selectFrom('product')
    .innerJoin('product_version as version', join =>
      join.onRef('version.product_id', '=', 'product.id').on('version.is_current', '=', sql.lit(true)),
    )
    .select(['product.id', 'product.product_code_type', 'product.order_pack_thousandths', 'product.units_per_case'])
    .select(['product.supplier_code', 'product.ean13', 'product.product_code', 'version.unit'])
    .select([nameIn(language).as('name'), priceOf(wanted).as('price')])
  const some = productIds
    ? all.where('product.id', '=', anyOf(productIds))
    : all
        .where('product.supplier_id', '=', supplierId)
        .where('product.product_type', '=', 'standard')
        .where('product.enabled', '=', true)
        .where('product.recalled_at', 'is', null)
  const rows = await some.execute()
  return new Map(
    rows.map(row => [
      row.id,
      {
        name: row.name,
        unit: row.unit,
        code: row.supplier_code ?? row.ean13 ?? row.product_code,
        packThousandths: packOf(row.order_pack_thousandths, row.units_per_case),
        priceTenThousandths: row.price,
        codeType: row.product_code_type,
      },
    ]),
  )
}
export type Goods = Awaited<ReturnType<typeof findGoods>>
