import type { PurchasePriceRow } from '#contract/catalogue/purchase-prices.ts'
import { TEN_THOUSANDTHS_PER_EURO, findPriceOn } from '#domain/catalogue/purchase-price.ts'
import type { Db } from '#server/platform/schema/tables.ts'

export const isProduct = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('product').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export async function listPurchasePrices(db: Db, productId: number, today: string): Promise<PurchasePriceRow[]> {
  const rows = await db
    .selectFrom('purchase_price as price')
    .innerJoin('supplier', 'supplier.id', 'price.supplier_id')
    .select(['supplier.id', 'supplier.name', 'price.valid_from', 'price.price_ten_thousandths'])
    .where('price.product_id', '=', productId)
    .orderBy('price.valid_from', 'desc')
    .orderBy('supplier.id')
    .execute()
  return rows.map(({ id, name, valid_from, price_ten_thousandths }) => {
    const supplierRows = rows.filter(row => row.id === id)
    const dated = supplierRows.map(row => ({
      validFrom: row.valid_from,
      priceTenThousandths: row.price_ten_thousandths,
    }))
    return {
      supplier: { id, name },
      valid_from,
      price: price_ten_thousandths / TEN_THOUSANDTHS_PER_EURO,
      is_current: findPriceOn(dated, today)?.validFrom === valid_from,
    }
  })
}
