import {
  type Arbitrary,
  array,
  assert,
  boolean,
  constantFrom,
  option,
  property,
  record,
  string,
  subarray,
  tuple,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ALLERGENS,
  changedFoodFields,
  emphasisedParts,
  filledIn,
  FOOD_FIELDS,
  FOOD_KINDS,
  FOOD_LANGUAGES,
  FOOD_SOURCES,
  type FoodInformation,
  type FoodSources,
  foodTextIn,
  foodValue,
  NO_FOOD_INFORMATION,
  NUTRIENTS,
  sourcesAfter,
} from './food-information.ts'

const text = constantFrom('', 'water', '**milk**, salt', 'in a cold place')
const texts = record({ fi: text, sv: text, en: text })
const nutrition = constantFrom<FoodInformation['nutrition']>(null, {
  per: '100g',
  // Each nutrient is there once.
  ...(Object.fromEntries(NUTRIENTS.map(name => [name, 1])) as Record<(typeof NUTRIENTS)[number], number>),
})
const anyFood: Arbitrary<FoodInformation> = record({
  kind: constantFrom(null, ...FOOD_KINDS),
  ingredients: texts,
  allergens: option(record({ contains: subarray([...ALLERGENS]), may_contain: subarray([...ALLERGENS]) })),
  net_quantity: text,
  storage: texts,
  origin: texts,
  business: text,
  nutrition,
  nutrition_exempt: boolean(),
  alcohol_percent: constantFrom(null, 0, 5.2),
})
const sources: Arbitrary<FoodSources> = array(tuple(constantFrom(...FOOD_FIELDS), constantFrom(...FOOD_SOURCES))).map(
  pairs => Object.fromEntries(pairs.map(([field, source]) => [field, { source, recorded_on: '2026-01-01' }])),
)

describe('emphasis', () => {
  test.each([
    [
      '**Milk**, salt',
      [
        ['Milk', true],
        [', salt', false],
      ],
    ],
    [
      'salt, **rye** and **wheat**',
      [
        ['salt, ', false],
        ['rye', true],
        [' and ', false],
        ['wheat', true],
      ],
    ],
    ['a ** b', [['a ** b', false]]],
    ['****', [['****', false]]],
    ['**a*b**', [['a*b', true]]],
    ['', []],
  ])('of %j is read', (typed, parts) => {
    expect(emphasisedParts(typed).map(part => [part.text, part.isEmphasised])).toEqual(parts)
  })

  test('never loses, adds or reorders a character of the text besides its marks', () => {
    assert(
      property(string({ unit: constantFrom('*', '**', 'a', '<b>', '&', ' ') }), typed => {
        const parts = emphasisedParts(typed)
        expect(parts.map(part => (part.isEmphasised ? `**${part.text}**` : part.text)).join('')).toBe(typed)
      }),
    )
  })
})

describe('values from another source', () => {
  test('never replace, or give another source to, what a person entered', () => {
    assert(
      property(anyFood, sources, anyFood, (food, foodSources, offered) => {
        const filled = filledIn({ food, sources: foodSources }, offered, {
          source: 'open_food_facts',
          recorded_on: '2026-11-26',
        })
        for (const field of FOOD_FIELDS) {
          const before = foodValue(food, field)
          if (foodSources[field]?.source === 'open_food_facts' || before === '' || before === null || before === false)
            continue
          expect([field, foodValue(filled.food, field)]).toEqual([field, before])
          expect(filled.sources[field]).toEqual(foodSources[field])
        }
      }),
    )
  })

  test('fill everything that nothing is known of', () => {
    assert(
      property(anyFood, offered => {
        const empty = { food: NO_FOOD_INFORMATION, sources: {} }
        const origin = { source: 'open_food_facts', recorded_on: '2026-11-26' } as const
        const filled = filledIn(empty, offered, origin)
        expect(filled.food).toEqual(offered)
        for (const field of changedFoodFields(NO_FOOD_INFORMATION, offered))
          expect(filled.sources[field]).toEqual(origin)
      }),
    )
  })

  test('replace what the same source said earlier', () => {
    const food = { ...NO_FOOD_INFORMATION, business: 'Old Ltd' }
    const filled = filledIn(
      { food, sources: { business: { source: 'open_food_facts', recorded_on: '2025-01-01' } } },
      { ...NO_FOOD_INFORMATION, business: 'New Ltd' },
      { source: 'open_food_facts', recorded_on: '2026-11-26' },
    )
    expect(filled.food.business).toBe('New Ltd')
    expect(filled.sources.business?.recorded_on).toBe('2026-11-26')
  })
})

test('a change gives its source to the changed fields only, and takes it from emptied ones', () => {
  const before = { ...NO_FOOD_INFORMATION, business: 'Dairy Ltd', net_quantity: '1 l' }
  const after = { ...before, business: '', storage: { fi: 'Kylmässä', sv: '', en: '' } }
  const foodSources: FoodSources = {
    business: { source: 'supplier', recorded_on: '2026-01-01' },
    net_quantity: { source: 'label', recorded_on: '2026-01-01' },
  }
  expect(sourcesAfter(foodSources, { before, after, source: 'person', recorded_on: '2026-11-26' })).toEqual({
    net_quantity: { source: 'label', recorded_on: '2026-01-01' },
    'storage.fi': { source: 'person', recorded_on: '2026-11-26' },
  })
})

test('a text is read in the asked language, else in Finnish, Swedish or English, and says which', () => {
  expect(foodTextIn({ fi: 'vesi', sv: 'vatten', en: '' }, 'sv')).toEqual({ text: 'vatten', language: 'sv' })
  expect(foodTextIn({ fi: 'vesi', sv: 'vatten', en: '' }, 'en')).toEqual({ text: 'vesi', language: 'fi' })
  expect(foodTextIn({ fi: ' ', sv: '', en: 'water' }, 'fi')).toEqual({ text: 'water', language: 'en' })
  for (const language of FOOD_LANGUAGES) expect(foodTextIn({ fi: '', sv: '', en: '' }, language)).toBeNull()
})
