import { type Product, products } from '#contract/catalogue/products.ts'
import type { contract } from '#contract/index.ts'
import type { LanguageCode } from '#contract/values.ts'
import { DRAWINGS } from '#domain/catalogue/drawings.ts'
import { imageFiles } from '#domain/catalogue/product-images.ts'
import { isFinnish } from '#domain/catalogue/scale-label-layouts.ts'
import { getUnitPrice } from '#domain/catalogue/unit-price.ts'
import { eurosFromCents, formatCents, type MoneyFormat } from '#domain/money.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { shopDate } from '#domain/shop-date.ts'
import { readCatalogueVersion } from '#server/platform/catalogue-version/catalogue-version.ts'
import type { Context } from '#server/platform/context.ts'
import { type Layouts, readLayouts } from '#server/platform/db/find-scale-label-layouts.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { prepareBody, type PreparedBody } from '#server/platform/http/send-prepared.ts'
import { textIn } from '#server/platform/languages/queries.ts'
import { unitIn } from '#server/platform/texts/unit-labels.ts'
import { findListedProducts, type ListedProduct } from './queries.ts'
import { findReductions, type Reduction, reductionText } from './reductions.ts'

export function productRoutes(context: Context): Handlers<typeof contract.products> {
  const { bodyFor, readyBodyFor } = productLists(context)
  const list: Handlers<typeof contract.products>['list'] = ({ user, language }) =>
    bodyFor({ storeId: user.activeStoreId, language })
  list.cached = ({ user, language }) => readyBodyFor({ storeId: user.activeStoreId, language })
  return { list }
}

/** Half of the second within which a change must be visible: the check itself and the build take some of it. */
const CHECK_EVERY_MS = 500
/** Three languages in five hundred stores. Beyond it, the body that was built first is dropped. */
const MAX_BODIES = 1500

/** `storeId` null: a shopper without a chosen store. */
type Reader = { storeId: number | null; language: LanguageCode }
/** The state that a body was built from; another state needs another body. */
type State = { version: string; date: string }
type Check = { at: number; state: Promise<State>; known?: State }
type Built = State & { body: Promise<PreparedBody>; ready?: PreparedBody }

async function readState(context: Context, storeId: number | null): Promise<State> {
  const version = await readCatalogueVersion(context.db, storeId)
  return { version, date: shopDate(context.now()) }
}

type FindPreparedBody = (etag: string) => PreparedBody | undefined

type BuildBodyInput = Pick<State, 'date'> & { known: FindPreparedBody }

async function buildBody({ db, config }: Context, reader: Reader, { date, known }: BuildBodyInput) {
  const rows = await findListedProducts(db, { storeId: reader.storeId, date })
  const reductions = await findReductions(db, rows)
  const layouts = await readLayouts(db)
  const ownLayouts = isFinnish(layouts) ? undefined : layouts
  const shown = rows.map(row => ({
    ...toProduct(row, { ...reader, ownLayouts }),
    ...toCampaign(row, reductions.get(row.id), { language: reader.language, money: config }),
  }))
  return prepareBody(products.list.answer.parse(shown), known)
}

type Format = { language: LanguageCode; money: MoneyFormat }

/** The text is made on the server, to keep the app's first download small. */
function toCampaign(
  { unit, product_code_type: type }: ListedProduct,
  reduction: Reduction | undefined,
  { language, money }: Format,
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

/** Checks at most every half second whether the list of the store changed; all requests within that time share the result. */
function stateKeeper(context: Context) {
  const checks = new Map<number | null, Check>()
  const recent = (storeId: number | null): Check | undefined => {
    const check = checks.get(storeId)
    return check && performance.now() - check.at < CHECK_EVERY_MS ? check : undefined
  }
  function current(storeId: number | null): Promise<State> {
    const known = recent(storeId)
    if (known) return known.state
    const check: Check = { at: performance.now(), state: readState(context, storeId) }
    checks.set(storeId, check)
    check.state.then(
      state => (check.known = state),
      () => checks.get(storeId) === check && checks.delete(storeId),
    )
    return check.state
  }
  return { current, known: (storeId: number | null) => recent(storeId)?.known }
}

const readerKey = ({ storeId, language }: Reader) => `${storeId} ${language}`

/** Caches one body per store and language, built on the first request; concurrent requests share it. */
function productLists(context: Context) {
  const states = stateKeeper(context)
  const bodies = new Map<string, Built>()

  /** Stores that sell the same goods, none of them scarce, share one body. */
  const known: FindPreparedBody = etag => [...bodies.values()].find(({ ready }) => ready?.etag === etag)?.ready

  function build(key: string, reader: Reader, state: State): Promise<PreparedBody> {
    const built: Built = { ...state, body: buildBody(context, reader, { ...state, known }) }
    bodies.delete(key)
    bodies.set(key, built)
    const [oldest] = bodies.keys()
    if (bodies.size > MAX_BODIES && oldest !== undefined) bodies.delete(oldest)
    built.body.then(
      body => (built.ready = body),
      // A failed build is not cached: the next request tries again.
      () => bodies.get(key) === built && bodies.delete(key),
    )
    return built.body
  }

  const builtFrom = (key: string, { version, date }: State): Built | undefined => {
    const built = bodies.get(key)
    return built?.version === version && built.date === date ? built : undefined
  }
  return {
    async bodyFor(reader: Reader): Promise<PreparedBody> {
      const state = await states.current(reader.storeId)
      const key = readerKey(reader)
      return builtFrom(key, state)?.body ?? build(key, reader, state)
    },
    /** `bodyFor` from memory; undefined if it must be checked or built. */
    readyBodyFor(reader: Reader): PreparedBody | undefined {
      const state = states.known(reader.storeId)
      return state && builtFrom(readerKey(reader), state)?.ready
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
  if (quantity === null || quantity <= 0) return { status, level: 'out', left: null }
  if (alarm === null || quantity > alarm) return { status, level: 'ok', left: null }
  return { status, level: 'low', left: quantityFromThousandths(quantity) }
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
    : { group: { id, name: textIn(names, language), sort_order } }
}

/** The id would show which products a hidden supplier delivers. Ids begin at 1001. */
const NO_SUPPLIER: Product['supplier'] = { id: 1, name: '' }

const toSupplier = ({ supplier_id: id, supplier_name: name, name_shown }: ListedProduct): Product['supplier'] =>
  name_shown ? { id, name } : NO_SUPPLIER

type ToProductReader = {
  language: LanguageCode
  storeId: number | null
  /** How the shop reads labels, if not in the usual way. */
  ownLayouts?: Layouts | undefined
}

/** A row as the API returns it. Without an active store there is no stock. */
function toProduct(row: ListedProduct, reader: ToProductReader): Product {
  const perContent = unitPrice(row)
  return {
    id: row.id,
    name: textIn(row.names, reader.language),
    description: textIn(row.descriptions, reader.language),
    price: eurosFromCents(row.cents),
    vat: row.rate_basis_points / 100,
    deposit: eurosFromCents(row.deposit_cents),
    unit: row.unit,
    content_quantity: row.content_thousandths === null ? null : quantityFromThousandths(row.content_thousandths),
    content_unit: perContent?.unit ?? null,
    unit_price: perContent ? eurosFromCents(perContent.cents) : null,
    units_per_case: row.units_per_case,
    product_code: row.product_code,
    ean13: row.ean13,
    eanCase: row.ean_case,
    prefix: row.prefix,
    product_type: row.product_type,
    product_code_type: row.product_code_type,
    perishable: row.perishable,
    min_age: row.min_age,
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
