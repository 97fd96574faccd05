import { Readable } from 'node:stream'
import { CSV_BEGINNING, csvLine, type Decimals, type WrittenCell } from '#domain/format/csv.ts'
import type { FastifyReply } from 'fastify'
import { xlsxOf } from '#server/platform/files/xlsx.ts'

/** A table that becomes a file while it is sent, in chunks of rows. `name` is plain letters, digits and hyphens. */
type Table = {
  name: string
  format: 'csv' | 'xlsx'
  rows: AsyncIterable<readonly (readonly WrittenCell[])[]>
  /** For CSV. */
  decimals?: Decimals
}
/** Pages to view and print, in the order of their bytes. */
type Printed = { name: string; format: 'pdf'; bytes: Readable }
export type Download = Table | Printed

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

async function* csvOf({ rows, decimals }: Table): AsyncGenerator<string> {
  yield CSV_BEGINNING
  for await (const some of rows) yield some.map(cells => csvLine(cells, decimals)).join('')
}

const bytesOf = (download: Download): Readable =>
  download.format === 'pdf'
    ? download.bytes
    : Readable.from(download.format === 'csv' ? csvOf(download) : xlsxOf(download.rows), { objectMode: false })

/** Sends it as fast as it is read, without buffering more than that. Pages open in the browser, tables are saved. */
export function sendDownload(reply: FastifyReply, download: Download): FastifyReply {
  const { name, format } = download
  return reply
    .header('Content-Type', TYPES[format])
    .header('Content-Disposition', `${format === 'pdf' ? 'inline' : 'attachment'}; filename="${name}.${format}"`)
    .send(bytesOf(download))
}
