import { Readable } from 'node:stream'
import { CSV_BEGINNING, csvLine, type Cell } from '#domain/csv.ts'
import type { FastifyReply } from 'fastify'
import { xlsxOf } from './xlsx.ts'

/** A table that becomes a file while it is sent, some rows at a time. `name` is plain letters, digits and hyphens. */
export type Download = { name: string; format: 'csv' | 'xlsx'; rows: AsyncIterable<readonly (readonly Cell[])[]> }

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

async function* csvOf(rows: Download['rows']): AsyncGenerator<string> {
  yield CSV_BEGINNING
  for await (const some of rows) yield some.map(csvLine).join('')
}

/** Sends it as fast as it is read, and has no more of it in memory than that. */
export function sendDownload(reply: FastifyReply, { name, format, rows }: Download): FastifyReply {
  return reply
    .header('Content-Type', TYPES[format])
    .header('Content-Disposition', `attachment; filename="${name}.${format}"`)
    .send(Readable.from(format === 'csv' ? csvOf(rows) : xlsxOf(rows), { objectMode: false }))
}
