import { sql } from 'kysely'
import type { GridDone, productGrid } from '#contract/catalogue/product-grid.ts'
import type { Input } from '#contract/endpoint.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { ChangedFields } from '#domain/catalogue/bulk-change.ts'
import { fieldsIn, type GridUndo } from '#domain/catalogue/grid/grid-change.ts'
import { TEN_THOUSANDTHS_PER_EURO } from '#domain/catalogue/purchase-price.ts'
import { shopDate } from '#domain/shop-date.ts'
import { saveChangedProducts } from '#server/modules/catalogue/admin-products/save-products.ts'
import { addCampaigns, removeCampaigns } from '#server/modules/catalogue/price-plans/change-plans.ts'
import type { ProductCampaign } from '#server/modules/catalogue/price-plans/queries.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import { removePurchasePrices, savePurchasePrices } from '#server/modules/catalogue/purchase-prices/save-prices.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { lockProducts, storeForUndo } from './change-products.ts'
import { planGrid, type PlannedGridChange } from './plan-grid.ts'

type GridInput = { body: Input<typeof productGrid.change, 'body'>; language: LanguageCode; author: Author }

/** Previews or saves the changed rows of a grid. */
export async function changeGrid({ db }: Context, { body, language, author }: GridInput) {
  const request = { rows: body.rows, storeId: body.store_id, language, today: shopDate(author.at) }
  if (body.preview_hash === undefined) return toDone(await planGrid(db, request), null)
  return inRefusableTransaction(db, async trx => {
    await lockProducts(
      trx,
      body.rows.map(({ product_id }) => product_id),
    )
    const plan = await planGrid(trx, request)
    if (plan.preview_hash !== body.preview_hash) return refuse('record.changed')
    const changing = plan.planned.filter(({ row }) => row.outcome === 'changed')
    if (changing.length === 0) return toDone(plan, null)
    const undoRows = await saveGrid(trx, changing, author)
    await bumpCatalogue(trx, 'all')
    const fields = fieldsIn(changing.map(({ changed }) => changed))
    return toDone(plan, await storeForUndo(trx, { rows: undoRows, change: { kind: 'grid', fields } }, author))
  })
}

function toDone({ planned, missing, preview_hash }: Awaited<ReturnType<typeof planGrid>>, id: number | null): GridDone {
  return { id, preview_hash, rows: [...planned.map(({ row }) => row), ...missing] }
}

/** Saves fields, then purchase prices, then campaigns; returns what an undo needs. */
async function saveGrid(trx: Trx, changing: readonly PlannedGridChange[], author: Author) {
  const { ids, conflicts } = await saveChangedProducts(trx, changing.filter(hasFields), author)
  if (conflicts.size > 0) throw new Error('a change that touches no codes took some')
  const saved = new Set(ids)
  const purchases = await savePurchases(trx, changing, author)
  const replaced = changing.flatMap(({ changed, shown }) => (changed.campaign !== undefined && shown ? [shown] : []))
  await removeCampaigns(trx, replaced, author)
  const planned = await addCampaigns(trx, changing.flatMap(toCampaign), author)
  const plannedBy = Map.groupBy(planned, ({ product_id }) => product_id)
  return changing.map(change => {
    const { before, changed, shown } = change
    const purchase = purchases.get(before.id)
    const campaigns = (plannedBy.get(before.id) ?? []).map(withoutProduct)
    const ended = shown ? [withoutProduct(shown)] : []
    return {
      product_id: before.id,
      revision: before.revision + (saved.has(before.id) ? 1 : 0),
      before: {
        ...fieldsBefore(change),
        ...(purchase && { purchase }),
        ...(changed.campaign !== undefined && { campaigns, ended }),
      } satisfies GridUndo & ChangedFields & { campaigns?: object[] },
    }
  })
}

const withoutProduct = ({ product_id: _productId, ...campaign }: ProductCampaign) => campaign

const toCampaign = ({ before, changed: { campaign } }: PlannedGridChange) =>
  campaign ? [{ ...campaign, product_id: before.id }] : []

const FORM_FIELDS = ['price', 'alarm_limit', 'group_id', 'vat_class_id', 'order_pack', 'enabled'] as const

const hasFields = ({ changed }: PlannedGridChange) =>
  changed.offered !== undefined || FORM_FIELDS.some(field => changed[field] !== undefined)

/** The form's fields as they were. */
function fieldsBefore({ before, form, changed }: PlannedGridChange): ChangedFields & GridUndo {
  const fields = FORM_FIELDS.filter(field => changed[field] !== undefined).map(field => [field, before[field]])
  const stores = before.stores
    .filter(({ store_id }) => form.stores?.some(store => store.store_id === store_id))
    .map(({ store_id, offered, alarm_limit }) => ({ store_id, offered, alarm_limit }))
  return { ...Object.fromEntries(fields), ...(stores.length > 0 && { stores }) }
}

type UndoPurchase = NonNullable<GridUndo['purchase']>

/** New purchase prices begin today; one that began today is replaced. */
async function savePurchases(trx: Trx, changing: readonly PlannedGridChange[], author: Author) {
  const valid_from = shopDate(author.at)
  const requestedPrices = changing.flatMap(({ before, changed: { purchase_price: price } }) =>
    typeof price === 'number' ? [{ productId: before.id, supplier_id: before.supplier.id, valid_from, price }] : [],
  )
  const former = await pricesFrom(trx, requestedPrices)
  await removePurchasePrices(
    trx,
    requestedPrices.flatMap(({ price: _new, ...key }) => {
      const price = former.get(key.productId)
      return price === undefined ? [] : [{ ...key, price }]
    }),
    author,
  )
  await savePurchasePrices(trx, requestedPrices, author)
  return new Map(
    requestedPrices.map(({ productId, ...added }): [number, UndoPurchase] => [
      productId,
      { ...added, former: former.get(productId) ?? null },
    ]),
  )
}

type PriceFrom = { productId: number; supplier_id: number; valid_from: string }

/** The prices that begin on the same days, in euros, by product. */
async function pricesFrom(trx: Trx, [first, ...others]: readonly PriceFrom[]): Promise<Map<number, number>> {
  if (!first) return new Map()
  const supplierByProduct = new Map([first, ...others].map(key => [key.productId, key.supplier_id]))
  const rows = await trx
    .selectFrom('purchase_price')
    .select(['product_id', 'supplier_id', 'price_ten_thousandths'])
    .where('product_id', '=', anyId([...supplierByProduct.keys()]))
    .where('valid_from', '=', sql<string>`${first.valid_from}::date`)
    .execute()
  const supplierRows = rows.filter(row => supplierByProduct.get(row.product_id) === row.supplier_id)
  return new Map(supplierRows.map(row => [row.product_id, row.price_ten_thousandths / TEN_THOUSANDTHS_PER_EURO]))
}
