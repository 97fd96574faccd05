import { imageKind } from '#domain/catalogue/image-kind.ts'
import type { ProductData } from '#server/adapters/product-data/product-data.ts'
import type { MadeImage } from '#server/modules/catalogue/product-images/make-files.ts'
import type { ProcessImage } from '#server/modules/catalogue/product-images/process-image.ts'
import type { Context } from '#server/platform/context.ts'
import { RecentMap } from '#server/platform/http/refused-keys.ts'
import type { FoundOffer } from './find-offer.ts'

/** A picture that was looked at is taken soon afterwards, or never. Each has some hundred kilobytes. */
const MANY = 20

/** Fetches and makes the pictures of offers; the last ones are kept in memory. Undefined: there is none, or it can't be had. */
export function offeredPictures({ log }: Context, productData: ProductData | undefined, processImage: ProcessImage) {
  const recent = new RecentMap<string, Promise<MadeImage | undefined>>(MANY)

  async function make(address: string): Promise<MadeImage | undefined> {
    const answer = await productData?.fetchPicture(address)
    if (answer?.kind === 'failed') log.warn({ why: answer.why }, 'fetching a picture failed')
    if (answer?.kind !== 'found') return undefined
    const kind = imageKind(answer.bytes)
    if (kind === undefined || kind === 'heic') return undefined
    const made = await processImage(answer.bytes)
    return typeof made === 'string' ? undefined : made
  }

  return async ({ offer: { picture } }: FoundOffer): Promise<MadeImage | undefined> => {
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

export type OfferedPictures = ReturnType<typeof offeredPictures>
