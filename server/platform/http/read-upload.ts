import type { Readable } from 'node:stream'
import type { Endpoint } from '#contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse, type Refusal } from './refusal.ts'

type Upload = NonNullable<Endpoint['upload']>

/** A room for routes whose body is of the declared media types alone, `image/*` being any image's, and is left unread. */
export function uploadRoom(room: FastifyInstance, { types }: Upload): void {
  room.removeAllContentTypeParsers()
  for (const type of types) {
    const named = type.endsWith('/*') ? new RegExp(`^${type.slice(0, -1)}`, 'i') : type
    room.addContentTypeParser(named, (_request, body, done) => done(null, body))
  }
}

type Arrival = { request: FastifyRequest; reply: FastifyReply }

/** The bytes that were sent, none when there is no body. What is too large is not read to its end. */
export async function readUpload(
  { request, reply }: Arrival,
  { mostBytes }: Upload,
): Promise<Buffer | Refusal<'request.tooLarge' | 'request.malformed'>> {
  const tooLarge = () => {
    // The rest of it is not waited for.
    reply.header('Connection', 'close')
    return refuse('request.tooLarge')
  }
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return tooLarge()
  try {
    // The room leaves bodies as they come.
    const bytes = await collect(request.body as Readable | undefined, mostBytes)
    return bytes ?? tooLarge()
  } catch {
    // It broke off: nobody is there to hear this.
    return refuse('request.malformed')
  }
}

/** All of it, or undefined for too much. */
async function collect(body: Readable | undefined, mostBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  // The answer goes out on the connection that this came in on: it stays.
  for await (const chunk of body?.iterator({ destroyOnReturn: false }) ?? []) {
    // Node gives buffers where no encoding was asked for.
    const bytes = chunk as Buffer
    length += bytes.length
    if (length > mostBytes) return undefined
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
