/** The languages in which a food's texts are written, in the order in which one replaces another that is missing. */
export const FOOD_LANGUAGES = ['fi', 'sv', 'en'] as const
export type FoodLanguage = (typeof FOOD_LANGUAGES)[number]

/** The substances of Annex II to Regulation (EU) No 1169/2011, in its order. */
export const ALLERGENS = [
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'peanuts',
  'soybeans',
  'milk',
  'nuts',
  'celery',
  'mustard',
  'sesame',
  'sulphites',
  'lupin',
  'molluscs',
] as const
export type Allergen = (typeof ALLERGENS)[number]

/**
 * What the law demands depends on it. `unpacked`: packed in the shop, or on request. `unprocessed`: fruit, vegetables, eggs,
 * honey, fresh meat and fish. `alcohol`: drinks of more than 1.2 %.
 */
export const FOOD_KINDS = ['prepacked', 'unpacked', 'unprocessed', 'alcohol', 'not_food'] as const
export type FoodKind = (typeof FOOD_KINDS)[number]

/** Where a value comes from. */
export const FOOD_SOURCES = ['person', 'supplier', 'label', 'open_food_facts'] as const
export type FoodSource = (typeof FOOD_SOURCES)[number]

/** Per 100 g or 100 ml: kilojoules, kilocalories, and grams of the rest, in the order of Annex XV. */
export const NUTRIENTS = [
  'energy_kj',
  'energy_kcal',
  'fat',
  'saturates',
  'carbohydrate',
  'sugars',
  'protein',
  'salt',
] as const
export type Nutrient = (typeof NUTRIENTS)[number]
export type Nutrition = { per: '100g' | '100ml' } & Record<Nutrient, number>

export type FoodTexts = Record<FoodLanguage, string>
export type Allergens = { contains: Allergen[]; may_contain: Allergen[] }

/** What is known of a food. Empty texts and null are unknown; allergens with empty lists are known to be none. */
export type FoodInformation = {
  /** Null: not decided yet. */
  kind: FoodKind | null
  /** Allergens are **emphasised**. */
  ingredients: FoodTexts
  allergens: Allergens | null
  /** Where it is more than the product's content: "6 × 33 cl", or the drained weight. */
  net_quantity: string
  storage: FoodTexts
  origin: FoodTexts
  /** The name and address of the responsible business. */
  business: string
  nutrition: Nutrition | null
  /** Annex V exempts the food from the nutrition declaration. */
  nutrition_exempt: boolean
  /** Per cent by volume. */
  alcohol_percent: number | null
}

const NO_TEXTS: FoodTexts = { fi: '', sv: '', en: '' }

export const NO_FOOD_INFORMATION: FoodInformation = {
  kind: null,
  ingredients: NO_TEXTS,
  allergens: null,
  net_quantity: '',
  storage: NO_TEXTS,
  origin: NO_TEXTS,
  business: '',
  nutrition: null,
  nutrition_exempt: false,
  alcohol_percent: null,
}

export const FOOD_TEXTS = ['ingredients', 'storage', 'origin'] as const
const FOOD_FACTS = [
  'kind',
  'allergens',
  'net_quantity',
  'business',
  'nutrition',
  'nutrition_exempt',
  'alcohol_percent',
] as const

/** Every name in a food's information, as the back office labels it; of allergens and texts, the names of all of them. */
export const FOOD_NAMES = [...FOOD_FACTS, ...FOOD_TEXTS, 'per', ...NUTRIENTS] as const

/** The fields that have a source of their own; of texts, each language. */
export const FOOD_FIELDS = [
  ...FOOD_FACTS,
  ...FOOD_TEXTS.flatMap(text => FOOD_LANGUAGES.map(language => `${text}.${language}` as const)),
] as const
export type FoodField = (typeof FOOD_FIELDS)[number]

/** `recorded_on`: yyyy-mm-dd. */
export type FoodSources = Partial<Record<FoodField, { source: FoodSource; recorded_on: string }>>

const isText = (name: string): name is (typeof FOOD_TEXTS)[number] => FOOD_TEXTS.some(text => text === name)
const isLanguage = (code: string | undefined): code is FoodLanguage => FOOD_LANGUAGES.some(each => each === code)

/** The value of a field. */
export function foodValue(food: FoodInformation, field: FoodField): unknown {
  const [name = '', language] = field.split('.')
  if (isText(name) && isLanguage(language)) return food[name][language]
  // Without a language, it is one of the facts.
  return food[name as (typeof FOOD_FACTS)[number]]
}

function withValue(food: FoodInformation, field: FoodField, from: FoodInformation): FoodInformation {
  const [name = '', language] = field.split('.')
  if (isText(name) && isLanguage(language))
    return { ...food, [name]: { ...food[name], [language]: from[name][language] } }
  return { ...food, [name]: foodValue(from, field) }
}

const isUnknown = (value: unknown) => value === null || value === '' || value === false
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields in which two differ. */
export const changedFoodFields = (before: FoodInformation, after: FoodInformation): FoodField[] =>
  FOOD_FIELDS.filter(field => !isSame(foodValue(before, field), foodValue(after, field)))

type FoodOrigin = { source: FoodSource; recorded_on: string }

/** The sources after a change: a changed field has the new one, an emptied field none. */
export function sourcesAfter(
  sources: FoodSources,
  { before, after, ...origin }: FoodOrigin & { before: FoodInformation; after: FoodInformation },
): FoodSources {
  const changed = changedFoodFields(before, after)
  const unchanged = Object.entries(sources).filter(([field]) => !changed.some(each => each === field))
  const filled = changed.filter(field => !isUnknown(foodValue(after, field))).map(field => [field, origin])
  return Object.fromEntries([...unchanged, ...filled])
}

type FoodWithSources = { food: FoodInformation; sources: FoodSources }

/** Takes values from another source where nothing is known or that source was the last; never over what people entered. */
export function filledIn(
  { food, sources }: FoodWithSources,
  offered: FoodInformation,
  origin: FoodOrigin,
): FoodWithSources {
  const fields = FOOD_FIELDS.filter(field => {
    if (isUnknown(foodValue(offered, field))) return false
    return isUnknown(foodValue(food, field)) || sources[field]?.source === origin.source
  })
  const after = fields.reduce((filled, field) => withValue(filled, field, offered), food)
  return { food: after, sources: sourcesAfter(sources, { before: food, after, ...origin }) }
}

/** A part of a text: emphasised or not. */
export type TextPart = { text: string; isEmphasised: boolean }

/** Reads **emphasis**. Marks without an end, and empty ones, are text. */
export function emphasisedParts(text: string): TextPart[] {
  const pieces = text.split(/\*\*((?:[^*]|\*(?!\*))+)\*\*/)
  return pieces.map((piece, index) => ({ text: piece, isEmphasised: index % 2 === 1 })).filter(part => part.text !== '')
}

/** The text in a language, or in the first one that has it. */
export function foodTextIn(texts: FoodTexts, language: FoodLanguage): { text: string; language: FoodLanguage } | null {
  const found = [language, ...FOOD_LANGUAGES].find(each => texts[each].trim() !== '')
  return found === undefined ? null : { text: texts[found], language: found }
}
