import { sql } from 'kysely'
import { MAX_BULK_ROWS } from '#contract/catalogue/bulk-changes.ts'
import type { GridRow, productGrid } from '#contract/catalogue/product-grid.ts'
import type { Input } from '#contract/endpoint.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { BulkCampaign } from '#domain/catalogue/bulk-campaign.ts'
import { TEN_THOUSANDTHS_PER_EURO } from '#domain/catalogue/purchase-price.ts'
import { eurosFromCents } from '#domain/money.ts'
import { quantityOrNull } from '#domain/quantity.ts'
import { ownPriceOn } from '#server/modules/catalogue/admin-products/export-products.ts'
import { findProductIds } from '#server/modules/catalogue/admin-products/list-products.ts'
import { nameIn, withVersion } from '#server/modules/catalogue/admin-products/match-products.ts'
import { findCampaigns, type ProductCampaign } from '#server/modules/catalogue/price-plans/queries.ts'
import { sortByIds } from '#server/platform/db/lists/find-page.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Db } from '#server/platform/schema/tables.ts'

type GridRequest = { query: Input<typeof productGrid.rows, 'query'>; language: LanguageCode; day: string }

/** The products of the list, or the chosen ones, with what the grid edits. */
export async function findGridRows(db: Db, { query: { ids: chosen, ...query }, language, day }: GridRequest) {
  const ids = chosen?.split('.').map(Number) ?? (await findProductIds(db, { ...query, language, day }))
  if (ids.length > MAX_BULK_ROWS) return refuse('list.tooLong', { count: ids.length, max: MAX_BULK_ROWS })
  const campaigns = await findCampaigns(db, ids, day)
  const rows = await selectRows(db, ids, { store: query.store ?? 0, language, day })
  return {
    rows: sortByIds(ids, rows, ({ id }) => id).map(row =>
      toGridRow(row, { campaign: shownCampaign(campaigns.get(row.id)), hasStore: query.store !== undefined }),
    ),
  }
}

const selectRows = (
  db: Db,
  ids: readonly number[],
  { store, language, day }: { store: number; language: LanguageCode; day: string },
) =>
  withVersion(db.selectFrom('product'))
    .leftJoin('store_stock', join =>
      join.onRef('store_stock.product_id', '=', 'product.id').on('store_stock.store_id', '=', store),
    )
    .select(['product.id', 'product.product_code_type', 'product.enabled', 'product.stock_alarm_thousandths'])
    .select(['product.order_pack_thousandths', 'version.unit', 'version.price_cents', 'version.deposit_cents'])
    .select(['version.vat_class_id', 'version.group_id', 'store_stock.offered', nameIn(language).as('name')])
    .select(sql<string | null>`coalesce(product.ean13, product.product_code, product.ean_case)`.as('code'))
    .select(ownPriceOn(day).as('purchase_price'))
    .where('product.id', '=', anyId(ids))
    .execute()

type SelectedRow = Awaited<ReturnType<typeof selectRows>>[number]

const toGridRow = (
  {
    price_cents,
    deposit_cents,
    purchase_price,
    stock_alarm_thousandths,
    order_pack_thousandths,
    offered,
    ...row
  }: SelectedRow,
  { campaign, hasStore }: { campaign: BulkCampaign | null; hasStore: boolean },
): GridRow => ({
  ...row,
  price: eurosFromCents(price_cents),
  deposit: eurosFromCents(deposit_cents),
  purchase_price: purchase_price === null ? null : purchase_price / TEN_THOUSANDTHS_PER_EURO,
  alarm_limit: quantityOrNull(stock_alarm_thousandths),
  order_pack: quantityOrNull(order_pack_thousandths),
  offered: hasStore ? (offered ?? false) : null,
  campaign,
})

/** The campaign that a cell shows: the one that runs, or else the next one. */
export function shownCampaign([first]: readonly ProductCampaign[] = []): BulkCampaign | null {
  return first ? { price: first.price, from_day: first.from_day, until_day: first.until_day } : null
}

/** The purchase prices of products' own suppliers on a day, in euros; without those that have none. */
export async function findOwnPrices(db: Db, ids: readonly number[], day: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('product')
    .select(['product.id', ownPriceOn(day).as('price')])
    .where('product.id', '=', anyId(ids))
    .execute()
  return new Map(
    rows.flatMap(({ id, price }) => (price === null ? [] : [[id, price / TEN_THOUSANDTHS_PER_EURO] as const])),
  )
}
