import { type Nutrient, NUTRIENTS, type Nutrition } from './food-information.ts'
import { type ForeignRecord, foreignText, isForeign, type OfferedValue } from './product-offer.ts'

/** Their names of the nutrients of Annex XV, and the unit that each is offered in. */
const NUTRIENT_SOURCES: Readonly<Record<Nutrient, { name: string; unit: 'kj' | 'kcal' | 'g' }>> = {
  energy_kj: { name: 'energy-kj', unit: 'kj' },
  energy_kcal: { name: 'energy-kcal', unit: 'kcal' },
  fat: { name: 'fat', unit: 'g' },
  saturates: { name: 'saturated-fat', unit: 'g' },
  carbohydrate: { name: 'carbohydrates', unit: 'g' },
  sugars: { name: 'sugars', unit: 'g' },
  protein: { name: 'proteins', unit: 'g' },
  salt: { name: 'salt', unit: 'g' },
}

const MAX_AMOUNTS = { kj: 4000, kcal: 1000, g: 100 } as const

type NutrientAmount = { value: number; unit: string }
/** Finds a nutrient per 100 g or ml of the product as it is sold; undefined when it is not on the package. */
type FindAmount = (name: string) => NutrientAmount | undefined

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** Of the API since version 3.3: one set of nutrients, of which some may be computed or estimated. */
function amountsOfSet(set: ForeignRecord): FindAmount {
  const nutrients = isForeign(set['nutrients']) ? set['nutrients'] : {}
  return name => {
    const found = nutrients[name] ?? nutrients[name.replace('-', '_')]
    if (!isForeign(found) || found['source'] === 'estimate' || found['modifier'] !== undefined) return undefined
    const { value } = found
    return isNumber(value) ? { value, unit: foreignText(found, 'unit').toLowerCase() } : undefined
  }
}

/** Of earlier versions, and of the export: values per 100 g or ml are in grams, kJ and kcal, whatever unit was typed. */
const amountsOfNutriments =
  (nutriments: ForeignRecord): FindAmount =>
  name => {
    if (nutriments[`${name}_modifier`] !== undefined) return undefined
    const value = nutriments[`${name}_100g`]
    const unit = name === 'alcohol' ? '% vol' : Object.values(NUTRIENT_SOURCES).find(each => each.name === name)?.unit
    return isNumber(value) && unit !== undefined ? { value, unit } : undefined
  }

type FoundNutrition = { find: FindAmount; per: Nutrition['per'] }

/** Undefined when there is nothing per 100 g or ml of the product as it is sold. */
function foundIn(product: ForeignRecord): FoundNutrition | undefined {
  const { nutrition, nutriments } = product
  const set = isForeign(nutrition) ? nutrition['aggregated_set'] : undefined
  if (isForeign(set)) {
    const per = set['per']
    if (set['preparation'] === 'prepared' || (per !== '100g' && per !== '100ml')) return undefined
    return { find: amountsOfSet(set), per }
  }
  if (!isForeign(nutriments)) return undefined
  // Their names end in 100g for liquids too.
  const isLiquid = [product['nutrition_data_per'], `100${foreignText(product, 'product_quantity_unit')}`].includes(
    '100ml',
  )
  return { find: amountsOfNutriments(nutriments), per: isLiquid ? '100ml' : '100g' }
}

const MAX_DECIMALS = 1000
const roundAmount = (value: number) => Math.round(value * MAX_DECIMALS) / MAX_DECIMALS

function findAmount(nutrient: Nutrient, find: FindAmount): number | undefined {
  const { name, unit } = NUTRIENT_SOURCES[nutrient]
  const found = find(name)
  return found?.unit === unit ? roundAmount(found.value) : undefined
}

/** Parts of a whole are not more than it, and a gram of food has at most the energy of a gram of fat. */
function isPlausible(amounts: Record<Nutrient, number>): boolean {
  const isInRange = NUTRIENTS.every(
    name => amounts[name] >= 0 && amounts[name] <= MAX_AMOUNTS[NUTRIENT_SOURCES[name].unit],
  )
  const hasParts = amounts.saturates <= amounts.fat && amounts.sugars <= amounts.carbohydrate
  return isInRange && hasParts && amounts.fat + amounts.carbohydrate + amounts.protein + amounts.salt <= 100.5
}

/** All of the mandatory nutrients as the package declares them, or nothing. */
export function offeredNutrition(product: ForeignRecord): OfferedValue<Nutrition | null> {
  const found = foundIn(product)
  if (!found) return { value: null, omitted: [] }
  const amounts = NUTRIENTS.flatMap(name => {
    const amount = findAmount(name, found.find)
    return amount === undefined ? [] : [[name, amount] as const]
  })
  if (amounts.length === 0) return { value: null, omitted: [] }
  const texts = amounts.map(([name, amount]) => `${name} ${amount}`).join(', ')
  if (amounts.length < NUTRIENTS.length) return { value: null, omitted: [{ value: texts, reason: 'incomplete' }] }
  // Each nutrient is there once.
  const all = Object.fromEntries(amounts) as Record<Nutrient, number>
  if (!isPlausible(all)) return { value: null, omitted: [{ value: texts, reason: 'implausible' }] }
  return { value: { per: found.per, ...all }, omitted: [] }
}

const MAX_PER_CENT = 100

/** The strength by volume, if it is given in that unit. */
export function offeredAlcohol(product: ForeignRecord): OfferedValue<number | null> {
  const found = foundIn(product)?.find('alcohol')
  if (!found) return { value: null, omitted: [] }
  const value = roundAmount(found.value)
  if (found.unit.startsWith('% vol') && value >= 0 && value <= MAX_PER_CENT) return { value, omitted: [] }
  return { value: null, omitted: [{ value: `${found.value} ${found.unit}`, reason: 'implausible' }] }
}

type ProductContent = { quantity: number; unit: 'kg' | 'l' }

const CONTENT_UNITS: ReadonlyMap<string, { thousandths: number; unit: ProductContent['unit'] }> = new Map([
  ['kg', { thousandths: 1000, unit: 'kg' }],
  ['g', { thousandths: 1, unit: 'kg' }],
  ['l', { thousandths: 1000, unit: 'l' }],
  ['dl', { thousandths: 100, unit: 'l' }],
  ['cl', { thousandths: 10, unit: 'l' }],
  ['ml', { thousandths: 1, unit: 'l' }],
])
const MAX_THOUSANDTHS = 1_000_000_000

/** "500 g", "0,5 l", "6 x 330 ml"; the sign of an average quantity may follow. */
const CONTENT_PATTERN = /^(?:(\d{1,3})\s*[x×*]\s*)?(\d{1,6}(?:[.,]\d{1,3})?)\s*(kg|g|l|dl|cl|ml)\.?\s*[℮e]?$/i

const parseAmount = (text: string) => Number(text.replace(',', '.'))

/** Undefined when it isn't a whole number of thousandths. */
function toContent(pieces: number, size: number, unitText: string): ProductContent | undefined {
  const unit = CONTENT_UNITS.get(unitText.toLowerCase())
  if (!unit) return undefined
  const exact = pieces * size * unit.thousandths
  const thousandths = Math.round(exact)
  if (Math.abs(exact - thousandths) > 1e-6 || thousandths < 1 || thousandths > MAX_THOUSANDTHS) return undefined
  return { quantity: thousandths / 1000, unit: unit.unit }
}

/** What a package contains in all, from the text on it: "2 x 60 g" is 0.12 kg. */
export function parseContent(text: string): ProductContent | undefined {
  const [, pieces = '1', size, unit] = CONTENT_PATTERN.exec(text.trim()) ?? []
  return size === undefined || unit === undefined ? undefined : toContent(Number(pieces), parseAmount(size), unit)
}

/** As Open Food Facts parsed it, in grams or millilitres. */
function normalisedContent(product: ForeignRecord): ProductContent | undefined {
  const amount = product['product_quantity']
  const number = typeof amount === 'string' && /^\d{1,9}(?:\.\d+)?$/.test(amount) ? Number(amount) : amount
  const unit = foreignText(product, 'product_quantity_unit')
  return typeof number === 'number' && Number.isFinite(number) ? toContent(1, number, unit) : undefined
}

/** From text and parsed value, which must not disagree. */
export function offeredContent(product: ForeignRecord): OfferedValue<ProductContent | null> {
  const text = foreignText(product, 'quantity').trim()
  const read = parseContent(text)
  const normalised = normalisedContent(product)
  if (read && normalised && (read.quantity !== normalised.quantity || read.unit !== normalised.unit))
    return { value: null, omitted: [{ value: text, reason: 'implausible' }] }
  const value = read ?? normalised ?? null
  return { value, omitted: value === null && text !== '' ? [{ value: text, reason: 'unknown' }] : [] }
}

/** Of a multipack: "6 × 33 cl"; empty otherwise. */
export function offeredNetQuantity(product: ForeignRecord): string {
  const text = foreignText(product, 'quantity').trim()
  const [, pieces, size, unit] = CONTENT_PATTERN.exec(text) ?? []
  const isMore = pieces !== undefined && Number(pieces) > 1 && parseContent(text) !== undefined
  return isMore ? `${Number(pieces)} × ${size} ${unit?.toLowerCase()}` : ''
}
