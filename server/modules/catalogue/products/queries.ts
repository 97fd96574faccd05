import { type JoinBuilder, sql } from 'kysely'
import type { ProductCodeType } from '#domain/catalogue/barcode.ts'
import type { Allergens } from '#domain/catalogue/food-information.ts'
import { compiledOnce } from '#server/platform/db/compiled.ts'
import type { Texts } from '#server/platform/schema/table-types/columns.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'
import { PRICE_OF_DAY, priceOfDay } from './price-of-day.ts'

type ProductJoin = JoinBuilder<Database & { version: Database['product_version'] }, 'product' | 'version'>

/** Joins a product's current version: `innerJoin('product_version as version', currentOfProduct)`. */
export const currentOfProduct = (join: ProductJoin) =>
  // A literal, so that the planner can choose the index of current versions.
  join.onRef('version.product_id', '=', 'product.id').on('version.is_current', '=', sql.lit(true))

/** The image of the `product` of a statement that shoppers see, or null. */
export const firstImage = sql<{ hash: string; widths: number[] } | null>`(
  SELECT json_build_object('hash', hash, 'widths', widths) FROM product_image
  WHERE product_id = product.id AND removed_at IS NULL AND label_languages = '{}' ORDER BY position, id LIMIT 1)`

const ADULT_AGE = 18

/** The age from which the `product` of a statement is sold; null: anybody may buy it. */
export const leastAge = sql<
  number | null
>`CASE WHEN product.alcohol THEN coalesce(product.min_age, ${sql.lit(ADULT_AGE)}) ELSE product.min_age END`

/** What an order needs of a product to price and allow a line. */
export type SellableProduct = {
  productId: number
  versionId: number
  groupId: number | null
  names: Texts
  priceCents: number
  depositCents: number
  unit: string
  rateBasisPoints: number
  productType: 'standard' | 'preorder'
  productCodeType: ProductCodeType
  /** Of alcohol at least that of adults. */
  minAge: number | null
  alcohol: boolean
  perishable: boolean
  enabled: boolean
  /** Not to be sold anywhere. */
  recalled: boolean
  /** Offered in the store; of a pre-order, in its event. */
  offered: boolean
}

/** `date` (yyyy-mm-dd in Finland) decides the price and the VAT rate. */
type SellableQuery = { storeId: number; productIds: readonly number[]; date: string }

/** Products with their current version, and on a date their price and the VAT rate: the newest one that is in force. */
const pricedProducts = (db: Db, date: string) =>
  db
    .selectFrom('product')
    .innerJoin('product_version', join =>
      // A literal, so that the planner can choose the index of current versions.
      join.onRef('product_version.product_id', '=', 'product.id').on('product_version.is_current', '=', sql.lit(true)),
    )
    .innerJoinLateral(
      from =>
        from
          .selectFrom('vat_rate')
          .select('vat_rate.rate_basis_points')
          .whereRef('vat_rate.vat_class_id', '=', 'product_version.vat_class_id')
          .where('vat_rate.valid_from', '<=', date)
          .orderBy('vat_rate.valid_from', 'desc')
          .limit(sql.lit(1))
          .as('rate'),
      join => join.onTrue(),
    )
    .innerJoinLateral(priceOfDay('product_version', date), join => join.onTrue())

// With an array as a parameter, PostgreSQL expects a shorter one from a new plan, and plans each time. Of a subquery it expects nothing.
const findSellable = compiledOnce((db, { storeId, productIds, date }: SellableQuery) =>
  pricedProducts(db, date)
    .leftJoin('store_stock', join =>
      join.onRef('store_stock.product_id', '=', 'product.id').on('store_stock.store_id', '=', storeId),
    )
    .select(['product.id as productId', 'product_version.id as versionId', 'product_version.names'])
    .select('product_version.group_id as groupId')
    .select(['today.cents as priceCents', 'product_version.deposit_cents as depositCents'])
    .select(['product_version.unit', 'product.product_type as productType', 'product.alcohol'])
    .select(leastAge.as('minAge'))
    .select(['product.product_code_type as productCodeType', 'product.enabled', 'product.perishable'])
    .select(['rate.rate_basis_points as rateBasisPoints'])
    .select(from => from('product.recalled_at', 'is not', null).$castTo<boolean>().as('recalled'))
    .select(from => from.fn.coalesce('store_stock.offered', sql<boolean>`false`).as('offered'))
    .where('product.id', '=', sql<number>`any((SELECT ${productIds}::integer[])::integer[])`),
)

/** By product id, in one statement. Leaves out an id without a product, or without a VAT rate yet. */
export async function findSellableProducts(db: Db, query: SellableQuery): Promise<Map<number, SellableProduct>> {
  const rows = await findSellable(db, { ...query, productIds: [...query.productIds] })
  return new Map(rows.map(row => [row.productId, row]))
}

const DESCRIPTIVE_COLUMNS = [
  'product.id',
  'product.descriptions',
  'product.product_type',
  'product.product_code_type',
  'product.product_code',
  'product.ean13',
  'product.further_codes',
  'product.ean_case',
  'product.prefix',
  'product.units_per_case',
  'product.content_thousandths',
  'product.content_unit',
  'product.perishable',
  'product.alcohol',
  'product.sort_order',
  'product.drawing',
  'product_version.names',
  ...PRICE_OF_DAY,
  'product_version.deposit_cents',
  'product_version.unit',
  // Also of a hidden group.
  'product_version.group_id as version_group_id',
  'rate.rate_basis_points',
  'supplier.id as supplier_id',
  'supplier.name as supplier_name',
  'supplier.is_name_public',
  'product_group.id as group_id',
  'product_group.names as group_names',
  'product_group.sort_order as group_order',
] as const

/** Every enabled product that shoppers see on a date, with the stock of a store (null: of none), in order. */
export const findListedProducts = (db: Db, { storeId, date }: { storeId: number | null; date: string }) =>
  pricedProducts(db, date)
    .innerJoin('supplier', 'supplier.id', 'product.supplier_id')
    .leftJoin('product_group', join =>
      join.onRef('product_group.id', '=', 'product_version.group_id').on('product_group.hidden', '=', sql.lit(false)),
    )
    .leftJoin('store_stock', join =>
      join
        .onRef('store_stock.product_id', '=', 'product.id')
        .on('store_stock.store_id', '=', sql<number>`${storeId}::integer`),
    )
    .select(DESCRIPTIVE_COLUMNS)
    .select(leastAge.as('min_age'))
    .select(['store_stock.offered', 'store_stock.quantity_thousandths', 'product.recalled_at'])
    .select(from =>
      from.fn.coalesce('store_stock.alarm_thousandths', 'product.stock_alarm_thousandths').as('alarm_thousandths'),
    )
    .select(firstImage.as('first_image'))
    .leftJoin('food_information as food', 'food.product_id', 'product.id')
    .select(sql<Allergens | null>`food.content -> 'allergens'`.as('allergens'))
    .select(sql<string | null>`food.content ->> 'kind'`.as('food_kind'))
    .where('product.enabled', '=', true)
    .orderBy('product.sort_order')
    .orderBy('product.id')
    .execute()

export type ListedProduct = Awaited<ReturnType<typeof findListedProducts>>[number]
