import { sql } from 'kysely'
import type { AdminFood, ShownFood } from '#contract/catalogue/food-information.ts'
import {
  FOOD_LANGUAGES,
  type FoodInformation,
  type FoodLanguage,
  type FoodSource,
  type FoodSources,
  foodTextIn,
  NO_FOOD_INFORMATION,
} from '#domain/catalogue/food-information.ts'
import {
  type FoodProduct,
  requiredFoodLanguages,
  missingFoodInformation,
  type MissingFoodPart,
} from '#domain/catalogue/missing-food-information.ts'
import { imageFiles } from '#domain/catalogue/product-images.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import { currentOfProduct } from '#server/modules/catalogue/products/queries.ts'
import { jsonRecordset, anyId } from '#server/platform/db/sql-fragments.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'

type KnownFood = { food: FoodInformation; sources: FoodSources; revision: number; product: FoodProduct }

const labelLanguages = sql<FoodLanguage[]>`ARRAY(
  SELECT DISTINCT language FROM product_image, unnest(label_languages) AS language
  WHERE product_id = product.id AND removed_at IS NULL)`

/** The food information of some products, by their ids. */
export async function findFoods(db: Db, productIds: readonly number[]): Promise<Map<number, KnownFood>> {
  const rows = await db
    .selectFrom('product')
    .innerJoin('product_version as version', currentOfProduct)
    .leftJoin('food_information as food', 'food.product_id', 'product.id')
    .select(['product.id', 'version.names', 'food.content', 'food.sources', 'food.revision', 'product.perishable'])
    .select(sql<boolean>`content_thousandths IS NOT NULL OR product_code_type <> 'standard'`.as('hasContent'))
    .select(labelLanguages.as('labels'))
    .where('product.id', '=', anyId(productIds))
    .execute()
  return new Map(
    rows.map(({ id, content, sources, revision, ...product }) => [
      id,
      // A server of another version may have stored other fields.
      { food: { ...NO_FOOD_INFORMATION, ...content }, sources: sources ?? {}, revision: revision ?? 0, product },
    ]),
  )
}

/** The languages that the given stores demand; without any given, those of all stores that aren't archived. */
export async function findFoodLanguages(db: Db, storeIds?: readonly number[]): Promise<FoodLanguage[]> {
  const rows = await db
    .selectFrom('store')
    .select('food_languages')
    .distinct()
    .$if(storeIds === undefined, stores => stores.where('archived_at', 'is', null))
    .$if(storeIds !== undefined, stores => stores.where('id', '=', anyId(storeIds ?? [])))
    .execute()
  return requiredFoodLanguages(rows.map(({ food_languages: rule }) => rule))
}

/** What some products lack for distance selling in some languages; without the products that lack nothing. */
export async function findMissingFood(
  db: Db,
  { productIds, languages }: { productIds: readonly number[]; languages: readonly FoodLanguage[] },
): Promise<Map<number, MissingFoodPart[]>> {
  const foods = await findFoods(db, productIds)
  const missing = [...foods].map(
    ([id, { food, product }]) => [id, missingFoodInformation(food, product, languages)] as const,
  )
  return new Map(missing.filter(([, parts]) => parts.length > 0))
}

/** The food information as an admin edits it; undefined if there is no such product. */
export async function findAdminFood(db: Db, productId: number): Promise<AdminFood | undefined> {
  const current = (await findFoods(db, [productId])).get(productId)
  if (!current) return undefined
  const { food, sources, revision, product } = current
  const languages = await findFoodLanguages(db)
  const { labels } = product
  return {
    ...food,
    sources,
    revision,
    languages,
    labels: FOOD_LANGUAGES.filter(language => labels.includes(language)),
    missing: missingFoodInformation(food, product, languages),
  }
}

const findLabels = (db: Db, productId: number) =>
  db
    .selectFrom('product_image')
    .select(['hash', 'widths', 'width', 'height', 'label_languages'])
    .where('product_id', '=', productId)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`label_languages <> '{}'`)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Where its pictures are from, if not from this shop. */
async function findPictureSources(db: Db, productId: number): Promise<FoodSource[]> {
  const images = db.selectFrom('product_image').select('source').where('product_id', '=', productId)
  const rows = await images.where('removed_at', 'is', null).where('source', 'is not', null).execute()
  return rows.flatMap(({ source }) => source ?? [])
}

/** The food information that shoppers see, in a language; undefined if no such product is on sale. */
export async function findShownFood(
  db: Db,
  { productId, language }: { productId: number; language: FoodLanguage },
): Promise<ShownFood | undefined> {
  const onSale = db.selectFrom('product').select('id').where('id', '=', productId).where('enabled', '=', true)
  const current = (await onSale.executeTakeFirst()) && (await findFoods(db, [productId])).get(productId)
  if (!current) return undefined
  const { nutrition_exempt: _exempt, ...food } = current.food
  const labels = await findLabels(db, productId)
  const pictured = await findPictureSources(db, productId)
  const isAsked = ({ label_languages: languages }: (typeof labels)[number]) => languages.includes(language)
  const origins = Object.values(current.sources)
  return {
    ...food,
    product_id: productId,
    ingredients: foodTextIn(food.ingredients, language),
    storage: foodTextIn(food.storage, language),
    origin: foodTextIn(food.origin, language),
    labels: labels
      .toSorted((one, other) => Number(isAsked(other)) - Number(isAsked(one)))
      .map(({ hash, widths, label_languages: languages, ...size }) => ({
        ...size,
        languages,
        files: imageFiles(hash, widths),
      })),
    sources: [...new Set([...origins.map(({ source }) => source), ...pictured])],
    updated_on:
      origins
        .map(({ recorded_on }) => recorded_on)
        .toSorted()
        .at(-1) ?? null,
  }
}

/**
 * Updates `complete_in`, the languages in which nothing is missing. Called after every change of the products, their images or
 * their food information, in its transaction.
 */
export async function matchCompleteness(db: Db, productIds: readonly number[], at: Date): Promise<void> {
  const foods = await findFoods(db, productIds)
  const rows = [...foods]
    .filter(([, { revision }]) => revision > 0)
    .map(([product_id, { food, product }]) => ({
      product_id,
      complete_in: FOOD_LANGUAGES.filter(language => missingFoodInformation(food, product, [language]).length === 0),
    }))
  if (rows.length === 0) return
  await sql`
    UPDATE food_information SET complete_in = r.complete_in, updated_at = ${at}
    FROM ${jsonRecordset(rows, 'product_id integer, complete_in text[]')}
    WHERE food_information.product_id = r.product_id`.execute(db)
}

type WriteFoodInput = { productId: number; food: FoodInformation; sources: FoodSources; at: Date }

/** Writes food information as the next revision, and refreshes the shoppers' lists. The caller has locked the product's row. */
export async function writeFood(trx: Trx, { productId, food, sources, at }: WriteFoodInput): Promise<void> {
  const columns = { content: JSON.stringify(food), sources: JSON.stringify(sources), updated_at: at }
  await trx
    .insertInto('food_information')
    .values({ product_id: productId, complete_in: [], ...columns })
    .onConflict(conflict =>
      conflict.column('product_id').doUpdateSet({ ...columns, revision: sql<number>`food_information.revision + 1` }),
    )
    .execute()
  await matchCompleteness(trx, [productId], at)
  await bumpCatalogue(trx, 'all')
}

/** The products of a statement that lack something in a language that a store demands, or have no food information. */
export const LACKS_FOOD = sql<boolean>`NOT EXISTS (
  SELECT FROM food_information WHERE food_information.product_id = product.id AND complete_in @> ARRAY(
    SELECT DISTINCT unnest(string_to_array(food_languages, '_')) FROM store WHERE archived_at IS NULL))`
