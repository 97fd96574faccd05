import type { PhotoFileMatch } from '#contract/catalogue/product-images.ts'

export type PhotoProduct = PhotoFileMatch['products'][number]

/** A chosen photo, the products that it may show, and what became of it. */
export type PhotoFile = {
  key: number
  file: File
  /** An object URL. */
  preview: string
  match: PhotoFileMatch['match']
  products: readonly PhotoProduct[]
  /** Undefined: it is not saved. */
  productId: number | undefined
  isSaved: boolean
  problem?: string
}

/** What happens to products that have a photo already. */
export const EXISTING_CHOICES = ['add', 'replace', 'leave'] as const
export type ExistingChoice = (typeof EXISTING_CHOICES)[number]

/** The groups of the review, in the order of the page: what needs an admin comes first. */
export const PHOTO_GROUPS = ['failed', 'unsure', 'none', 'ready', 'saved'] as const
export type PhotoGroup = (typeof PHOTO_GROUPS)[number]

export function getPhotoGroup({ isSaved, problem, productId, match }: PhotoFile): PhotoGroup {
  if (isSaved) return 'saved'
  if (problem !== undefined) return 'failed'
  if (productId !== undefined) return 'ready'
  return match === 'none' ? 'none' : 'unsure'
}

export const chosenProduct = ({ products, productId }: PhotoFile): PhotoProduct | undefined =>
  products.find(({ id }) => id === productId)

/** The photos to save, in the order of their names: “milk-2” comes before “milk-10”. */
export function photosToSave(photos: readonly PhotoFile[], existing: ExistingChoice): PhotoFile[] {
  const remaining = photos.filter(photo => !photo.isSaved && photo.productId !== undefined)
  const chosen = remaining.filter(photo => existing !== 'leave' || !chosenProduct(photo)?.thumbnail)
  const order = new Intl.Collator('fi', { numeric: true })
  return chosen.toSorted((a, b) => order.compare(a.file.name, b.file.name))
}

export type PhotoEvent =
  | { type: 'chosen'; photos: readonly PhotoFile[] }
  | { type: 'matched'; productOf: ReadonlyMap<number, PhotoFileMatch> }
  | { type: 'product'; key: number; product: PhotoProduct | undefined }
  | { type: 'saved'; key: number }
  | { type: 'failed'; key: number; problem: string }
  | { type: 'undone'; keys: ReadonlySet<number> }
  | { type: 'cleared' }

export function changePhotos(photos: readonly PhotoFile[], event: PhotoEvent): readonly PhotoFile[] {
  switch (event.type) {
    case 'chosen':
      return [...photos, ...event.photos]
    case 'matched':
      return photos.map(photo => withMatch(photo, event.productOf.get(photo.key)))
    case 'product':
      return photos.map(photo => (photo.key === event.key ? withProduct(photo, event.product) : photo))
    case 'saved':
      return photos.map(photo => (photo.key === event.key ? { ...withoutProblem(photo), isSaved: true } : photo))
    case 'failed':
      return photos.map(photo => (photo.key === event.key ? { ...photo, problem: event.problem } : photo))
    case 'undone':
      return photos.map(photo => (event.keys.has(photo.key) ? { ...photo, isSaved: false } : photo))
    default:
      // `cleared`
      return []
  }
}

const withoutProblem = ({ problem: _problem, ...photo }: PhotoFile): PhotoFile => photo

function withMatch(photo: PhotoFile, found: PhotoFileMatch | undefined): PhotoFile {
  if (!found) return photo
  const isSure = found.match === 'code' || found.match === 'name'
  return { ...photo, ...found, productId: isSure ? found.products[0]?.id : undefined }
}

function withProduct(photo: PhotoFile, product: PhotoProduct | undefined): PhotoFile {
  const isKnown = product === undefined || photo.products.some(({ id }) => id === product.id)
  return {
    ...withoutProblem(photo),
    products: isKnown ? photo.products : [...photo.products, product],
    productId: product?.id,
  }
}
