import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { freeText, id, imageFile, pathId, revision, reason } from '#contract/values.ts'
import { ALLERGENS, FOOD_KINDS, FOOD_LANGUAGES, FOOD_SOURCES } from '#domain/catalogue/food-information.ts'
import { FOOD_PARTS } from '#domain/catalogue/missing-food-information.ts'

const foodLanguage = z.enum(FOOD_LANGUAGES)
const foodSource = z.enum(FOOD_SOURCES)
const foodText = freeText.check(z.maxLength(4000))
const foodTexts = z.strictObject({ fi: foodText, sv: foodText, en: foodText })
const foodKind = z.enum(FOOD_KINDS)
const allergenList = z.array(z.enum(ALLERGENS)).check(z.maxLength(ALLERGENS.length))
/** Null: not known. With empty lists: known to be none. */
export const allergens = z.nullable(z.strictObject({ contains: allergenList, may_contain: allergenList }))

const amountSchema = (max: number) => z.number().check(z.minimum(0), z.maximum(max))
const gramsAmount = amountSchema(100)
/** Of 100 g or 100 ml: energy in kJ and kcal, the rest in grams. */
export const nutrition = z.nullable(
  z.strictObject({
    per: z.enum(['100g', '100ml']),
    energy_kj: amountSchema(4000),
    energy_kcal: amountSchema(1000),
    fat: gramsAmount,
    saturates: gramsAmount,
    carbohydrate: gramsAmount,
    sugars: gramsAmount,
    protein: gramsAmount,
    salt: gramsAmount,
  }),
)
const alcohol = z.nullable(amountSchema(100))

/** Texts may **emphasise** allergens. Empty and null: not known. See domain/catalogue/food-information.ts. */
const foodForm = {
  kind: z.nullable(foodKind),
  ingredients: foodTexts,
  allergens,
  net_quantity: foodText,
  storage: foodTexts,
  origin: foodTexts,
  business: foodText,
  nutrition,
  nutrition_exempt: z.boolean(),
  alcohol_percent: alcohol,
}
export type FoodInput = z.output<z.ZodMiniObject<typeof foodForm>>

export const missingFoodPart = z.object({ part: z.enum(FOOD_PARTS), languages: z.array(foodLanguage) })

export const adminFood = z.object({
  ...foodForm,
  /** 0: never saved. */
  revision: z.int(),
  /** By field, of texts with their language: where its value is from, and since when (yyyy-mm-dd). */
  sources: z.record(z.string(), z.object({ source: foodSource, recorded_on: z.string() })),
  /** The languages that the shop's stores demand. */
  languages: z.array(foodLanguage),
  /** The languages that label photographs show. */
  labels: z.array(foodLanguage),
  /** What distance selling demands and the product lacks. */
  missing: z.array(missingFoodPart),
})
export type AdminFood = z.output<typeof adminFood>

const translatedText = z.nullable(z.object({ text: z.string(), language: foodLanguage }))

export const productFood = z.object({
  product_id: id,
  kind: z.nullable(foodKind),
  ingredients: translatedText,
  allergens,
  net_quantity: z.string(),
  storage: translatedText,
  origin: translatedText,
  business: z.string(),
  nutrition,
  alcohol_percent: alcohol,
  /** The photographs of the label, those in the asked language first. */
  labels: z.array(
    z.object({ languages: z.array(foodLanguage), width: z.int(), height: z.int(), files: z.array(imageFile) }),
  ),
  sources: z.array(foodSource),
  /** The newest date of a source: yyyy-mm-dd. */
  updated_on: z.nullable(z.string()),
})
export type ShownFood = z.output<typeof productFood>

const params = z.object({ id: pathId })

export const foodInformation = {
  get: endpoint({
    method: 'GET',
    path: 'products/:id/food',
    description:
      'The food information of a product, its texts in the requested language, else in the first that has them.',
    access: 'shopper',
    reads: ['products'],
    params,
    answer: productFood,
    errors: ['session.required', 'session.unverified', 'notFound'],
  }),
  getForAdmin: endpoint({
    method: 'GET',
    path: 'admin/products/:id/food',
    description: 'Food information in all languages, with its sources and what is missing for distance selling.',
    access: 'admin',
    reads: ['products', 'stores'],
    params,
    answer: adminFood,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  update: endpoint({
    method: 'PUT',
    path: 'admin/products/:id/food',
    description:
      'Saves the food information. Changed parts get `source` and today’s date. 409 with the saved one as `current` if it was changed since.',
    access: 'admin',
    touches: ['products', 'events', 'auditLog'],
    params,
    body: z.strictObject({ ...foodForm, source: foodSource, revision: z.union([z.literal(0), revision]), reason }),
    answer: adminFood,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.changed'],
  }),
}
