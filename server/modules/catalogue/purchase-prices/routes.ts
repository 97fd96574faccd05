import { sql } from 'kysely'
import type { PurchasePriceRow } from '#contract/catalogue/purchase-prices.ts'
import type { contract } from '#contract/index.ts'
import { findPriceOn, parsePurchasePrice, TEN_THOUSANDTHS_PER_EURO } from '#domain/catalogue/purchase-price.ts'
import { shopDate } from '#domain/shop-date.ts'
import { authorAt, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { type DatedPriceKey, savePurchasePrice, priceFacts, type PriceKey } from './save-prices.ts'

export function purchasePriceRoutes(context: Context): Handlers<typeof contract.purchasePrices> {
  const { db, now } = context
  const author = authorAt(now)
  return {
    list: async ({ params: { id } }) =>
      (await isProduct(db, id)) ? listPurchasePrices(db, id, shopDate(now())) : refuse('notFound'),
    add: ({ params, body: { reason, ...body }, user }) =>
      addPurchasePrice(context, { productId: params.id, ...body, author: author(user, reason) }),
    remove: ({ params: { id, ...rest }, user }) =>
      removePurchasePrice(context, { productId: id, ...rest, author: author(user) }),
  }
}

const isProduct = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('product').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

async function listPurchasePrices(db: Db, productId: number, today: string): Promise<PurchasePriceRow[]> {
  const rows = await db
    .selectFrom('purchase_price as price')
    .innerJoin('supplier', 'supplier.id', 'price.supplier_id')
    .select(['supplier.id', 'supplier.name', 'price.valid_from', 'price.price_ten_thousandths'])
    .where('price.product_id', '=', productId)
    .orderBy('price.valid_from', 'desc')
    .orderBy('supplier.id')
    .execute()
  return rows.map(({ id, name, valid_from, price_ten_thousandths }) => {
    const ofSupplier = rows.filter(row => row.id === id)
    const dated = ofSupplier.map(row => ({
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

/** The lock waits for a concurrent removal of the product or the supplier. */
async function lockBoth(trx: Trx, { productId, supplier_id }: PriceKey) {
  const find = (table: 'product' | 'supplier', id: number) =>
    trx.selectFrom(table).select(`${table}.id`).where(`${table}.id`, '=', id).forKeyShare().executeTakeFirst()
  return { product: await find('product', productId), supplier: await find('supplier', supplier_id) }
}

/** Adds a price from a day on; a wrong one is removed and added again, so that the audit log has both. */
const addPurchasePrice = ({ db }: Context, added: DatedPriceKey & { price: number }) =>
  inRefusableTransaction(db, async trx => {
    const { productId, price, author } = added
    const { product, supplier } = await lockBoth(trx, added)
    if (!product) return refuse('notFound')
    if (!supplier) return refuse('form.invalid', { problems: [{ field: 'supplier_id', problem: 'unknown' }] })
    if (parsePurchasePrice(price) === undefined)
      return refuse('form.invalid', { problems: [{ field: 'price', problem: 'invalid' }] })
    if (!(await savePurchasePrice(trx, added)))
      return refuse('form.invalid', { problems: [{ field: 'valid_from', problem: 'taken' }] })
    return listPurchasePrices(trx, productId, shopDate(author.at))
  })

const removePurchasePrice = ({ db }: Context, removed: DatedPriceKey) =>
  inRefusableTransaction(db, async trx => {
    const { productId, supplier_id, valid_from, author } = removed
    const row = await trx
      .deleteFrom('purchase_price')
      .where('product_id', '=', productId)
      .where('supplier_id', '=', supplier_id)
      .where('valid_from', '=', sql<string>`${valid_from}::date`)
      .returning('price_ten_thousandths')
      .executeTakeFirst()
    if (!row) return refuse('notFound')
    const before = priceFacts(removed, row.price_ten_thousandths / TEN_THOUSANDTHS_PER_EURO)
    await recordChange(trx, { kind: 'product', id: productId, before, after: {}, author })
    return listPurchasePrices(trx, productId, shopDate(author.at))
  })
