import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/platform/context.ts'
import { sendError } from '#server/platform/http/errors.ts'
import { findImageFile } from './queries.ts'

const NAME = /^([0-9a-f]{64})-([1-9]\d{0,4})\.webp$/
const FOR_EVER = 'public, max-age=31536000, immutable'

/** /images/<hash>-<width>.webp, public: an address is derived from its content, so that browsers cache it for ever. */
export function imagePages(http: FastifyInstance, { db }: Context): void {
  http.get<{ Params: { name: string } }>('/images/:name', async ({ params, headers }, reply) => {
    const [, hash, width] = NAME.exec(params.name) ?? []
    if (hash === undefined) return sendError(reply, 'notFound')
    const etag = `"${hash}-${width}"`
    const cached = headers['if-none-match'] === etag
    const bytes = await findImageFile(db, hash, Number(width))
    if (!bytes) return sendError(reply, 'notFound')
    reply.header('Cache-Control', FOR_EVER).header('ETag', etag)
    return cached ? reply.code(304).send() : reply.type('image/webp').send(bytes)
  })
}
