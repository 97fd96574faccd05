import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, endpoint } from '#contract/endpoint.ts'
import { yesOrNo } from '#contract/lists.ts'
import { freeText, id, imageFile, languageCode, pathId } from '#contract/values.ts'
import { FOOD_SOURCES } from '#domain/catalogue/food-information.ts'

export const MAX_IMAGES = 8
export const MAX_IMAGE_BYTES = 15_000_000

/**
 * The files contain the same image in several widths, smallest first. The product's name is its alternative text.
 * `label_languages`: the languages of the label that it shows; empty for a picture of the product.
 */
export const productImage = z.object({
  id,
  width: z.int(),
  height: z.int(),
  files: z.array(imageFile),
  label_languages: z.array(languageCode),
  /** Null: from this shop. */
  source: z.nullable(z.enum(FOOD_SOURCES)),
})
export type ProductImage = z.output<typeof productImage>

const imageList = z.array(productImage)
const params = z.object({ id: pathId })
const imageParams = z.object({ id: pathId, imageId: pathId })

/** Larger selections of files need several requests. */
export const MAX_PHOTO_NAMES = 100

const photoMatch = z.object({
  /** By a code or a name in the name of the file. */
  match: z.enum(['code', 'name', 'unsure', 'none']),
  /** Of `unsure` several, the likeliest first. */
  products: z.array(
    z.object({
      id,
      name: z.string(),
      supplier: z.object({ name: z.string() }),
      /** The URL of its first image’s smallest file. */
      thumbnail: z.nullable(z.string()),
    }),
  ),
})
export type PhotoFileMatch = z.output<typeof photoMatch>

/** Each endpoint but `matchFiles` returns all the product's images in order; shoppers see the first one that shows no label. */
export const productImages = {
  matchFiles: endpoint({
    method: 'POST',
    path: 'admin/product-images/match',
    description:
      'Finds the products of photos by the names of their files: by a barcode in it, or by the product’s name. Changes nothing.',
    access: 'admin',
    touches: [],
    body: z.strictObject({
      names: z.array(freeText.check(z.maxLength(300))).check(z.minLength(1), z.maxLength(MAX_PHOTO_NAMES)),
    }),
    answer: z.array(photoMatch),
    errors: CHANGED_BY_ADMINS,
  }),
  add: endpoint({
    method: 'POST',
    path: 'admin/products/:id/images',
    description:
      'Appends an image: the bytes of a JPEG, PNG, WebP or AVIF. It is stored as WebP in several widths, without its metadata. An image that the product already has keeps its place. `notFound` also if `bulk_change` is none of photos, or was undone.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params,
    query: z.strictObject({
      /** Removes the other pictures of the product, but none of its label. */
      replaces: z.optional(yesOrNo),
      /** The change of photos that it belongs to. */
      bulk_change: z.optional(pathId),
    }),
    upload: { types: ['image/*', 'application/octet-stream'], maxBytes: MAX_IMAGE_BYTES },
    answer: imageList,
    errors: [
      ...CHANGED_BY_ADMINS,
      'notFound',
      'image.kind',
      'image.heic',
      'image.tooLarge',
      'image.unreadable',
      'image.tooMany',
    ],
  }),
  order: endpoint({
    method: 'PUT',
    path: 'admin/products/:id/images',
    description:
      'Sets the order of the images. Each must be listed once; 409 with the images as `current` if they have changed.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params,
    body: z.strictObject({ ids: z.array(id).check(z.maxLength(MAX_IMAGES)) }),
    answer: imageList,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.changed'],
  }),
  label: endpoint({
    method: 'PUT',
    path: 'admin/products/:id/images/:imageId/label',
    description: 'Sets the languages in which an image shows the food’s label; none: it is a picture of the product.',
    access: 'admin',
    touches: ['products', 'events', 'auditLog'],
    params: imageParams,
    body: z.strictObject({ languages: z.array(languageCode).check(z.maxLength(3)) }),
    answer: imageList,
    errors: [...CHANGED_BY_ADMINS, 'notFound'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'admin/products/:id/images/:imageId',
    description: 'Removes an image. It can be restored for a day, or as long as its change of photos can be undone.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params: imageParams,
    answer: imageList,
    errors: [...CHANGED_BY_ADMINS, 'notFound'],
  }),
  restore: endpoint({
    method: 'POST',
    path: 'admin/products/:id/images/:imageId/restore',
    description: 'Restores a removed image to its earlier place.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params: imageParams,
    answer: imageList,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'image.tooMany'],
  }),
}
