import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { MAX_IMAGES, type ProductImage } from '#contract/catalogue/product-images.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { FoodSource } from '#domain/catalogue/food-information.ts'
import { imageKind } from '#domain/catalogue/product-images.ts'
import { matchCompleteness } from '#server/modules/catalogue/food-information/queries.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, isRefusal, type Refusal, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import type { ProcessImage } from './process-image.ts'
import { findImages } from './queries.ts'
import type { MadeImage } from './resize-image.ts'
import { lockPhotosChange, storePhotos } from './store-photos.ts'

/** Hashes every byte that is served: a file with other content gets another address. */
function hashImage({ files }: MadeImage): string {
  const hash = createHash('sha256')
  for (const { bytes } of files) hash.update(bytes)
  return hash.digest('hex')
}

/** `bulkChangeId`: of the change of photos that the images belong to. */
type ImageOwner = { productId: number; author: Author; bulkChangeId?: number | undefined }
type Change<Code extends Refusal['refused']> = (
  trx: Trx,
  before: ProductImage[],
) => Promise<Refusal<Code> | undefined | void>

const imageAddress = ({ files }: ProductImage) => files[0]?.url ?? ''
const isOfHash = (image: ProductImage, hash: string) => imageAddress(image).includes(hash)

/** The audit-log facts of images: their addresses, which identify the content for as long as it is stored, and their labels. */
const toAuditFields = (images: readonly ProductImage[]) => ({
  images: images.map(imageAddress),
  label_images: images.flatMap(image => image.label_languages.map(language => `${imageAddress(image)} ${language}`)),
})

/**
 * Changes the images of a product, which is locked, and returns the new images. The product's revision stays, so that a form that
 * is open meanwhile is not outdated.
 */
async function changeImages<Code extends Refusal['refused']>({ db }: Context, owner: ImageOwner, change: Change<Code>) {
  return inRefusableTransaction(db, trx => changeImagesIn(trx, owner, change))
}

async function changeImagesIn<Code extends Refusal['refused']>(
  trx: Trx,
  { productId, author, bulkChangeId }: ImageOwner,
  change: Change<Code>,
) {
  // Before the product, as an undo does.
  if (bulkChangeId !== undefined && !(await lockPhotosChange(trx, bulkChangeId))) return refuse('notFound')
  const product = trx.selectFrom('product').select('id').where('id', '=', productId).forNoKeyUpdate()
  if (!(await product.executeTakeFirst())) return refuse('notFound')
  const before = await findImages(trx, productId)
  const refused = await change(trx, before)
  if (refused && isRefusal(refused)) return refused
  const after = await findImages(trx, productId)
  const facts = { before: toAuditFields(before), after: toAuditFields(after) }
  if (await recordChange(trx, { kind: 'product', id: productId, ...facts, author })) {
    await trx.updateTable('product').set({ updated_at: author.at }).where('id', '=', productId).execute()
    await matchCompleteness(trx, [productId], author.at)
    await bumpCatalogue(trx, 'all')
  }
  if (bulkChangeId !== undefined) await storePhotos(trx, { bulkChangeId, productId, before, after })
  return after
}

const updateImagesQuery = (trx: Trx, productId: number) =>
  trx.updateTable('product_image').where('product_id', '=', productId)

type AddedImage = MadeImage & {
  /** Where it is from, if not from this shop. */
  source?: FoodSource
  /** Removes the other pictures, but none of the label. */
  replaces?: boolean
}

/** Adds an image as the last one. The same content again is the same image. */
export const addImage = (context: Context, owner: ImageOwner, { replaces = false, ...made }: AddedImage) =>
  changeImages(context, owner, async (trx, all) => {
    const hash = hashImage(made)
    const before = replaces ? await removeOthers(trx, { all, hash, owner }) : all
    const existing = await trx
      .selectFrom('product_image')
      .select(['id', 'removed_at'])
      .where('product_id', '=', owner.productId)
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (existing && existing.removed_at === null) return undefined
    if (before.length >= MAX_IMAGES) return refuse('image.tooMany', { max: MAX_IMAGES })
    const position = nextPosition(owner.productId)
    if (existing)
      await updateImagesQuery(trx, owner.productId)
        .set({ removed_at: null, position })
        .where('id', '=', existing.id)
        .execute()
    else await insertImage(trx, { ...made, hash, productId: owner.productId })
    return undefined
  })

/** Returns the images that stay. */
async function removeOthers(trx: Trx, { all, hash, owner }: { all: ProductImage[]; hash: string; owner: ImageOwner }) {
  const goes = (image: ProductImage) => image.label_languages.length === 0 && !isOfHash(image, hash)
  const ids = all.filter(goes).map(({ id }) => id)
  if (ids.length > 0)
    await updateImagesQuery(trx, owner.productId)
      .set({ removed_at: owner.author.at })
      .where('id', '=', anyId(ids))
      .execute()
  return all.filter(image => !goes(image))
}

type UploadedImage = { original: Buffer; processImage: ProcessImage; replaces: boolean }

/** Makes an image of an uploaded file and adds it as the last one. */
export async function uploadImage(
  context: Context,
  owner: ImageOwner,
  { original, processImage, replaces }: UploadedImage,
) {
  const kind = imageKind(original)
  if (kind === undefined || kind === 'heic') return refuse(kind ? 'image.heic' : 'image.kind')
  const made = await processImage(original)
  if (made === 'busy') return refuse('server.unavailable')
  return typeof made === 'string' ? refuse(made) : addImage(context, owner, { ...made, replaces })
}

/** After all others, the removed ones included. */
const nextPosition = (productId: number) =>
  sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM product_image WHERE product_id = ${productId})`

async function insertImage(
  trx: Trx,
  { files, ...image }: MadeImage & { hash: string; productId: number; source?: FoodSource },
): Promise<void> {
  const { id } = await trx
    .insertInto('product_image')
    .values({
      product_id: image.productId,
      hash: image.hash,
      width: image.width,
      height: image.height,
      widths: files.map(({ width }) => width),
      position: nextPosition(image.productId),
      source: image.source ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('product_image_file')
    .values(files.map(({ width, bytes }) => ({ image_id: id, width, bytes })))
    .execute()
}

/** Refuses a list that does not contain exactly the current images: an image added meanwhile would get an arbitrary position. */
export const orderImages = (context: Context, owner: ImageOwner, ids: readonly number[]) =>
  changeImages(context, owner, async (trx, before) => {
    const sortedIds = before.map(({ id }) => id).toSorted((a, b) => a - b)
    if (String(ids.toSorted((a, b) => a - b)) !== String(sortedIds))
      return refuse('record.changed', { current: before })
    for (const [index, id] of ids.entries())
      await updateImagesQuery(trx, owner.productId)
        .set({ position: index + 1 })
        .where('id', '=', id)
        .execute()
    return undefined
  })

/** Sets the languages in which an image shows the food's label. */
export const labelImage = (
  context: Context,
  owner: ImageOwner,
  { imageId, languages }: { imageId: number; languages: readonly LanguageCode[] },
) =>
  changeImages(context, owner, async (trx, before) => {
    if (!before.some(({ id }) => id === imageId)) return refuse('notFound')
    const label_languages = (['fi', 'sv', 'en'] as const).filter(language => languages.includes(language))
    await updateImagesQuery(trx, owner.productId).set({ label_languages }).where('id', '=', imageId).execute()
    return undefined
  })

/** Removes images within a transaction that has locked the product. Those that are gone already don’t matter. */
export const removeImagesIn = (trx: Trx, owner: ImageOwner, ids: readonly number[]) =>
  changeImagesIn(trx, owner, async () => {
    await updateImagesQuery(trx, owner.productId)
      .set({ removed_at: owner.author.at })
      .where('id', '=', anyId(ids))
      .where('removed_at', 'is', null)
      .execute()
    return undefined
  })

/** Idempotent. */
export const removeImage = (context: Context, owner: ImageOwner, imageId: number) =>
  changeImages(context, owner, async (trx, before) => {
    const rows = updateImagesQuery(trx, owner.productId).where('id', '=', imageId)
    if (before.some(({ id }) => id === imageId)) await rows.set({ removed_at: owner.author.at }).execute()
    else if (!(await isRemoved(trx, owner.productId, imageId))) return refuse('notFound')
    return undefined
  })

export const restoreImage = (context: Context, owner: ImageOwner, imageId: number) =>
  changeImages(context, owner, async (trx, before) => {
    if (before.some(({ id }) => id === imageId)) return undefined
    if (!(await isRemoved(trx, owner.productId, imageId))) return refuse('notFound')
    if (before.length >= MAX_IMAGES) return refuse('image.tooMany', { max: MAX_IMAGES })
    await updateImagesQuery(trx, owner.productId).set({ removed_at: null }).where('id', '=', imageId).execute()
    return undefined
  })

/** Restores a product's images that a change of photos removed, and removes those that it added. */
export const undoPhotosIn = (trx: Trx, owner: ImageOwner, { added, removed }: { added: number[]; removed: number[] }) =>
  changeImagesIn(trx, owner, async (_trx, before) => {
    const stay = before.filter(({ id }) => !added.includes(id) && !removed.includes(id))
    if (stay.length + removed.length > MAX_IMAGES) return refuse('image.tooMany', { max: MAX_IMAGES })
    const images = (ids: readonly number[]) => updateImagesQuery(trx, owner.productId).where('id', '=', anyId(ids))
    await images(added).set({ removed_at: owner.author.at }).where('removed_at', 'is', null).execute()
    await images(removed).set({ removed_at: null }).execute()
    return undefined
  })

const isRemoved = async (trx: Trx, productId: number, imageId: number): Promise<boolean> =>
  (await trx
    .selectFrom('product_image')
    .select('id')
    .where('product_id', '=', productId)
    .where('id', '=', imageId)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()) !== undefined
