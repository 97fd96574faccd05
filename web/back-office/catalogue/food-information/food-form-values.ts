import type { AdminFood, FoodInput } from '#contract/catalogue/food-information.ts'
import {
  type Allergen,
  ALLERGENS,
  FOOD_KINDS,
  FOOD_LANGUAGES,
  FOOD_SOURCES,
  FOOD_TEXTS,
  type FoodLanguage,
  type FoodSource,
  type Nutrient,
  NUTRIENTS,
  type Nutrition,
} from '#domain/catalogue/food-information.ts'
import { numberIn, toNumberInput } from '#web/kit/forms/record-fields.ts'

type FoodText = (typeof FOOD_TEXTS)[number]
type Presence = '' | 'contains' | 'may_contain'

/** Food information as typed: a form's values are flat. */
export type FoodFormValues = { [Name in `${FoodText}.${FoodLanguage}` | Nutrient]: string } & {
  [Name in `allergen.${Allergen}`]: Presence
} & {
  kind: string
  no_allergens: boolean
  net_quantity: string
  business: string
  per: Nutrition['per']
  nutrition_exempt: boolean
  alcohol_percent: string
  /** Where this save's changes are from. */
  source: FoodSource
}

const recordFrom = <Name extends string, Value>(names: readonly Name[], getValue: (name: Name) => Value) =>
  // Contains each name once.
  Object.fromEntries(names.map(name => [name, getValue(name)])) as Record<Name, Value>

const TEXT_NAMES = FOOD_TEXTS.flatMap(text => FOOD_LANGUAGES.map(language => `${text}.${language}` as const))
const ALLERGEN_NAMES = ALLERGENS.map(allergen => `allergen.${allergen}` as const)

const getPresence = ({ allergens }: AdminFood, allergen: Allergen): Presence => {
  if (allergens?.contains.includes(allergen)) return 'contains'
  return allergens?.may_contain.includes(allergen) ? 'may_contain' : ''
}

export function toFoodValues(food: AdminFood): FoodFormValues {
  const { allergens, nutrition } = food
  // The names are built from these same lists.
  const getText = (name: string) => {
    const [text, language] = name.split('.') as [FoodText, FoodLanguage]
    return food[text][language]
  }
  return {
    ...recordFrom(TEXT_NAMES, getText),
    ...recordFrom(NUTRIENTS, name => toNumberInput(nutrition?.[name] ?? null)),
    ...recordFrom(ALLERGEN_NAMES, name => getPresence(food, name.slice('allergen.'.length) as Allergen)),
    kind: food.kind ?? '',
    no_allergens: allergens !== null && allergens.contains.length + allergens.may_contain.length === 0,
    net_quantity: food.net_quantity,
    business: food.business,
    per: nutrition?.per ?? '100g',
    nutrition_exempt: food.nutrition_exempt,
    alcohol_percent: toNumberInput(food.alcohol_percent),
    source: 'person',
  }
}

const withPresence = (values: FoodFormValues, presence: Presence) =>
  ALLERGENS.filter(allergen => values[`allergen.${allergen}`] === presence)

function allergensIn(values: FoodFormValues): FoodInput['allergens'] {
  const lists = { contains: withPresence(values, 'contains'), may_contain: withPresence(values, 'may_contain') }
  const isKnown = values.no_allergens || lists.contains.length + lists.may_contain.length > 0
  return isKnown ? lists : null
}

const isTyped = (values: FoodFormValues) => (name: Nutrient) => values[name].trim() !== ''

const nutritionIn = (values: FoodFormValues): FoodInput['nutrition'] =>
  NUTRIENTS.some(isTyped(values))
    ? { per: values.per, ...recordFrom(NUTRIENTS, name => numberIn(values[name]) ?? Number.NaN) }
    : null

/** The body of a save; `source` apart. */
export const toFoodInput = (values: FoodFormValues): FoodInput => ({
  kind: FOOD_KINDS.find(kind => kind === values.kind) ?? null,
  ...recordFrom(FOOD_TEXTS, text => recordFrom(FOOD_LANGUAGES, language => values[`${text}.${language}`])),
  allergens: allergensIn(values),
  net_quantity: values.net_quantity,
  business: values.business,
  nutrition: nutritionIn(values),
  nutrition_exempt: values.nutrition_exempt,
  alcohol_percent: numberIn(values.alcohol_percent),
})

/** `max`: the largest number that the field may have; `count`: the most characters. */
type FoodProblem = {
  field: string
  problem: 'number' | 'whole' | 'tooMuch' | 'tooLong'
  max?: string
  count?: number
}

const MAX_LENGTH = 4000
const MAX_BY_FIELD: Readonly<Partial<Record<string, number>>> = { energy_kj: 4000, energy_kcal: 1000 }
const MAX_PER_CENT = 100

function numberProblem(field: string, typed: string): FoodProblem[] {
  const number = numberIn(typed)
  const max = MAX_BY_FIELD[field] ?? MAX_PER_CENT
  if (number === null) return []
  if (Number.isNaN(number) || number < 0) return [{ field, problem: 'number' }]
  return number > max ? [{ field, problem: 'tooMuch', max: String(max) }] : []
}

/** What is wrong with the typed values. That something is missing is no mistake. */
export function foodFormProblems(values: FoodFormValues): FoodProblem[] {
  const isPartly = NUTRIENTS.some(isTyped(values)) && !NUTRIENTS.every(isTyped(values))
  const untyped = NUTRIENTS.filter(name => !isTyped(values)(name))
  return [
    ...[...TEXT_NAMES, 'net_quantity' as const, 'business' as const]
      .filter(name => values[name].length > MAX_LENGTH)
      .map((field): FoodProblem => ({ field, problem: 'tooLong', count: MAX_LENGTH })),
    ...(isPartly ? untyped.map((field): FoodProblem => ({ field, problem: 'whole' })) : []),
    ...[...NUTRIENTS, 'alcohol_percent' as const].flatMap(field => numberProblem(field, values[field])),
  ]
}

/** The sources that an admin can name: a service fills in its values itself. */
export const TYPED_SOURCES = FOOD_SOURCES.filter(source => source !== 'open_food_facts')
