import { assert, constantFrom, property, record, subarray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FOOD_KINDS, type FoodInformation, type FoodLanguage, NO_FOOD_INFORMATION } from './food-information.ts'
import { type FoodProduct, requiredFoodLanguages, missingFoodInformation } from './missing-food-information.ts'

const BARE: FoodProduct = { names: { fi: '', sv: '', en: '' }, hasContent: false, perishable: true, labels: [] }
const both = { fi: 'teksti', sv: 'text', en: '' }
const COMPLETE: FoodInformation = {
  ...NO_FOOD_INFORMATION,
  kind: 'prepacked',
  ingredients: both,
  allergens: { contains: [], may_contain: [] },
  storage: both,
  origin: both,
  business: 'Leipomo Oy, Rantatie 1, 25660 Mathildedal',
  nutrition: {
    per: '100g',
    energy_kj: 900,
    energy_kcal: 215,
    fat: 1,
    saturates: 0.2,
    carbohydrate: 41,
    sugars: 3,
    protein: 6,
    salt: 1.1,
  },
  alcohol_percent: 4.7,
}
const NAMED: FoodProduct = { ...BARE, names: { fi: 'Leipä', sv: 'Bröd', en: '' }, hasContent: true }

const getParts = (food: FoodInformation, product = BARE, languages: FoodLanguage[] = ['fi']) =>
  missingFoodInformation(food, product, languages).map(({ part }) => part)

describe('what is mandatory before the purchase', () => {
  test.each([
    ['prepacked', ['name', 'ingredients', 'allergens', 'net_quantity', 'storage', 'business', 'nutrition']],
    ['unpacked', ['name', 'ingredients', 'allergens', 'storage']],
    ['unprocessed', ['name', 'storage', 'origin']],
    ['alcohol', ['name', 'allergens', 'net_quantity', 'storage', 'business', 'alcohol_percent']],
    ['not_food', []],
  ] as const)('of goods that are %s', (kind, parts) => {
    expect(getParts({ ...NO_FOOD_INFORMATION, kind })).toEqual(parts)
  })

  test('begins with what kind of goods they are', () => {
    expect(missingFoodInformation(NO_FOOD_INFORMATION, BARE, ['fi', 'sv'])).toEqual([
      { part: 'kind', languages: ['fi', 'sv'] },
    ])
  })

  test('has storage only of perishable goods', () => {
    expect(getParts({ ...NO_FOOD_INFORMATION, kind: 'unpacked' }, { ...BARE, perishable: false })).not.toContain(
      'storage',
    )
  })

  test('has no nutrition where the food is exempt', () => {
    expect(getParts({ ...NO_FOOD_INFORMATION, kind: 'prepacked', nutrition_exempt: true })).not.toContain('nutrition')
  })

  test('names the languages that lack a text', () => {
    const food = { ...COMPLETE, ingredients: { ...both, sv: ' ' } }
    expect(missingFoodInformation(food, NAMED, ['fi', 'sv'])).toEqual([{ part: 'ingredients', languages: ['sv'] }])
    expect(missingFoodInformation(food, NAMED, ['fi'])).toEqual([])
  })
})

describe('a label photograph', () => {
  test('has everything in its language, and nothing in another', () => {
    const food = { ...NO_FOOD_INFORMATION, kind: 'prepacked' } as const
    const labelled = { ...BARE, labels: ['fi'] as const }
    expect(missingFoodInformation(food, labelled, ['fi'])).toEqual([])
    for (const { languages } of missingFoodInformation(food, labelled, ['fi', 'sv'])) expect(languages).toEqual(['sv'])
  })
})

test('nothing is missing of complete information, whatever its kind', () => {
  for (const kind of FOOD_KINDS) expect(getParts({ ...COMPLETE, kind }, NAMED, ['fi', 'sv'])).toEqual([])
})

test('more languages never need less, and a further label never needs more', () => {
  const kinds = constantFrom(null, ...FOOD_KINDS)
  const text = constantFrom('', 'known')
  const texts = record({ fi: text, sv: text, en: text })
  const foods = record({ kind: kinds, ingredients: texts }).map(fields => ({ ...NO_FOOD_INFORMATION, ...fields }))
  const languages = subarray<FoodLanguage>(['fi', 'sv', 'en'])
  assert(
    property(foods, languages, languages, (food, some, labels) => {
      const count = (requiredLanguages: FoodLanguage[], photographed: FoodLanguage[]) =>
        missingFoodInformation(food, { ...BARE, labels: photographed }, requiredLanguages).flatMap(
          missing => missing.languages,
        ).length
      expect(count(['fi', 'sv', 'en'], labels)).toBeGreaterThanOrEqual(count(some, labels))
      expect(count(some, ['fi', ...labels])).toBeLessThanOrEqual(count(some, labels))
    }),
  )
})

test('the languages of several stores are those that any of them demands', () => {
  expect(requiredFoodLanguages([])).toEqual(['fi'])
  expect(requiredFoodLanguages(['sv'])).toEqual(['sv'])
  expect(requiredFoodLanguages(['sv', 'fi'])).toEqual(['fi', 'sv'])
  expect(requiredFoodLanguages(['fi_sv', 'fi'])).toEqual(['fi', 'sv'])
})
