import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Refusal, refuse } from './refusal.ts'

/**
 * Prepares a plugin context for routes whose body has one of the declared media types, `image/*` being any image, and is left
 * unread.
 */
export function uploadRoom(room: FastifyInstance, types: readonly string[]): void {
  room.removeAllContentTypeParsers()
  for (const type of types) {
    const pattern = type.endsWith('/*') ? new RegExp(`^${type.slice(0, -1)}`, 'i') : type
    room.addContentTypeParser(pattern, (_request, body, done) => done(null, body))
  }
}

type UploadCall = { request: FastifyRequest; reply: FastifyReply }

/** The bytes that were sent, none when there is no body. A body that is too large is not read to its end. */
export async function readUpload(
  { request, reply }: UploadCall,
  maxBytes: number,
): Promise<Buffer | Refusal<'request.tooLarge' | 'request.malformed'>> {
  const tooLarge = () => {
    // The rest of it is not awaited.
    reply.header('Connection', 'close')
    return refuse('request.tooLarge')
  }
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return tooLarge()
  try {
    // The context leaves bodies unparsed.
    const bytes = await collectBody(request.body as Readable | undefined, maxBytes)
    return bytes ?? tooLarge()
  } catch {
    // The connection broke off: this reaches no client.
    return refuse('request.malformed')
  }
}

/** The whole body, or undefined if it is too large. */
async function collectBody(body: Readable | undefined, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  // The response uses the same connection: it stays open.
  for await (const chunk of body?.iterator({ destroyOnReturn: false }) ?? []) {
    // Node returns buffers where no encoding was set.
    const bytes = chunk as Buffer
    length += bytes.length
    if (length > maxBytes) return undefined
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
