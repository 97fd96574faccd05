import type { FastifyInstance } from 'fastify'
import type { ProductImage } from '#contract/catalogue/product-images.ts'
import { imageFiles } from '#domain/catalogue/product-images.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { sendError } from '#server/platform/http/errors.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** A product's images in order. */
export const findImages = async (db: Db, productId: number): Promise<ProductImage[]> =>
  (await findProductImages(db, [productId])).get(productId) ?? []

/** The same for several products; without the products that have none. */
export async function findProductImages(db: Db, productIds: readonly number[]): Promise<Map<number, ProductImage[]>> {
  const rows = await db
    .selectFrom('product_image')
    .select(['id', 'product_id', 'width', 'height', 'hash', 'widths', 'label_languages', 'source'])
    .where('product_id', '=', anyId(productIds))
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const byProduct = Map.groupBy(rows, ({ product_id }) => product_id)
  const shown = ({ hash, widths, product_id: _product, ...row }: (typeof rows)[number]): ProductImage => ({
    ...row,
    files: imageFiles(hash, widths),
  })
  return new Map([...byProduct].map(([productId, images]) => [productId, images.map(shown)]))
}

/** The bytes of an image file, including those of a removed image as long as they are stored. */
async function findImageFile(db: Db, hash: string, width: number): Promise<Buffer | undefined> {
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

const IMAGE_NAME = /^([0-9a-f]{64})-([1-9]\d{0,4})\.webp$/
const FOR_EVER = 'public, max-age=31536000, immutable'

/** /images/<hash>-<width>.webp, public: an address is derived from its content, so that browsers cache it for ever. */
export function imagePages(http: FastifyInstance, { db }: Context): void {
  http.get<{ Params: { name: string } }>('/images/:name', async ({ params, headers }, reply) => {
    const [, hash, width] = IMAGE_NAME.exec(params.name) ?? []
    if (hash === undefined) return sendError(reply, 'notFound')
    const etag = `"${hash}-${width}"`
    const cached = headers['if-none-match'] === etag
    const bytes = await findImageFile(db, hash, Number(width))
    if (!bytes) return sendError(reply, 'notFound')
    reply.header('Cache-Control', FOR_EVER).header('ETag', etag)
    return cached ? reply.code(304).send() : reply.type('image/webp').send(bytes)
  })
}
