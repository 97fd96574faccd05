import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { MAX_IMAGES, type ProductImage } from '#contract/catalogue/product-images.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { FoodSource } from '#domain/catalogue/food-information.ts'
import { imageKind } from '#domain/catalogue/product-images.ts'
import { matchCompleteness } from '#server/modules/catalogue/food-information/queries.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import { bumpCatalogue } from '#server/platform/catalogue-version/catalogue-version.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, isRefusal, type Refusal, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import type { ProcessImage } from './process-image.ts'
import { findImages } from './queries.ts'
import type { MadeImage } from './resize-image.ts'

/** Hashes every byte that is served: a file with other content gets another address. */
function hashImage({ files }: MadeImage): string {
  const hash = createHash('sha256')
  for (const { bytes } of files) hash.update(bytes)
  return hash.digest('hex')
}

type Of = { productId: number; author: Author }
type Change<Code extends Refusal['refused']> = (
  trx: Trx,
  before: ProductImage[],
) => Promise<Refusal<Code> | undefined | void>

const imageAddress = ({ files }: ProductImage) => files[0]?.url ?? ''

/** The audit-log facts of images: their addresses, which identify the content for as long as it is stored, and their labels. */
const toAuditFields = (images: readonly ProductImage[]) => ({
  images: images.map(imageAddress),
  label_images: images.flatMap(image => image.label_languages.map(language => `${imageAddress(image)} ${language}`)),
})

/**
 * Changes the images of a product, which is locked, and returns the new images. The product's revision stays, so that a form that
 * is open meanwhile is not outdated.
 */
async function changeImages<Code extends Refusal['refused']>(
  { db }: Context,
  { productId, author }: Of,
  change: Change<Code>,
) {
  return inRefusableTransaction(db, async trx => {
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
    return after
  })
}

const updateImagesQuery = (trx: Trx, productId: number) =>
  trx.updateTable('product_image').where('product_id', '=', productId)

/** Adds an image as the last one. The same content again is the same image. `source`: where it is from, if not from this shop. */
export const addImage = (context: Context, of: Of, made: MadeImage & { source?: FoodSource }) =>
  changeImages(context, of, async (trx, before) => {
    const hash = hashImage(made)
    const known = await trx
      .selectFrom('product_image')
      .select(['id', 'removed_at'])
      .where('product_id', '=', of.productId)
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (known && known.removed_at === null) return undefined
    if (before.length >= MAX_IMAGES) return refuse('image.tooMany', { max: MAX_IMAGES })
    const place = nextPlace(of.productId)
    if (known)
      await updateImagesQuery(trx, of.productId).set({ removed_at: null, place }).where('id', '=', known.id).execute()
    else await insertImage(trx, { ...made, hash, productId: of.productId })
    return undefined
  })

type UploadedImage = { original: Buffer; processImage: ProcessImage }

/** Makes an image of an uploaded file and adds it as the last one. */
export async function uploadImage(context: Context, of: Of, { original, processImage }: UploadedImage) {
  const kind = imageKind(original)
  if (kind === undefined || kind === 'heic') return refuse(kind ? 'image.heic' : 'image.kind')
  const made = await processImage(original)
  if (made === 'busy') return refuse('server.unavailable')
  return typeof made === 'string' ? refuse(made) : addImage(context, of, made)
}

/** After all others, the removed ones included. */
const nextPlace = (productId: number) =>
  sql<number>`(SELECT coalesce(max(place), 0) + 1 FROM product_image WHERE product_id = ${productId})`

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
      place: nextPlace(image.productId),
      source: image.source ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('product_image_file')
    .values(files.map(({ width, bytes }) => ({ image_id: id, width, bytes })))
    .execute()
}

/** Refuses a list that does not contain exactly the current images: an image added meanwhile would get an arbitrary place. */
export const orderImages = (context: Context, of: Of, ids: readonly number[]) =>
  changeImages(context, of, async (trx, before) => {
    const known = before.map(({ id }) => id).toSorted((a, b) => a - b)
    if (String(ids.toSorted((a, b) => a - b)) !== String(known)) return refuse('record.changed', { current: before })
    for (const [index, id] of ids.entries())
      await updateImagesQuery(trx, of.productId)
        .set({ place: index + 1 })
        .where('id', '=', id)
        .execute()
    return undefined
  })

/** Sets the languages in which an image shows the food's label. */
export const labelImage = (
  context: Context,
  of: Of,
  { imageId, languages }: { imageId: number; languages: readonly LanguageCode[] },
) =>
  changeImages(context, of, async (trx, before) => {
    if (!before.some(({ id }) => id === imageId)) return refuse('notFound')
    const label_languages = (['fi', 'sv', 'en'] as const).filter(language => languages.includes(language))
    await updateImagesQuery(trx, of.productId).set({ label_languages }).where('id', '=', imageId).execute()
    return undefined
  })

/** Idempotent. */
export const removeImage = (context: Context, of: Of, imageId: number) =>
  changeImages(context, of, async (trx, before) => {
    const rows = updateImagesQuery(trx, of.productId).where('id', '=', imageId)
    if (before.some(({ id }) => id === imageId)) await rows.set({ removed_at: of.author.at }).execute()
    else if (!(await isRemoved(trx, of.productId, imageId))) return refuse('notFound')
    return undefined
  })

export const restoreImage = (context: Context, of: Of, imageId: number) =>
  changeImages(context, of, async (trx, before) => {
    if (before.some(({ id }) => id === imageId)) return undefined
    if (!(await isRemoved(trx, of.productId, imageId))) return refuse('notFound')
    if (before.length >= MAX_IMAGES) return refuse('image.tooMany', { max: MAX_IMAGES })
    await updateImagesQuery(trx, of.productId).set({ removed_at: null }).where('id', '=', imageId).execute()
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
