import type { ProductOffer } from '#domain/catalogue/product-offer.ts'

/**
 * Failures are returned, not thrown. `unknown`: the source has no such product. `busy`: it asked for a pause, during which no
 * request is sent.
 */
export type ProductAnswer =
  | { kind: 'found'; offer: ProductOffer }
  | { kind: 'unknown' }
  | { kind: 'busy'; until: Date }
  | { kind: 'timeout' }
  | { kind: 'failed'; reason: string }

/** `bytes`: as the source sent them. The caller checks what they are. */
export type PictureAnswer = { kind: 'found'; bytes: Buffer } | Exclude<ProductAnswer, { kind: 'found' }>

/** Finds the data of a product by its barcode. Called by the server: browsers send nothing to a third party. */
export type ProductData = {
  /** `code`: 8 digits, or 12 to 14. */
  find: (code: string) => Promise<ProductAnswer>
  /** The picture of an offer. For an address that is not the source's own: `unknown`, without a request. */
  fetchPicture: (address: string) => Promise<PictureAnswer>
}
