import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { pathId } from '#contract/values.ts'
import { FOOD_KINDS, FOOD_SOURCES } from '#domain/catalogue/food-information.ts'
import { OMISSION_REASONS, OFFER_PARTS } from '#domain/catalogue/product-offer.ts'
import { allergens, nutrition } from './food-information.ts'

const offerPart = z.enum(OFFER_PARTS)
const offerTexts = z.object({ fi: z.string(), sv: z.string(), en: z.string() })
const offerDay = z.string()

/** Empty texts and null: the source has none. */
const productOffer = z.object({
  /** 13 digits, or 14 of a case. */
  code: z.string(),
  source: z.enum(FOOD_SOURCES),
  /** When the source was asked: yyyy-mm-dd. */
  fetched_on: offerDay,
  names: offerTexts,
  brand: z.string(),
  content: z.nullable(z.object({ quantity: z.number(), unit: z.enum(['kg', 'l']) })),
  ingredients: offerTexts,
  allergens,
  nutrition,
  net_quantity: z.string(),
  alcohol_percent: z.nullable(z.number()),
  storage: offerTexts,
  origin: offerTexts,
  has_picture: z.boolean(),
  /** What the source has and the offer does not. */
  omitted: z.array(z.object({ part: offerPart, value: z.string(), reason: z.enum(OMISSION_REASONS) })),
  /** `parts`: those that the offer has. `complete`: those of them of which nothing was left out. */
  parts: z.array(offerPart),
  complete: z.array(offerPart),
})
export type ShownOffer = z.output<typeof productOffer>

/** `off`: no source is configured. `unknown`: it has no such product. `busy`, `slow`, `failed`: try again later. */
const OFFER_STATES = ['found', 'off', 'unknown', 'busy', 'slow', 'failed'] as const

const offerCode = z.string().check(z.regex(/^(?:\d{8}|\d{12,14})$/))
const codeParams = z.object({ code: offerCode })
const productParams = z.object({ id: pathId })

export const productOffers = {
  find: endpoint({
    method: 'GET',
    path: 'admin/product-offers/:code',
    description:
      'The data on a barcode from the configured source of product data, which is queried at most once a week.',
    access: 'admin',
    reads: [],
    params: codeParams,
    answer: z.object({ state: z.enum(OFFER_STATES), offer: z.nullable(productOffer) }),
    errors: FOR_ADMINS,
  }),
  picture: endpoint({
    method: 'GET',
    path: 'admin/product-offers/:code/picture',
    description:
      'The offered picture, re-encoded and small, as a data URL; null if there is none or it cannot be loaded.',
    access: 'admin',
    reads: [],
    params: codeParams,
    answer: z.object({ url: z.nullable(z.string()) }),
    errors: FOR_ADMINS,
  }),
  apply: endpoint({
    method: 'POST',
    path: 'admin/products/:id/offer',
    description:
      'Takes parts of an offer for a product: the picture, and food information for fields that are empty or that the same source filled in. Names and content are only marked as the source’s, if they equal the offer. `kind`: used if the product has none.',
    access: 'admin',
    touches: ['products', 'events', 'auditLog'],
    params: productParams,
    body: z.strictObject({
      code: offerCode,
      parts: z.array(offerPart).check(z.maxLength(OFFER_PARTS.length)),
      kind: z.nullable(z.enum(FOOD_KINDS)),
    }),
    /** The parts that the product has now from this source. */
    answer: z.object({ applied: z.array(offerPart) }),
    errors: [...CHANGED_BY_ADMINS, 'notFound'],
  }),
  origins: endpoint({
    method: 'GET',
    path: 'admin/products/:id/origins',
    description:
      'Which of its names, content and pictures a product still has as a source offered them, and since when.',
    access: 'admin',
    reads: ['products'],
    params: productParams,
    answer: z.array(z.object({ field: z.string(), source: z.enum(FOOD_SOURCES), recorded_on: offerDay })),
    errors: FOR_ADMINS,
  }),
}
