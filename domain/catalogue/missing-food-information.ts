import type { FoodInformation, FoodKind, FoodLanguage } from './food-information.ts'

/** The parts of the mandatory information, in the order of Article 9 (1) of Regulation (EU) No 1169/2011. */
export const FOOD_PARTS = [
  /** Whether it is a food, and of which kind, is not decided. */
  'kind',
  'name',
  'ingredients',
  'allergens',
  'net_quantity',
  'storage',
  'business',
  'origin',
  'alcohol_percent',
  'nutrition',
] as const
export type FoodPart = (typeof FOOD_PARTS)[number]

/** `languages`: those that lack it. */
export type MissingFoodPart = { part: FoodPart; languages: FoodLanguage[] }

/** The languages that a store's municipality demands. */
export const FOOD_LANGUAGE_RULES = ['fi', 'sv', 'fi_sv'] as const
export type FoodLanguageRule = (typeof FOOD_LANGUAGE_RULES)[number]

/** The languages that any of some rules demands; Finnish without any. */
export function requiredFoodLanguages(rules: readonly FoodLanguageRule[]): FoodLanguage[] {
  const codes = (rules.length === 0 ? ['fi'] : rules).flatMap(rule => rule.split('_'))
  return (['fi', 'sv'] as const).filter(language => codes.includes(language))
}

/** What is mandatory besides the name: Articles 9, 16 (4), 19 and 44, and Decree 834/2014 for foods that aren't prepacked. */
const MANDATORY_PARTS: Readonly<Record<Exclude<FoodKind, 'not_food'>, readonly FoodPart[]>> = {
  prepacked: ['ingredients', 'allergens', 'net_quantity', 'business', 'nutrition'],
  unpacked: ['ingredients', 'allergens'],
  // A single ingredient: it needs no list of them, and no nutrition declaration, but its country.
  unprocessed: ['origin'],
  alcohol: ['allergens', 'net_quantity', 'business', 'alcohol_percent'],
}

/** What is needed of the product itself. */
export type FoodProduct = {
  names: Readonly<Partial<Record<FoodLanguage, string>>>
  /** Its net content is known, or it is sold by weight. */
  hasContent: boolean
  perishable: boolean
  /** The languages of its label photographs. */
  labels: readonly FoodLanguage[]
}

const isThere = (text = '') => text.trim() !== ''

/** Whether a part is known to readers of a language. */
function isKnown(
  part: FoodPart,
  language: FoodLanguage,
  { food, product }: { food: FoodInformation; product: FoodProduct },
) {
  switch (part) {
    case 'name':
      return isThere(product.names[language])
    case 'ingredients':
    case 'storage':
    case 'origin':
      return isThere(food[part][language])
    case 'net_quantity':
      return product.hasContent || isThere(food.net_quantity)
    case 'business':
      return isThere(food.business)
    case 'nutrition':
      return food.nutrition_exempt || food.nutrition !== null
    default:
      return food[part] !== null
  }
}

/**
 * What distance selling (Article 14) demands before the purchase and a product lacks in some languages: all but dates and lot.
 * A legible photograph of the label in a language has everything in that language.
 */
export function missingFoodInformation(
  food: FoodInformation,
  product: FoodProduct,
  languages: readonly FoodLanguage[],
): MissingFoodPart[] {
  if (food.kind === null) return [{ part: 'kind', languages: [...languages] }]
  if (food.kind === 'not_food') return []
  const unlabelled = languages.filter(language => !product.labels.includes(language))
  const mandatory: readonly FoodPart[] = [
    'name',
    ...MANDATORY_PARTS[food.kind],
    ...(product.perishable ? ['storage' as const] : []),
  ]
  return FOOD_PARTS.filter(part => mandatory.includes(part))
    .map(part => ({ part, languages: unlabelled.filter(language => !isKnown(part, language, { food, product })) }))
    .filter(missing => missing.languages.length > 0)
}
