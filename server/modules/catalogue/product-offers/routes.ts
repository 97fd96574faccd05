import type { contract } from '#contract/index.ts'
import type { ProductData } from '#server/adapters/product-data/product-data.ts'
import type { ProcessImage } from '#server/modules/catalogue/product-images/process-image.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { findOrigins, applyOffer } from './apply-offer.ts'
import { findOffer, offeredPictures, previewPicture, toOfferResponse } from './find-offer.ts'

/** `productData`: the configured source, if any. */
export function productOfferRoutes(
  context: Context,
  { productData, processImage }: { productData: ProductData | undefined; processImage: ProcessImage },
): Handlers<typeof contract.productOffers> {
  const author = authorAt(context.now)
  const findPicture = offeredPictures(context, productData, processImage)
  const find = (code: string) => findOffer(context, productData, code)
  return {
    find: async ({ params }) => toOfferResponse(await find(params.code)),
    picture: async ({ params }) => previewPicture(await find(params.code), findPicture),
    apply: async ({ params: { id: productId }, body: { code, ...chosen }, user }) =>
      applyOffer(context, { ...chosen, productId, lookup: await find(code), findPicture, author: author(user) }),
    origins: ({ params }) => findOrigins(context, params.id),
  }
}
