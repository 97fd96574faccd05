import { sql } from 'kysely'
import type { ImageFailure } from '#contract/catalogue/import-preview.ts'
import { firstImageAddress } from '#domain/catalogue/imports/image-address.ts'
import { IMAGE_FAULTS, type ImageFault } from '#domain/catalogue/imports/image-faults.ts'
import type { FetchRemoteImage } from '#server/adapters/remote-image/remote-image.ts'
import { removeImagesIn, uploadImage } from '#server/modules/catalogue/product-images/change-images.ts'
import type { ProcessImage } from '#server/modules/catalogue/product-images/process-image.ts'
import { findImages } from '#server/modules/catalogue/product-images/queries.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { isRefusal, refuse } from '#server/platform/http/refusal.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { importReason } from './import-rows.ts'
import { getImport } from './queries.ts'
import { imageCellSql } from './row-facts.ts'

/** So many at a time are downloaded; a call returns after some seconds, so that the page shows how far it is. */
const AT_ONCE = 4
const MAX_MS = 5_000

type FetchInput = { id: number; fetchRemoteImage: FetchRemoteImage; processImage: ProcessImage }

/** Fetches the next photos of a saved import. A photo that was looked at is not fetched again. */
export async function fetchImages(context: Context, { id, ...services }: FetchInput, author: Author) {
  const { db } = context
  const row = await db.selectFrom('product_import').select('state').where('id', '=', id).executeTakeFirst()
  if (!row) return refuse('notFound')
  if (row.state !== 'applied') return refuse('import.notApplied')
  const startedAtMs = performance.now()
  let next = await findNext(db, id)
  while (next.length > 0 && performance.now() - startedAtMs < MAX_MS) {
    const outcomes = await Promise.all(next.map(each => fetchOne(context, { ...services, ...each }, author)))
    const looked = outcomes.filter(outcome => outcome !== 'later')
    if (looked.length > 0) await storeOutcomes(db, id, looked)
    if (looked.length < next.length) return refuse('server.unavailable')
    next = await findNext(db, id)
  }
  return getImport(db, id)
}

type ImageRow = { row: number; productId: number | null; cell: string; importId: number }

/** The next rows that have the address of a photo. */
async function findNext(db: Db, importId: number): Promise<ImageRow[]> {
  const { rows } = await sql<{ row: number; product_id: number | null; cell: string }>`
    SELECT row.row_number AS row, row.product_id, ${imageCellSql} AS cell
    FROM product_import import JOIN product_import_row row ON row.product_import_id = import.id
    WHERE import.id = ${importId} AND import.columns @> '["image_url"]' AND result <> 'invalid' AND ${imageCellSql} <> ''
      AND NOT EXISTS (SELECT FROM product_import_image image
        WHERE image.product_import_id = import.id AND image.row_number = row.row_number)
    ORDER BY row.row_number LIMIT ${AT_ONCE}`.execute(db)
  return rows.map(({ row, product_id: productId, cell }) => ({ row, productId, cell, importId }))
}

type FetchOutcome = { row: number; imageId?: number | undefined; problem?: ImageFault }

type FetchOneInput = ImageRow & Omit<FetchInput, 'id'>

async function fetchOne(context: Context, input: FetchOneInput, author: Author): Promise<FetchOutcome | 'later'> {
  const { row, productId, cell, importId, fetchRemoteImage, processImage } = input
  if (productId === null) return { row, problem: 'gone' }
  const before = await findImages(context.db, productId)
  // A photo of the shop’s own is not replaced.
  if (before.some(({ label_languages: languages }) => languages.length === 0)) return { row }
  const address = firstImageAddress(cell)
  if (address === undefined) return { row, problem: 'address' }
  const answer = await fetchRemoteImage(address)
  if (answer.kind === 'failed') return { row, problem: answer.fault }
  const owner = { productId, author: { ...author, reason: importReason(importId) } }
  const images = await uploadImage(context, owner, { original: answer.bytes, processImage, replaces: false })
  if (!isRefusal(images)) return { row, imageId: images.at(-1)?.id }
  if (images.refused === 'server.unavailable') return 'later'
  return {
    row,
    problem: images.refused === 'notFound' ? 'gone' : images.refused === 'image.tooLarge' ? 'tooLarge' : 'noImage',
  }
}

/** Another server may have looked at the same row meanwhile. */
const storeOutcomes = (db: Db, importId: number, outcomes: readonly FetchOutcome[]) =>
  db
    .insertInto('product_import_image')
    .values(
      outcomes.map(({ row, imageId = null, problem = null }) => ({
        product_import_id: importId,
        row_number: row,
        image_id: imageId,
        problem,
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .execute()

/** The photos that could not be fetched; undefined: there is no such import. */
export async function findImageFailures(db: Db, id: number): Promise<ImageFailure[] | undefined> {
  const found = await db.selectFrom('product_import').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) return undefined
  const { rows } = await sql<{ row: number; name: string; product_id: number | null; cell: string; problem: string }>`
    SELECT row.row_number AS row, row.name, row.product_id, ${imageCellSql} AS cell, image.problem
    FROM product_import import JOIN product_import_row row ON row.product_import_id = import.id
    JOIN product_import_image image USING (product_import_id, row_number)
    WHERE import.id = ${id} AND image.problem IS NOT NULL ORDER BY row.row_number`.execute(db)
  return rows.map(({ row, name, product_id, cell, problem }) => ({
    row,
    name,
    product_id,
    address: firstImageAddress(cell) ?? cell.slice(0, 200),
    problem: IMAGE_FAULTS.find(fault => fault === problem) ?? 'unreachable',
  }))
}

type FetchedImage = { id: number; product_id: number }

/** The images that an import fetched, of some products. */
async function findFetchedImages(trx: Trx, importId: number, productIds: readonly number[]): Promise<FetchedImage[]> {
  return trx
    .selectFrom('product_import_image as fetched')
    .innerJoin('product_image', 'product_image.id', 'fetched.image_id')
    .select(['product_image.id', 'product_image.product_id'])
    .where('fetched.product_import_id', '=', importId)
    .where('product_image.product_id', '=', anyId(productIds))
    .execute()
}

/** Deletes the images of products that an undo removes. */
export async function deleteFetchedImages(trx: Trx, importId: number, productIds: readonly number[]): Promise<void> {
  const images = await findFetchedImages(trx, importId, productIds)
  const ids = images.map(({ id }) => id)
  if (ids.length > 0) await trx.deleteFrom('product_image').where('id', '=', anyId(ids)).execute()
}

type RemoveFetched = { importId: number; productIds: readonly number[]; author: Author }

/** Removes the images of products that stay. */
export async function removeFetchedImages(trx: Trx, { importId, productIds, author }: RemoveFetched): Promise<void> {
  const images = await findFetchedImages(trx, importId, productIds)
  for (const { id, product_id: productId } of images) await removeImagesIn(trx, { productId, author }, [id])
}
