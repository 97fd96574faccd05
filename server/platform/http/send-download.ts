import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { CSV_BEGINNING, csvLine, type DecimalMark, type WrittenCell } from '#domain/format/csv.ts'
import { writeXlsx } from '#server/platform/files/xlsx.ts'

/** A table that becomes a file while it is sent, in chunks of rows. `name` is plain letters, digits and hyphens. */
type DownloadTable = {
  name: string
  format: 'csv' | 'xlsx'
  rows: AsyncIterable<readonly (readonly WrittenCell[])[]>
  /** For CSV. */
  decimals?: DecimalMark
}

/** Pages to view and print, or a file for another program, in the order of their bytes. */
type PrintedFile = { name: string; format: 'pdf' | 'si' | 'zip'; bytes: Readable }

export type Download = DownloadTable | PrintedFile

const CONTENT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  si: 'application/octet-stream',
  zip: 'application/zip',
}

async function* writeCsv({ rows, decimals }: DownloadTable): AsyncGenerator<string> {
  yield CSV_BEGINNING
  for await (const some of rows) yield some.map(cells => csvLine(cells, decimals)).join('')
}

const toByteStream = (download: Download): Readable =>
  'bytes' in download
    ? download.bytes
    : Readable.from(download.format === 'csv' ? writeCsv(download) : writeXlsx(download.rows), { objectMode: false })

/** Sends it as fast as it is read, without buffering more than that. Pages open in the browser, tables are saved. */
export function sendDownload(reply: FastifyReply, download: Download): FastifyReply {
  const { name, format } = download
  return reply
    .header('Content-Type', CONTENT_TYPES[format])
    .header('Content-Disposition', `${format === 'pdf' ? 'inline' : 'attachment'}; filename="${name}.${format}"`)
    .send(toByteStream(download))
}
