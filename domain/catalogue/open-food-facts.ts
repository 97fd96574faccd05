import { decodeEntities, textFromHtml } from '#domain/format/html-text.ts'
import { normaliseLine } from '#domain/format/normalise-text.ts'
import { type Allergen, type Allergens, FOOD_LANGUAGES, type FoodLanguage, type FoodTexts } from './food-information.ts'
import { offeredContent, offeredNetQuantity, offeredAlcohol, offeredNutrition } from './open-food-facts-nutrition.ts'
import {
  type ForeignRecord,
  foreignText,
  isForeign,
  type OfferedValue,
  type OmittedValue,
  type OfferPart,
  type ProductOffer,
} from './product-offer.ts'

/** The allergens of their taxonomy that are those of Annex II; it has more, of the laws of other countries. */
const ALLERGEN_TAGS: ReadonlyMap<string, Allergen> = new Map([
  ['en:gluten', 'gluten'],
  ['en:crustaceans', 'crustaceans'],
  ['en:eggs', 'eggs'],
  ['en:fish', 'fish'],
  ['en:peanuts', 'peanuts'],
  ['en:soybeans', 'soybeans'],
  ['en:milk', 'milk'],
  ['en:nuts', 'nuts'],
  ['en:celery', 'celery'],
  ['en:mustard', 'mustard'],
  ['en:sesame-seeds', 'sesame'],
  ['en:sulphur-dioxide-and-sulphites', 'sulphites'],
  ['en:lupin', 'lupin'],
  ['en:molluscs', 'molluscs'],
])
const NO_ALLERGENS = 'en:none'
const MAX_NAME_LENGTH = 100
const INGREDIENT_FIELDS = ['ingredients_text_with_allergens', 'ingredients_text']
const MAX_SHOWN_LENGTH = 80

/** The fields that a request asks for: `toProductOffer` reads no others. */
export const OPEN_FOOD_FACTS_FIELDS = [
  'code',
  'lang',
  'brands',
  'quantity',
  'product_quantity',
  'product_quantity_unit',
  'allergens_tags',
  'traces_tags',
  'nutriments',
  'nutrition',
  'nutrition_data_per',
  'selected_images',
  ...[
    'product_name',
    'ingredients_text',
    'ingredients_text_with_allergens',
    'conservation_conditions',
    'origin',
  ].flatMap(name => [name, ...FOOD_LANGUAGES.map(language => `${name}_${language}`)]),
] as const

const omittedValues = (part: OfferPart, reading: OfferedValue<unknown>): OmittedValue[] =>
  reading.omitted.map(item => ({ part, ...item, value: item.value.slice(0, MAX_SHOWN_LENGTH) }))

/** A product of Open Food Facts, of its API or its export, as an offer. Nothing is guessed: what is unclear is left out, and named. */
export function toProductOffer(product: ForeignRecord): ProductOffer {
  const names = offeredTexts(product, { names: ['product_name'], maxLength: MAX_NAME_LENGTH })
  const brand = offeredBrand(product)
  const content = offeredContent(product)
  const ingredients = offeredTexts(product, { names: INGREDIENT_FIELDS, readText: ingredientText })
  const allergens = offeredAllergens(product)
  const nutrition = offeredNutrition(product)
  const alcohol = offeredAlcohol(product)
  const storage = offeredTexts(product, { names: ['conservation_conditions'] })
  const origin = offeredTexts(product, { names: ['origin'] })
  return {
    names: names.value,
    brand: brand.value,
    content: content.value,
    ingredients: ingredients.value,
    allergens: allergens.value,
    nutrition: nutrition.value,
    net_quantity: offeredNetQuantity(product),
    alcohol_percent: alcohol.value,
    storage: storage.value,
    origin: origin.value,
    picture: offeredPicture(product),
    omitted: [
      ...omittedValues('names', names),
      ...omittedValues('brand', brand),
      ...omittedValues('content', content),
      ...omittedValues('ingredients', ingredients),
      ...omittedValues('allergens', allergens),
      ...omittedValues('nutrition', nutrition),
      ...omittedValues('alcohol_percent', alcohol),
      ...omittedValues('storage', storage),
      ...omittedValues('origin', origin),
    ],
  }
}

type TextField = { names: readonly string[]; readText?: (text: string) => string; maxLength?: number }

/**
 * A text in the shop's languages. `names`: of the fields that may have it, the better ones first; without the name of a
 * language, such a field is in the product's main one.
 */
function offeredTexts(
  product: ForeignRecord,
  { names, readText = plainText, maxLength = 4000 }: TextField,
): OfferedValue<FoodTexts> {
  const main = foreignText(product, 'lang')
  const first = (suffix: string) =>
    names.map(name => readText(foreignText(product, name + suffix))).find(text => text !== '') ?? ''
  const plain = first('')
  const unread: OfferedValue<FoodTexts>['omitted'] = []
  const textIn = (language: FoodLanguage): string => {
    const text = first(`_${language}`) || (main === language ? plain : '')
    if (text.length <= maxLength) return text
    unread.push({ value: text, reason: 'tooLong' })
    return ''
  }
  const value = { fi: textIn('fi'), sv: textIn('sv'), en: textIn('en') }
  const isRead = unread.length > 0 || Object.values(value).some(text => text !== '')
  if (!isRead && plain !== '') unread.push({ value: plain, reason: 'language' })
  return { value, omitted: unread }
}

/** The first of the brands: the others are those of its makers and owners. */
function offeredBrand(product: ForeignRecord): OfferedValue<string> {
  const brand = plainText(foreignText(product, 'brands').split(',')[0] ?? '')
  if (brand.length <= MAX_NAME_LENGTH) return { value: brand, omitted: [] }
  return { value: '', omitted: [{ value: brand, reason: 'tooLong' }] }
}

const tagsIn = (product: ForeignRecord, name: string): string[] => {
  const tags = product[name]
  return Array.isArray(tags) ? [...new Set(tags.filter(tag => typeof tag === 'string'))] : []
}

const allergensAmong = (tags: readonly string[]): Allergen[] => [
  ...new Set(tags.flatMap(tag => ALLERGEN_TAGS.get(tag) ?? [])),
]

/**
 * A list without tags is no statement: a product is free of all allergens only if the source states it. So traces without
 * allergens are not offered.
 */
function offeredAllergens(product: ForeignRecord): OfferedValue<Allergens | null> {
  const tags = tagsIn(product, 'allergens_tags')
  const traceTags = tagsIn(product, 'traces_tags')
  const unknown = [...tags, ...traceTags].filter(tag => !ALLERGEN_TAGS.has(tag) && tag !== NO_ALLERGENS)
  const unread = [...new Set(unknown)].map(value => ({ value, reason: 'unknown' as const }))
  const contains = allergensAmong(tags)
  const traces = allergensAmong(traceTags).filter(each => !contains.includes(each))
  const isNone = tags.length === 1 && tags[0] === NO_ALLERGENS
  if (contains.length > 0 || isNone) return { value: { contains, may_contain: traces }, omitted: unread }
  const loose = traceTags.filter(tag => ALLERGEN_TAGS.has(tag)).map(value => ({ value, reason: 'incomplete' as const }))
  return { value: null, omitted: [...unread, ...loose] }
}

/** The address of the front picture, in full size: in the first of the shop's languages that has one, else in any other. */
function offeredPicture(product: ForeignRecord): string | null {
  const { selected_images: selected } = product
  const front = isForeign(selected) && isForeign(selected['front']) ? selected['front'] : {}
  // Since version 3.3 by language and size, before by size and language.
  const addressIn = (language: string) => {
    const sizes = front[language]
    const display = front['display']
    const address = isForeign(sizes) ? sizes['400'] : isForeign(display) ? display[language] : undefined
    return typeof address === 'string' ? address : undefined
  }
  const languages = [...FOOD_LANGUAGES, foreignText(product, 'lang'), 'best']
  const found = languages.map(addressIn).find(address => address !== undefined)
  return found?.replace(/\.400\.jpg$/, '.full.jpg') ?? null
}

// Marks that a text from outside can't contain: characters without a meaning of their own are removed first.
const EMPHASIS_BEGIN = '\uE000'
const EMPHASIS_END = '\uE001'

/** A text from outside in one line, without markup, control characters and entities. */
const plainText = (text: string): string => tidyText(withoutTags(textFromHtml(withoutControls(text))))

const withoutControls = (text: string) => text.replaceAll(/[\p{Cc}\p{Co}]+/gu, ' ')
const withoutTags = (text: string) => text.replaceAll(/<[^<>]*>/g, '')
const tidyText = (text: string) => normaliseLine(decodeEntities(text))

/**
 * A list of ingredients with its allergens **emphasised**. Open Food Facts marks them with `<span class="allergen">`, or as typed
 * by people with _underscores_. Pairs of asterisks, which some labels have as footnotes, get another form.
 */
export function ingredientText(text: string): string {
  const marked = withoutControls(text)
    .replaceAll(/<span class="allergen">([^<>]*)<\/span>/g, `${EMPHASIS_BEGIN}$1${EMPHASIS_END}`)
    .replaceAll(/_([^_<>\uE000\uE001]+)_/g, `${EMPHASIS_BEGIN}$1${EMPHASIS_END}`)
  return tidyText(withoutTags(textFromHtml(marked)).replaceAll(/\*{2,}/g, stars => '∗'.repeat(stars.length)))
    .replaceAll(/\uE000\s*([^\uE000\uE001]*?)\s*\uE001/g, (_whole, inner: string) => (inner ? `**${inner}**` : ''))
    .replaceAll(/[\uE000\uE001]/g, '')
    .trim()
}
