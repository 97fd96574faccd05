import type { ProductImage } from '#contract/product-images.ts'
import { imageFiles } from '#domain/image-sizes.ts'
import type { Database } from '#server/db/tables.ts'
import type { Kysely } from 'kysely'

type Db = Kysely<Database>

/** A product's images in order. */
export async function findImages(db: Db, productId: number): Promise<ProductImage[]> {
  const rows = await db
    .selectFrom('product_image')
    .select(['id', 'width', 'height', 'hash', 'widths'])
    .where('product_id', '=', productId)
    .where('removed_at', 'is', null)
    .orderBy('place')
    .orderBy('id')
    .execute()
  return rows.map(({ hash, widths, ...row }) => ({ ...row, files: imageFiles(hash, widths) }))
}

/** The bytes behind an address, those of a removed image too as long as they are there. */
export async function findImageFile(db: Db, hash: string, width: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('product_image as image')
    .innerJoin('product_image_file as file', 'file.image_id', 'image.id')
    .select('file.bytes')
    .where('image.hash', '=', hash)
    .where('file.width', '=', width)
    .limit(1)
    .executeTakeFirst()
  return row?.bytes
}
