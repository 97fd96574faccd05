import type { ShownOffer } from '#contract/catalogue/product-offers.ts'
import type { contract } from '#contract/index.ts'
import { offeredParts, wholeParts } from '#domain/catalogue/product-offer.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { ProductData } from '#server/adapters/product-data/product-data.ts'
import type { ProcessImage } from '#server/modules/catalogue/product-images/process-image.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { findOrigins, applyOffer } from './apply-offer.ts'
import { findOffer, type FoundOffer, offeredPictures } from './find-offer.ts'

/** `productData`: the configured source, if any. */
export function productOfferRoutes(
  context: Context,
  { productData, processImage }: { productData: ProductData | undefined; processImage: ProcessImage },
): Handlers<typeof contract.productOffers> {
  const author = authorAt(context.now)
  const findPicture = offeredPictures(context, productData, processImage)
  const find = (code: string) => findOffer(context, productData, code)
  return {
    async find({ params }) {
      const asked = await find(params.code)
      return { state: asked.state, offer: asked.state === 'found' ? toOfferResponse(asked) : null }
    },
    async picture({ params }) {
      const asked = await find(params.code)
      const made = asked.state === 'found' ? await findPicture(asked) : undefined
      const [smallest] = made?.files ?? []
      return { url: smallest ? `data:image/webp;base64,${smallest.bytes.toString('base64')}` : null }
    },
    async apply({ params, body: { code, parts, kind }, user }) {
      const found = await find(code)
      if (found.state !== 'found') return { taken: [] }
      const picture = parts.includes('picture') ? await findPicture(found) : undefined
      const input = { productId: params.id, found, parts, kind, picture, author: author(user) }
      const taken = await applyOffer(context, input)
      return isRefusal(taken) ? taken : { taken }
    },
    origins: ({ params }) => findOrigins(context, params.id),
  }
}

function toOfferResponse({ code, offer, at }: FoundOffer): ShownOffer {
  const { picture, ...fields } = offer
  const parts = { parts: offeredParts(offer), whole: wholeParts(offer) }
  const origin = { code: code.replace(/^0/, ''), source: 'open_food_facts' as const, fetched_on: shopDate(at) }
  return { ...fields, ...origin, has_picture: picture !== null, ...parts }
}
