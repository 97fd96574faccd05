import { type SelectQueryBuilder, sql, type RawBuilder } from 'kysely'
import type { CostSums } from '#contract/lists.ts'
import type { PurchaseOrder, PurchaseOrderDetail } from '#contract/stock/purchase-orders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { TEN_THOUSANDTHS_PER_EURO } from '#domain/catalogue/purchase-price.ts'
import { eurosFromCents } from '#domain/money.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { PurchaseOrderState } from '#domain/stock/purchase-order.ts'
import { getOrderPack } from '#domain/stock/reorder.ts'
import { nameIn } from '#server/modules/catalogue/admin-products/match-products.ts'
import { currentOfProduct } from '#server/modules/catalogue/products/queries.ts'
import { COUNTED_UP_TO } from '#server/platform/db/lists/find-long-page.ts'
import { findPage, type Paging } from '#server/platform/db/lists/find-page.ts'
import type { Page } from '#server/platform/db/lists/list.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'

type SelectOrders = SelectQueryBuilder<Database & { bought: Database['purchase_order'] }, 'bought', {}>

type OrderSums = { products: number; partly_received: number; fully_received: number; cents: number; unpriced: number }

const selectOrderColumns = (rows: SelectOrders) =>
  rows
    .innerJoin('supplier', 'supplier.id', 'bought.supplier_id')
    .innerJoin('store', 'store.id', 'bought.store_id')
    .selectAll('bought')
    .select([
      'supplier.name as supplier_name',
      'supplier.email',
      'supplier.min_order_cents',
      'store.name as store_name',
    ])
    .select(
      // Ten-thousandths of a euro times thousandths of a unit give hundred-thousandths of a cent.
      sql<OrderSums>`(
        SELECT json_build_object(
          'products', count(*) FILTER (WHERE ordered_thousandths > 0),
          'partly_received', count(*) FILTER (WHERE received_thousandths <> 0),
          'fully_received', count(*) FILTER (WHERE ordered_thousandths > 0 AND received_thousandths >= ordered_thousandths),
          'cents', coalesce(sum(round(price_ten_thousandths * ordered_thousandths / 100000.0)), 0),
          'unpriced', count(*) FILTER (WHERE ordered_thousandths > 0 AND price_ten_thousandths IS NULL))
        FROM purchase_order_line line WHERE line.purchase_order_id = bought.id)`.as('sums'),
    )

type PurchaseOrderRow = Awaited<ReturnType<ReturnType<typeof selectOrderColumns>['execute']>>[number]

const toOrder = ({ sums, ...row }: PurchaseOrderRow): PurchaseOrder => ({
  id: row.id,
  supplier: { id: row.supplier_id, name: row.supplier_name, email: row.email },
  store: { id: row.store_id, name: row.store_name },
  state: row.state,
  products: sums.products,
  partly_received: sums.partly_received,
  fully_received: sums.fully_received,
  value: eurosFromCents(sums.cents),
  unpriced: sums.unpriced,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  sent_to: row.sent_to,
  note: row.note,
  revision: row.revision,
})

type OrdersQuery = Paging & {
  storeId: number
  supplier_id?: number | undefined
  state?: PurchaseOrderState | undefined
}

function selectMatching(db: Db, { storeId, supplier_id, state }: OrdersQuery): SelectOrders {
  let rows: SelectOrders = db.selectFrom('purchase_order as bought').where('bought.store_id', '=', storeId)
  if (supplier_id !== undefined) rows = rows.where('bought.supplier_id', '=', supplier_id)
  return state ? rows.where('bought.state', '=', state) : rows
}

/** The value of all these orders. */
async function sumValues(db: Db, rows: SelectOrders): Promise<CostSums> {
  const found = rows.select('bought.id').limit(COUNTED_UP_TO + 1)
  const { rows: sums } = await sql<{ cents: number }>`
    WITH found AS MATERIALIZED (${found})
    SELECT coalesce(sum(round(price_ten_thousandths * ordered_thousandths / 100000.0)), 0)::bigint AS cents
    FROM found JOIN purchase_order_line line ON line.purchase_order_id = found.id
    HAVING (SELECT count(*) FROM found) <= ${COUNTED_UP_TO}`.execute(db)
  return sums[0] ? { total: eurosFromCents(sums[0].cents) } : null
}

/** A page of a store's orders to suppliers, and the value of them all. */
export async function findOrders(db: Db, query: OrdersQuery): Promise<Page<PurchaseOrder> & { sums: CostSums }> {
  const list = {
    matching: selectMatching(db, query),
    select: selectOrderColumns,
    sorts: { id: sql`bought.id` },
    defaultSort: '-id',
    id: sql`bought.id`,
  }
  const { items, ...counted } = await findPage(list, query)
  return { items: items.map(toOrder), ...counted, sums: await sumValues(db, selectMatching(db, query)) }
}

export const findLines = (db: Db, orderId: number) =>
  db
    .selectFrom('purchase_order_line')
    .selectAll()
    .where('purchase_order_id', '=', orderId)
    .orderBy('position')
    .orderBy('product_id')
    .execute()

/** An order with its lines. A sent one has the suppliers' codes as they were sent; names are in the asked language. */
export async function findOrder(db: Db, id: number, language: LanguageCode): Promise<PurchaseOrderDetail | undefined> {
  const row = await selectOrderColumns(db.selectFrom('purchase_order as bought'))
    .where('bought.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const lines = await findLines(db, id)
  const productIds = lines.map(({ product_id }) => product_id)
  const input = { supplierId: row.supplier_id, productIds, language, day: shopDate(row.created_at) }
  const goods = await findGoods(db, input)
  return {
    ...toOrder(row),
    min_order: row.min_order_cents === null ? null : eurosFromCents(row.min_order_cents),
    lines: lines.map(line => {
      const product = goods.get(line.product_id)
      return {
        product_id: line.product_id,
        name: product?.name ?? line.name ?? '',
        unit: line.unit ?? product?.unit ?? '',
        code: line.name === null ? (product?.code ?? null) : line.code,
        product_code_type: product?.codeType ?? 'standard',
        pack: quantityFromThousandths(line.pack_thousandths),
        price: line.price_ten_thousandths === null ? null : line.price_ten_thousandths / TEN_THOUSANDTHS_PER_EURO,
        ordered: quantityFromThousandths(line.ordered_thousandths),
        received: quantityFromThousandths(line.received_thousandths),
      }
    }),
  }
}

/** For an order that is known to exist. */
export async function getOrder(db: Db, id: number, language: LanguageCode): Promise<PurchaseOrderDetail> {
  const order = await findOrder(db, id, language)
  if (!order) throw new Error(`The purchase order ${id} is not there`)
  return order
}

/**
 * `day`: of the purchase prices, yyyy-mm-dd; without it, prices are null. Without `productIds`, all products that may be ordered
 * from the supplier. Without `supplierId`, each product is ordered from its own.
 */
type OrderedGoodsQuery = { supplierId?: number; productIds?: readonly number[]; language: LanguageCode; day?: string }

const purchasePriceSql = (supplierId: number | undefined, day: string): RawBuilder<number | null> => sql`(
  SELECT price.price_ten_thousandths FROM purchase_price price
  WHERE price.product_id = product.id AND price.valid_from <= ${day}::date
    AND price.supplier_id = ${supplierId ?? sql.ref('product.supplier_id')}
  ORDER BY price.valid_from DESC LIMIT 1)`

/** What an order to a supplier needs of products, by id. */
export async function findGoods(db: Db, query: OrderedGoodsQuery) {
  const { supplierId, productIds, language, day } = query
  const all = db
    .selectFrom('product')
    .innerJoin('product_version as version', currentOfProduct)
    .select(['product.id', 'product.product_code_type', 'product.order_pack_thousandths', 'product.units_per_case'])
    .select(['product.supplier_id', 'product.supplier_code', 'product.ean13', 'product.product_code', 'version.unit'])
    .select(nameIn(language).as('name'))
    .select((day === undefined ? sql<null>`NULL` : purchasePriceSql(supplierId, day)).as('price'))
  const orderable = all
    .where('product.product_type', '=', 'standard')
    .where('product.enabled', '=', true)
    .where('product.recalled_at', 'is', null)
  const some = supplierId === undefined ? orderable : orderable.where('product.supplier_id', '=', supplierId)
  const rows = await (productIds ? all.where('product.id', '=', anyId(productIds)) : some).execute()
  return new Map(
    rows.map(row => [
      row.id,
      {
        supplierId: row.supplier_id,
        name: row.name,
        unit: row.unit,
        code: row.supplier_code ?? row.ean13 ?? row.product_code,
        packThousandths: getOrderPack(row.order_pack_thousandths, row.units_per_case),
        priceTenThousandths: row.price,
        codeType: row.product_code_type,
      },
    ]),
  )
}
export type FoundGoods = Awaited<ReturnType<typeof findGoods>>
