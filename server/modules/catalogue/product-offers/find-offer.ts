import type { ShownOffer } from '#contract/catalogue/product-offers.ts'
import { imageKind } from '#domain/catalogue/product-images.ts'
import {
  OFFER_READING,
  type ProductOffer,
  worldwideCode,
  offeredParts,
  completeParts,
} from '#domain/catalogue/product-offer.ts'
import { DAY_MS } from '#domain/durations.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { ProductData } from '#server/adapters/product-data/product-data.ts'
import type { ProcessImage } from '#server/modules/catalogue/product-images/process-image.ts'
import type { MadeImage } from '#server/modules/catalogue/product-images/resize-image.ts'
import type { Context } from '#server/platform/context.ts'
import { consumePoint } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import { RecentMap } from '#server/platform/http/refused-keys.ts'

/** `code`: 14 digits. `at`: when the source answered. */
export type FoundOffer = { code: string; offer: ProductOffer; at: Date }
export type OfferLookup = ({ state: 'found' } & FoundOffer) | { state: 'off' | 'unknown' | 'busy' | 'slow' | 'failed' }

const FOUND_MS = 7 * DAY_MS
/** The product may be added to the source later. */
const UNKNOWN_MS = DAY_MS

/**
 * The source's offer for a scanned code. An answer is reused for a week (one without a product for a day), and after that if the
 * source doesn't answer.
 */
export async function findOffer(
  context: Context,
  productData: ProductData | undefined,
  scanned: string,
): Promise<OfferLookup> {
  if (!productData) return { state: 'off' }
  const code = worldwideCode(scanned)
  if (code === undefined) return { state: 'unknown' }
  const stored = await findStored(context, code)
  if (stored && stored.until > context.now()) return toLookup(stored)
  const { allowed } = await consumePoint(context, RATE_LIMITS.productData, 'everybody')
  // Their codes have 13 digits; only those of cases have 14.
  const answer = allowed ? await productData.find(code.replace(/^0/, '')) : { kind: 'busy' as const }
  if (answer.kind === 'found') return toLookup(await storeAnswer(context, { code, offer: answer.offer }))
  if (answer.kind === 'unknown') return toLookup(await storeAnswer(context, { code, offer: null }))
  if (stored?.offer) return toLookup(stored)
  if (answer.kind === 'failed') context.log.warn({ why: answer.reason }, 'the source of product data failed')
  return { state: answer.kind === 'timeout' ? 'slow' : answer.kind }
}

type StoredAnswer = { code: string; offer: ProductOffer | null; at: Date }

const toLookup = ({ code, offer, at }: StoredAnswer): OfferLookup =>
  offer ? { state: 'found', code, offer, at } : { state: 'unknown' }

async function findStored({ db }: Context, code: string): Promise<(StoredAnswer & { until: Date }) | undefined> {
  const row = await db
    .selectFrom('product_offer')
    .select(['content', 'fetched_at'])
    .where('code', '=', code)
    .where('reading', '=', OFFER_READING)
    .executeTakeFirst()
  if (!row) return undefined
  const until = new Date(row.fetched_at.getTime() + (row.content ? FOUND_MS : UNKNOWN_MS))
  return { code, offer: row.content, at: row.fetched_at, until }
}

async function storeAnswer(
  { db, now }: Context,
  { code, offer }: Pick<StoredAnswer, 'code' | 'offer'>,
): Promise<StoredAnswer> {
  const at = now()
  const row = { content: offer && JSON.stringify(offer), reading: OFFER_READING, fetched_at: at }
  await db
    .insertInto('product_offer')
    .values({ code, ...row })
    .onConflict(conflict => conflict.column('code').doUpdateSet(row))
    .execute()
  return { code, offer, at }
}

/** Previews kept in memory, some hundred kilobytes each: an admin uses a picture soon after viewing it, or never. */
const MAX_OFFERS = 20

export type FindPicture = (found: FoundOffer) => Promise<MadeImage | undefined>

/** Fetches and makes the pictures of offers; the last ones are kept in memory. Undefined: there is none, or it can't be had. */
export function offeredPictures(
  { log }: Context,
  productData: ProductData | undefined,
  processImage: ProcessImage,
): FindPicture {
  const recent = new RecentMap<string, Promise<MadeImage | undefined>>(MAX_OFFERS)

  async function make(address: string): Promise<MadeImage | undefined> {
    const answer = await productData?.fetchPicture(address)
    if (answer?.kind === 'failed') log.warn({ why: answer.reason }, 'fetching a picture failed')
    if (answer?.kind !== 'found') return undefined
    const kind = imageKind(answer.bytes)
    if (kind === undefined || kind === 'heic') return undefined
    const made = await processImage(answer.bytes)
    return typeof made === 'string' ? undefined : made
  }

  return async ({ offer: { picture } }) => {
    if (picture === null) return undefined
    const making = recent.get(picture) ?? make(picture)
    recent.set(picture, making)
    const made = await making.catch((error: unknown) => {
      log.warn({ err: error }, 'making a picture failed')
      return undefined
    })
    // It may be there at the next attempt.
    if (!made) recent.delete(picture)
    return made
  }
}

export const toOfferResponse = (lookup: OfferLookup) => ({
  state: lookup.state,
  offer: lookup.state === 'found' ? toShownOffer(lookup) : null,
})

function toShownOffer({ code, offer, at }: FoundOffer): ShownOffer {
  const { picture, ...fields } = offer
  const parts = { parts: offeredParts(offer), complete: completeParts(offer) }
  const origin = { code: code.replace(/^0/, ''), source: 'open_food_facts' as const, fetched_on: shopDate(at) }
  return { ...fields, ...origin, has_picture: picture !== null, ...parts }
}

/** The smallest file of an offer's picture, as a data URL. */
export async function previewPicture(lookup: OfferLookup, findPicture: FindPicture) {
  const made = lookup.state === 'found' ? await findPicture(lookup) : undefined
  const [min] = made?.files ?? []
  return { url: min ? `data:image/webp;base64,${min.bytes.toString('base64')}` : null }
}
