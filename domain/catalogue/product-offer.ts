import {
  type Allergens,
  type FoodInformation,
  type FoodTexts,
  NO_FOOD_INFORMATION,
  type Nutrition,
} from './food-information.ts'
import { hasValidCheckDigit, normaliseGtin } from './gtin.ts'

/** Increase when `toProductOffer` reads more, or differently: stored offers are then requested again. */
export const OFFER_READING = 1

/** The codes of a shop's own labels, which mean something else in each shop: 02, 04 and 20 to 29, and of eight digits 0 and 2. */
const OWN_CODES = /^0(?:2|0[24]|00000[02])/

/** A code that means the same product everywhere, with 14 digits. */
export function worldwideCode(code: string): string | undefined {
  const gtin = normaliseGtin(code)
  return gtin === undefined || OWN_CODES.test(gtin) || !hasValidCheckDigit(gtin) ? undefined : gtin
}

/** The parts that food information has; its other fields are for people to decide. */
export const FOOD_OFFER_PARTS = [
  'ingredients',
  'allergens',
  'nutrition',
  'net_quantity',
  'alcohol_percent',
  'storage',
  'origin',
] as const

/** What a source offers of a product, part by part, in the order in which it is shown. */
export const OFFER_PARTS = ['names', 'brand', 'content', 'picture', ...FOOD_OFFER_PARTS] as const
export type OfferPart = (typeof OFFER_PARTS)[number]

/**
 * Why a fact of a source is not offered. `unknown`: it can't be read. `language`: it is in another language.
 * `incomplete`: more belongs to it. `implausible`: it contradicts itself, or can't be.
 */
export const OMISSION_REASONS = ['unknown', 'language', 'incomplete', 'implausible', 'tooLong'] as const

/** `value`: as the source has it, cut to a readable length. */
export type OmittedValue = { part: OfferPart; value: string; reason: (typeof OMISSION_REASONS)[number] }

/** Empty texts and null: the source has none. */
export type ProductOffer = {
  names: FoodTexts
  brand: string
  content: { quantity: number; unit: 'kg' | 'l' } | null
  ingredients: FoodTexts
  allergens: Allergens | null
  nutrition: Nutrition | null
  net_quantity: string
  alcohol_percent: number | null
  storage: FoodTexts
  origin: FoodTexts
  /** The address of a picture of its front, at the source. */
  picture: string | null
  omitted: OmittedValue[]
}

/** The parts that an offer has. */
export const offeredParts = (offer: ProductOffer): OfferPart[] =>
  OFFER_PARTS.filter(part => {
    const value = offer[part]
    if (typeof value !== 'object' || value === null) return value !== '' && value !== null
    return Object.values(value).some(each => each !== '')
  })

/** The parts of which nothing was left out: they may be taken without a review. */
export const completeParts = (offer: ProductOffer): OfferPart[] =>
  offeredParts(offer).filter(part => !offer.omitted.some(each => each.part === part))

/** Some parts of an offer as food information, for `filledIn`. */
export function offeredFood(offer: ProductOffer, parts: readonly OfferPart[]): FoodInformation {
  const chosen = FOOD_OFFER_PARTS.filter(part => parts.includes(part)).map(part => [part, offer[part]])
  return { ...NO_FOOD_INFORMATION, ...Object.fromEntries(chosen) }
}

/** A name with its brand in front, unless the name has it already. */
export function brandedName(brand: string, name: string): string {
  if (brand === '' || name === '') return name
  return name.toLowerCase().includes(brand.toLowerCase()) ? name : `${brand} ${name}`
}

/** A JSON object from outside: its values may be anything. */
export type ForeignRecord = Readonly<Record<string, unknown>>

export const isForeign = (value: unknown): value is ForeignRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text of a foreign object; empty when there is none. */
export const foreignText = (from: ForeignRecord, name: string): string => {
  const value = from[name]
  return typeof value === 'string' ? value : ''
}

/** What is offered of one part, and what is not. */
export type OfferedValue<Value> = { value: Value; omitted: Omit<OmittedValue, 'part'>[] }
