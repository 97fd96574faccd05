import { products, type Product } from '#contract/catalogue/products.ts'
import type { LanguageCode } from '#contract/values.ts'
import { DRAWINGS } from '#domain/catalogue/drawings.ts'
import { imageFiles } from '#domain/catalogue/product-images.ts'
import { isFinnish } from '#domain/catalogue/scale-label-layouts.ts'
import { getUnitPrice } from '#domain/catalogue/unit-price.ts'
import { type MoneyFormat, eurosFromCents, formatCents } from '#domain/money.ts'
import { quantityFromThousandths, quantityOrNull } from '#domain/quantity.ts'
import { readLayouts, type LabelLayouts } from '#server/modules/catalogue/products/find-scale-label-layouts.ts'
import type { Context } from '#server/platform/context.ts'
import { type PreparedBody, prepareBody } from '#server/platform/http/send-prepared.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import { unitIn } from '#server/texts/unit-labels.ts'
import { findLotRules, type LotRules } from './find-lot-rules.ts'
import { findListedProducts, type ListedProduct } from './queries.ts'
import { findReductions, type PriceReduction, reductionText } from './reductions.ts'

/** `storeId` null: a shopper without a chosen store. */
export type ListReader = { storeId: number | null; language: LanguageCode }

/** The state that a body was built from; another state needs another body. */
export type ListState = { version: string; date: string }

export type FindPreparedBody = (etag: string) => PreparedBody | undefined

type BuildBodyInput = Pick<ListState, 'date'> & { findPrepared: FindPreparedBody }

export async function buildBody(context: Context, reader: ListReader, { date, findPrepared }: BuildBodyInput) {
  const { db, config } = context
  const rows = await findListedProducts(db, { storeId: reader.storeId, date })
  const reductions = await findReductions(db, rows)
  const layouts = await readLayouts(db)
  const ownLayouts = isFinnish(layouts) ? undefined : layouts
  const { storeId } = reader
  const lotRules = storeId === null ? undefined : await findLotRules(context.db, { storeId, now: context.now() })
  const shown = rows.map(row => ({
    ...toProduct(row, { ...reader, ownLayouts }),
    ...toLotRules(row, lotRules),
    ...toCampaign(row, reductions.get(row.id), { language: reader.language, money: config }),
  }))
  return prepareBody(products.list.answer.parse(shown), findPrepared)
}

type ListFormat = { language: LanguageCode; money: MoneyFormat }

/** The text is made on the server, to keep the app's first download small. */
function toCampaign(
  { unit, product_code_type: type }: ListedProduct,
  reduction: PriceReduction | undefined,
  { language, money }: ListFormat,
): Pick<Product, 'campaign'> {
  if (!reduction) return {}
  const { until, regularCents, lowestCents } = reduction
  const per = type === 'standard' ? '' : `/${unitIn(language, unit)}`
  return {
    campaign: {
      until,
      regular_price: eurosFromCents(regularCents),
      lowest_price: lowestCents === null ? null : eurosFromCents(lowestCents),
      text: reductionText(reduction, { language, price: cents => formatCents(cents, money) + per }),
    },
  }
}

const unitPrice = (row: ListedProduct) =>
  getUnitPrice({
    priceCents: row.cents,
    depositCents: row.deposit_cents,
    unit: row.unit,
    contentThousandths: row.content_thousandths,
    contentUnit: row.content_unit,
  })

function toStock(row: ListedProduct): NonNullable<Product['active_store_stock']> {
  const { offered, quantity_thousandths: quantity, alarm_thousandths: alarm } = row
  // A recalled product stays in the list, so that a phone can show why it is not sold.
  const status = (offered ?? false) && row.recalled_at === null
  if (quantity === null || quantity <= 0) return { status, level: 'out', remaining: null }
  if (alarm === null || quantity > alarm) return { status, level: 'ok', remaining: null }
  return { status, level: 'low', remaining: quantityFromThousandths(quantity) }
}

const isEncoded = ({ product_code_type: type }: ListedProduct): boolean =>
  type === 'bulk_encoded_weight' || type === 'bulk_encoded_price'

/** Of goods that are no food, there are none; of a food without information, nothing is known. */
function toAllergens({ food_kind, allergens }: ListedProduct): Pick<Product, 'allergens'> {
  if (food_kind === 'not_food') return { allergens: { contains: [], may_contain: [] } }
  return allergens ? { allergens } : {}
}

function toGroup(row: ListedProduct, language: LanguageCode): Pick<Product, 'group'> {
  const { group_id: id, group_names: names, group_order: sort_order } = row
  return id === null || names === null || sort_order === null
    ? {}
    : { group: { id, name: textInLanguage(names, language), sort_order } }
}

function toLotRules(row: ListedProduct, rules: LotRules | undefined): Pick<Product, 'markdown' | 'recalled_lots'> {
  const { markdown = [], recalledLots = [] } =
    rules?.rulesFor({ productId: row.id, groupId: row.version_group_id }) ?? {}
  return {
    ...(markdown.length > 0 && { markdown: [...markdown] }),
    ...(recalledLots.length > 0 && { recalled_lots: [...recalledLots] }),
  }
}

/** The id would show which products a hidden supplier delivers. Ids begin at 1001. */
const NO_SUPPLIER: Product['supplier'] = { id: 1, name: '' }

const toSupplier = ({ supplier_id: id, supplier_name: name, is_name_public }: ListedProduct): Product['supplier'] =>
  is_name_public ? { id, name } : NO_SUPPLIER

type ToProductReader = {
  language: LanguageCode
  storeId: number | null
  /** How the shop reads labels, if not in the usual way. */
  ownLayouts?: LabelLayouts | undefined
}

/** A row as the API returns it. Without an active store there is no stock. */
function toProduct(row: ListedProduct, reader: ToProductReader): Product {
  const perContent = unitPrice(row)
  return {
    id: row.id,
    name: textInLanguage(row.names, reader.language),
    description: textInLanguage(row.descriptions, reader.language),
    price: eurosFromCents(row.cents),
    vat: row.rate_basis_points / 100,
    deposit: eurosFromCents(row.deposit_cents),
    unit: row.unit,
    content_quantity: quantityOrNull(row.content_thousandths),
    content_unit: perContent?.unit ?? null,
    unit_price: perContent ? eurosFromCents(perContent.cents) : null,
    units_per_case: row.units_per_case,
    product_code: row.product_code,
    ean13: row.ean13,
    ...(row.further_codes && { further_codes: row.further_codes }),
    eanCase: row.ean_case,
    prefix: row.prefix,
    product_type: row.product_type,
    product_code_type: row.product_code_type,
    perishable: row.perishable,
    min_age: row.min_age,
    ...(row.alcohol && { alcohol: true as const }),
    ...(reader.ownLayouts && isEncoded(row) && { label_layouts: [...reader.ownLayouts] }),
    ...(row.recalled_at !== null && { recalled: true as const }),
    supplier: toSupplier(row),
    ...toGroup(row, reader.language),
    sort_order: row.sort_order,
    // A drawing that this version of the shop does not have is left out: the list must not fail because of it.
    drawing: DRAWINGS.find(drawing => drawing === row.drawing) ?? null,
    ...toAllergens(row),
    images: row.first_image ? imageFiles(row.first_image.hash, row.first_image.widths) : [],
    active_store_stock: reader.storeId === null ? null : toStock(row),
  }
}
