import {
  anything,
  array,
  assert,
  constantFrom,
  dictionary,
  double,
  type Arbitrary,
  oneof,
  property,
  record,
  string,
  subarray,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ALLERGENS, FOOD_LANGUAGES, NO_FOOD_INFORMATION, NUTRIENTS } from './food-information.ts'
import { parseContent } from './open-food-facts-nutrition.ts'
import { ingredientText, OPEN_FOOD_FACTS_FIELDS, toProductOffer } from './open-food-facts.ts'
import { brandedName, offeredFood, offeredParts, completeParts } from './product-offer.ts'

const NOTHING = toProductOffer({})
const TAGS = [
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
  'sesame-seeds',
  'sulphur-dioxide-and-sulphites',
  'lupin',
  'molluscs',
].map(name => `en:${name}`)

const RYE_BREAD = {
  code: '6411402202208',
  lang: 'fi',
  product_name: 'Ruispalat',
  product_name_sv: 'Rågbitar',
  brands: 'Oululainen,Fazer',
  quantity: '12 x 27,5 g',
  product_quantity: '330',
  product_quantity_unit: 'g',
  ingredients_text: 'Täysjyväruisjauho (_ruis_), vesi, hiiva, suola*. *Sisältää jodia.',
  ingredients_text_with_allergens_fi:
    'Täysjyväruisjauho (<span class="allergen">ruis</span>), vesi, hiiva, suola*. *Sisältää jodia.',
  allergens_tags: ['en:gluten', 'fi:siemenet'],
  traces_tags: ['en:sesame-seeds', 'en:gluten'],
  conservation_conditions_fi: 'Huoneenlämmössä.',
  origin: 'Suomi',
  nutriments: {
    'energy-kj_100g': 950,
    'energy-kcal_100g': 226,
    fat_100g: 1.5,
    'saturated-fat_100g': 0.3000000001,
    carbohydrates_100g: 40,
    sugars_100g: 2.5,
    proteins_100g: 8.4,
    salt_100g: 1.1,
  },
  selected_images: {
    front: { display: { fi: 'https://images.openfoodfacts.org/images/products/641/front_fi.4.400.jpg' } },
  },
}

describe('A product of the API', () => {
  test('is read field by field', () => {
    expect(toProductOffer(RYE_BREAD)).toEqual({
      names: { fi: 'Ruispalat', sv: 'Rågbitar', en: '' },
      brand: 'Oululainen',
      content: { quantity: 0.33, unit: 'kg' },
      ingredients: {
        fi: 'Täysjyväruisjauho (**ruis**), vesi, hiiva, suola*. *Sisältää jodia.',
        sv: '',
        en: '',
      },
      allergens: { contains: ['gluten'], may_contain: ['sesame'] },
      nutrition: {
        per: '100g',
        energy_kj: 950,
        energy_kcal: 226,
        fat: 1.5,
        saturates: 0.3,
        carbohydrate: 40,
        sugars: 2.5,
        protein: 8.4,
        salt: 1.1,
      },
      net_quantity: '12 × 27,5 g',
      alcohol_percent: null,
      storage: { fi: 'Huoneenlämmössä.', sv: '', en: '' },
      origin: { fi: 'Suomi', sv: '', en: '' },
      picture: 'https://images.openfoodfacts.org/images/products/641/front_fi.4.full.jpg',
      omitted: [{ part: 'allergens', value: 'fi:siemenet', reason: 'unknown' }],
    })
  })

  test('of version 3.3 and later has nutrients in a set, and pictures by language', () => {
    const nutrients = Object.fromEntries(
      [
        ['energy-kj', 180, 'kJ'],
        ['energy-kcal', 43, 'kcal'],
        ['fat', 0, 'g'],
        ['saturated-fat', 0, 'g'],
        ['carbohydrates', 3, 'g'],
        ['sugars', 0, 'g'],
        ['proteins', 0.4, 'g'],
        ['salt', 0.01, 'g'],
        ['alcohol', 5.2, '% vol'],
      ].map(([name, value, unit]) => [name, { value, unit, source: 'packaging' }]),
    )
    const set = { per: '100ml', preparation: 'as_sold', nutrients }
    const beer = {
      nutrition: { aggregated_set: set },
      selected_images: { front: { sv: { 400: 'https://a/b.400.jpg' } } },
    }
    expect(toProductOffer(beer)).toMatchObject({
      nutrition: { per: '100ml', energy_kj: 180, salt: 0.01 },
      alcohol_percent: 5.2,
      picture: 'https://a/b.full.jpg',
    })
    const estimated = { ...set, nutrients: { ...nutrients, salt: { value: 1, unit: 'g', source: 'estimate' } } }
    const { nutrition, omitted } = toProductOffer({ nutrition: { aggregated_set: estimated } })
    expect({ nutrition, omitted }).toMatchObject({
      nutrition: null,
      omitted: [{ part: 'nutrition', reason: 'incomplete' }],
    })
    expect(toProductOffer({ nutrition: { aggregated_set: { ...set, preparation: 'prepared' } } })).toEqual(NOTHING)
  })

  test.each([
    {
      what: 'a name in another language',
      product: { lang: 'de', product_name: 'Knäckebrot' },
      part: 'names',
      reason: 'language',
    },
    { what: 'a quantity in other words', product: { quantity: 'noin 6 kpl' }, part: 'content', reason: 'unknown' },
    {
      what: 'two different quantities',
      product: { quantity: '1,000 g', product_quantity: 1000, product_quantity_unit: 'g' },
      part: 'content',
      reason: 'implausible',
    },
    {
      what: 'more saturates than fat',
      product: { nutriments: { ...RYE_BREAD.nutriments, 'saturated-fat_100g': 3 } },
      part: 'nutrition',
      reason: 'implausible',
    },
    {
      what: 'a value of less than',
      product: { nutriments: { ...RYE_BREAD.nutriments, sugars_modifier: '<' } },
      part: 'nutrition',
      reason: 'incomplete',
    },
    { what: 'traces alone', product: { traces_tags: ['en:nuts'] }, part: 'allergens', reason: 'incomplete' },
  ])('with $what is offered without it, and says so', ({ product, part, reason }) => {
    const offer = toProductOffer(product)
    expect(offer.omitted).toMatchObject([{ part, reason }])
    expect(offeredParts(offer)).toEqual([])
  })

  test('is free of allergens only when the source says so', () => {
    expect(toProductOffer({ allergens_tags: [] }).allergens).toBeNull()
    expect(toProductOffer({ allergens_tags: ['en:none'] }).allergens).toEqual({ contains: [], may_contain: [] })
  })
})

test.each([
  ['500 g', 0.5, 'kg'],
  ['500g ℮', 0.5, 'kg'],
  ['0,5 L', 0.5, 'l'],
  ['33cl', 0.33, 'l'],
  ['2 x 60 g', 0.12, 'kg'],
  ['6×330 ml', 1.98, 'l'],
  ['1.5 kg', 1.5, 'kg'],
])('%s is understood', (text, quantity, unit) => {
  expect(parseContent(text)).toEqual({ quantity, unit })
})
test.each(['', '6 eggs', '500', 'g', '0 g', '0.5 g', '1 000 g', '12 oz', '-5 g', '1e3 g'])(
  '%j is not understood',
  text => {
    expect(parseContent(text)).toBeUndefined()
  },
)

test.each([
  ['Farine de <span class="allergen">blé*</span> 67 %', 'Farine de **blé*** 67 %'],
  ['<b>sucre</b>, <script>x</script>sel', 'sucre, sel'],
  ['sucre<br>sel&aring;', 'sucre, selå'],
  ['_maito_, sokeri', '**maito**, sokeri'],
  ['suola < 1 %, vesi &lt; 2 %', 'suola < 1 %, vesi < 2 %'],
  ['kaakao**, sokeri**', 'kaakao∗∗, sokeri∗∗'],
  ['  a\u0000\n\u202Eb &#8238;c ', 'a b c'],
  ['<span class="allergen"> </span>', ''],
])('the ingredients %j', (text, expected) => {
  expect(ingredientText(text)).toBe(expected)
})

test.each([
  ['Valio', 'Maito', 'Valio Maito'],
  ['Valio', 'VALIO maito', 'VALIO maito'],
  ['', 'Maito', 'Maito'],
  ['Valio', '', ''],
])('the brand %j before the name %j', (brand, name, expected) => {
  expect(brandedName(brand, name)).toBe(expected)
})

// Values as they should be, and anything else.
const word = string({ minLength: 1, maxLength: 12 })
const tag = oneof(constantFrom(...TAGS), word)
const getValue = (name: string): Arbitrary<unknown> => {
  if (name.endsWith('_tags')) return oneof(array(tag, { maxLength: 6 }), anything())
  if (name === 'nutriments')
    return dictionary(
      constantFrom(
        'energy-kj',
        'energy-kcal',
        'fat',
        'saturated-fat',
        'carbohydrates',
        'sugars',
        'proteins',
        'salt',
      ).map(nutrient => `${nutrient}_100g`),
      double({ min: -5, max: 130, noNaN: true }),
    )
  return oneof(word, constantFrom('fi', 'sv', 'de', '500 g', '3 x 33 cl'), anything())
}
const product = record(Object.fromEntries(OPEN_FOOD_FACTS_FIELDS.map(name => [name, getValue(name)])), {
  requiredKeys: [],
})

describe('Whatever a source sends', () => {
  test('the offer is one that food information can hold', () => {
    assert(
      property(product, from => {
        const offer = toProductOffer(from)
        for (const texts of [offer.names, offer.ingredients, offer.storage, offer.origin])
          for (const language of FOOD_LANGUAGES) expect(texts[language].length).toBeLessThanOrEqual(4000)
        const { contains, may_contain: traces } = offer.allergens ?? { contains: [], may_contain: [] }
        expect([...contains, ...traces].filter(each => !ALLERGENS.includes(each))).toEqual([])
        expect(contains.filter(each => traces.includes(each))).toEqual([])
        for (const nutrient of NUTRIENTS) expect(offer.nutrition?.[nutrient] ?? 0).toBeGreaterThanOrEqual(0)
        expect(offeredFood(offer, [])).toEqual(NO_FOOD_INFORMATION)
        expect(offeredParts(offer)).toEqual(expect.arrayContaining(completeParts(offer)))
      }),
    )
  })

  test('each allergen comes from a tag, and each tag is offered or named as left out', () => {
    assert(
      property(subarray(TAGS), subarray(TAGS), array(word), (tags, traces, others) => {
        const offer = toProductOffer({ allergens_tags: [...tags, ...others], traces_tags: traces })
        const { contains, may_contain: may } = offer.allergens ?? { contains: [], may_contain: [] }
        expect(contains).toHaveLength(tags.length)
        const omitted = offer.omitted.filter(({ part }) => part === 'allergens').map(({ value }) => value)
        expect(omitted).toEqual(expect.arrayContaining(others.filter(each => each !== 'en:none')))
        const isKnown = tags.length > 0
        expect(may).toHaveLength(isKnown ? traces.filter(each => !tags.includes(each)).length : 0)
        if (!isKnown) expect(omitted).toEqual(expect.arrayContaining(traces))
      }),
    )
  })

  test('no word of a text is invented', () => {
    const text = array(
      constantFrom('maito', '_ruis_', '<b>suola</b>', 'a**', '&amp;', '<span class="allergen">kala</span>'),
    )
    assert(
      property(text, parts => {
        const words = parts.map(part => ingredientText(part))
        expect(ingredientText(parts.join(' '))).toBe(words.join(' '))
      }),
    )
  })

  test('numbers are those of the source, rounded to thousandths', () => {
    assert(
      property(product, from => {
        const { nutrition } = toProductOffer(from)
        const sent = Object.values(from['nutriments'] ?? {}).map(value => Math.round(Number(value) * 1000) / 1000)
        for (const nutrient of NUTRIENTS) if (nutrition) expect(sent).toContain(nutrition[nutrient])
      }),
    )
  })
})
