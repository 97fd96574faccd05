import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { labelImage, orderImages, removeImage, restoreImage, uploadImage } from './change-images.ts'
import { matchFiles } from './match-files.ts'
import { imageProcessor, type ProcessImage } from './process-image.ts'

/** `processImage`: a separate process for each image, unless a test that is not about images passes a faster way. */
export function productImageRoutes(
  context: Context,
  processImage: ProcessImage = imageProcessor(),
): Handlers<typeof contract.productImages> {
  const toOwner = (productId: number, { userId }: { userId: number }) => ({
    productId,
    author: { userId, at: context.now() },
  })
  return {
    matchFiles: ({ body, language }) => matchFiles(context.db, { names: body.names, language }),
    add: ({ params, query: { replaces = false, bulk_change: bulkChangeId }, body, user }) =>
      uploadImage(context, { ...toOwner(params.id, user), bulkChangeId }, { original: body, processImage, replaces }),
    order: ({ params, body, user }) => orderImages(context, toOwner(params.id, user), body.ids),
    label: ({ params, body, user }) => labelImage(context, toOwner(params.id, user), { ...params, ...body }),
    remove: ({ params, user }) => removeImage(context, toOwner(params.id, user), params.imageId),
    restore: ({ params, user }) => restoreImage(context, toOwner(params.id, user), params.imageId),
  }
}
