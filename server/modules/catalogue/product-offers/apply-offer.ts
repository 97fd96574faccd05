import {
  filledIn,
  FOOD_FIELDS,
  FOOD_LANGUAGES,
  type FoodInformation,
  type FoodKind,
  type FoodSources,
  sourcesAfter,
} from '#domain/catalogue/food-information.ts'
import { brandedName, FOOD_OFFER_PARTS, offeredFood, type OfferPart } from '#domain/catalogue/product-offer.ts'
import { shopDate } from '#domain/shop-date.ts'
import { findFoods, writeFood } from '#server/modules/catalogue/food-information/queries.ts'
import { addImage } from '#server/modules/catalogue/product-images/change-images.ts'
import { currentOfProduct } from '#server/modules/catalogue/products/queries.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, isRefusal, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import type { OfferLookup, FindPicture, FoundOffer } from './find-offer.ts'

const OFFER_SOURCE = 'open_food_facts'

type ApplyOfferInput = {
  productId: number
  lookup: OfferLookup
  parts: readonly OfferPart[]
  /** Chosen by the admin; recorded as entered by a person, not as from the source. */
  kind: FoodKind | null
  findPicture: FindPicture
  author: Author
}
type ApplyFoundInput = Omit<ApplyOfferInput, 'lookup'> & { found: FoundOffer }

/** Returns the parts that the product has now from the source. */
export async function applyOffer(context: Context, { lookup, ...input }: ApplyOfferInput) {
  if (lookup.state !== 'found') return { applied: [] }
  const applied = await applyFound(context, { ...input, found: lookup })
  return isRefusal(applied) ? applied : { applied }
}

async function applyFound(context: Context, input: ApplyFoundInput) {
  const { productId, found, parts, findPicture, author } = input
  const picture = parts.includes('picture') ? await findPicture(found) : undefined
  const applied = await inRefusableTransaction(context.db, async trx => {
    const product = trx.selectFrom('product').select('id').where('id', '=', productId).forNoKeyUpdate()
    if (!(await product.executeTakeFirst())) return refuse('notFound')
    return [...(await recordOrigins(trx, input)), ...(await applyFood(trx, input))]
  })
  if (isRefusal(applied) || !picture) return applied
  const added = await addImage(context, { productId, author }, { ...picture, source: OFFER_SOURCE })
  return isRefusal(added) ? applied : [...applied, 'picture' as const]
}

/** Fills in empty fields, and those that the source had filled in before. */
async function applyFood(trx: Trx, { productId, found, parts, kind, author }: ApplyFoundInput): Promise<OfferPart[]> {
  const current = (await findFoods(trx, [productId])).get(productId)
  if (!current) throw new Error(`The product ${productId} is not there`)
  const recorded_on = shopDate(author.at)
  const edited: FoodInformation = { ...current.food, kind: current.food.kind ?? kind }
  const sources = sourcesAfter(current.sources, { before: current.food, after: edited, source: 'person', recorded_on })
  const filled = filledIn({ food: edited, sources }, offeredFood(found.offer, parts), {
    source: OFFER_SOURCE,
    recorded_on,
  })
  const change = { before: { food: current.food }, after: { food: filled.food } }
  if (await recordChange(trx, { kind: 'product', id: productId, ...change, author }))
    await writeFood(trx, { productId, ...filled, at: author.at })
  return FOOD_OFFER_PARTS.filter(part => parts.includes(part) && isFromSource(filled.sources, part))
}

const isFromSource = (sources: FoodSources, part: OfferPart): boolean =>
  FOOD_FIELDS.some(field => field.split('.')[0] === part && sources[field]?.source === OFFER_SOURCE)

type AppliedOrigin = { part: OfferPart; field: string; value: string }

/**
 * Records the origin of the values that equal the offer: they were saved with the product's form, where the admin may have
 * changed them.
 */
async function recordOrigins(trx: Trx, { productId, found, parts, author }: ApplyFoundInput): Promise<OfferPart[]> {
  const { names, brand, content } = found.offer
  const has = await findNamesAndContent(trx, productId)
  const origins: AppliedOrigin[] = FOOD_LANGUAGES.flatMap(language => {
    const value = has.names[language]
    const isOffered = names[language] !== '' && [names[language], brandedName(brand, names[language])].includes(value)
    return isOffered ? [{ part: 'names', field: `names.${language}`, value }] : []
  })
  if (content && has.content === contentText(content.quantity * 1000, content.unit))
    origins.push({ part: 'content', field: 'content', value: has.content })
  const chosen = origins.filter(({ part }) => parts.includes(part))
  for (const { field, value } of chosen) {
    const row = { value, source: OFFER_SOURCE, copied_at: author.at } as const
    await trx
      .insertInto('product_origin')
      .values({ product_id: productId, field, ...row })
      .onConflict(conflict => conflict.columns(['product_id', 'field']).doUpdateSet(row))
      .execute()
  }
  return [...new Set(chosen.map(({ part }) => part))]
}

const contentText = (thousandths: number, unit: string) => `${Math.round(thousandths)} ${unit}`

async function findNamesAndContent(trx: Trx | Context['db'], productId: number) {
  const row = await trx
    .selectFrom('product')
    .innerJoin('product_version as version', currentOfProduct)
    .select(['version.names', 'content_thousandths', 'content_unit'])
    .where('product.id', '=', productId)
    .executeTakeFirst()
  const { names, content_thousandths: thousandths = null, content_unit: unit = null } = row ?? {}
  return {
    names: { fi: names?.fi ?? '', sv: names?.sv ?? '', en: names?.en ?? '' },
    content: thousandths === null || unit === null ? '' : contentText(thousandths, unit),
  }
}

/** The values of a product that still equal what a source offered. */
export async function findOrigins({ db }: Context, productId: number) {
  const { names, content } = await findNamesAndContent(db, productId)
  const values = new Map([
    ['content', content],
    ...FOOD_LANGUAGES.map(language => [`names.${language}`, names[language]] as const),
  ])
  const rows = await db.selectFrom('product_origin').selectAll().where('product_id', '=', productId).execute()
  const pictures = await db
    .selectFrom('product_image')
    .select(['id', 'source', 'created_at'])
    .where('product_id', '=', productId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute()
  return [
    ...rows
      .filter(({ field, value }) => values.get(field) === value)
      .map(({ field, source, copied_at: at }) => ({ field, source, recorded_on: shopDate(at) })),
    ...pictures.flatMap(({ source, created_at: at }) =>
      source === null ? [] : [{ field: 'picture', source, recorded_on: shopDate(at) }],
    ),
  ]
}
