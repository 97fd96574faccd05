import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file whose lines are made while they are sent. `name` is plain letters, digits, points and hyphens. */
export type Download = { name: string; lines: AsyncIterable<string> }

/** Sends it as it is made: as fast as it is read, and no more of it in memory than that. */
export function sendDownload(reply: FastifyReply, { name, lines }: Download): FastifyReply {
  return reply
    .header('Content-Type', 'text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .send(Readable.from(lines))
}
