import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { WrittenCell } from '#domain/format/csv.ts'
import { withoutDirectionControls } from '#domain/format/direction-controls.ts'
import { escapeHtml } from '#server/platform/email/email-template.ts'

type Rows = AsyncIterable<readonly (readonly WrittenCell[])[]>

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const relations = (...targets: (readonly [kind: string, target: string])[]) => {
  const each = targets.map(
    ([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  )
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`
}

const CONTENT_TYPES = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/></Types>`
const WORKBOOK = `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Puoti" sheetId="1" r:id="rId1"/></sheets></workbook>`

/**
 * Index in the formats of STYLES: `0.00`, built-in number format 2 in every spreadsheet program. Cells without a style use the
 * first one.
 */
const MONEY_STYLE = 1
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="2" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`

/** A spreadsheet of one sheet, generated while it is read. Texts stay texts: none of them is a formula. */
export const xlsxOf = (rows: Rows): AsyncGenerator<Buffer> =>
  zipped([
    { name: '[Content_Types].xml', text: [CONTENT_TYPES] },
    { name: '_rels/.rels', text: [relations(['officeDocument', 'xl/workbook.xml'])] },
    { name: 'xl/workbook.xml', text: [WORKBOOK] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: [relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml'])],
    },
    { name: 'xl/styles.xml', text: [STYLES] },
    { name: 'xl/worksheets/sheet1.xml', text: sheetOf(rows) },
  ])

async function* sheetOf(rows: Rows): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetData>`
  for await (const some of rows) yield some.map(row => `<row>${row.map(cellOf).join('')}</row>`).join('')
  yield '</sheetData></worksheet>'
}

// XML can't express these, or reads them differently; the last alternative is a text that looks like an escape sequence.
// eslint-disable-next-line no-control-regex
const UNSPEAKABLE = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi

/** Escapes as spreadsheets do: `_x000D_`. */
const spelledOut = (text: string) =>
  text.replaceAll(UNSPEAKABLE, sign => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)

function cellOf(cell: WrittenCell): string {
  if (cell === null) return '<c/>'
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (typeof cell === 'object') return `<c s="${MONEY_STYLE}"><v>${cell.euros}</v></c>`
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`
  const text = escapeHtml(spelledOut(withoutDirectionControls(cell)).toWellFormed())
  return `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

type ZipEntry = { name: string; text: AsyncIterable<string> | Iterable<string> }

type Written = { name: Buffer; crc: number; packed: number; plain: number; offset: number }

const LOCAL = 0x04034b50
const DESCRIPTOR = 0x08074b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
/** Sizes follow the data, and names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
/** 1 January 1980, the earliest date of the ZIP format: the same rows make the same file. */
const NO_DATE = 0x0021

/** A ZIP file generated while it is read: no entry is in memory as a whole. Up to 4 GB. */
export async function* zipped(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  let offset = 0
  const written: Written[] = []
  for (const { name: text, text: content } of entries) {
    const name = Buffer.from(text)
    const head = numbers(
      [4, LOCAL],
      [2, 20],
      [2, FLAGS],
      [2, DEFLATED],
      [2, 0],
      [2, NO_DATE],
      [12, 0],
      [2, name.length],
      [2, 0],
    )
    yield Buffer.concat([head, name])
    const sums = { crc: 0, packed: 0, plain: 0 }
    yield* deflated(content, sums)
    const tail = numbers([4, DESCRIPTOR], [4, sums.crc], [4, sums.packed], [4, sums.plain])
    yield tail
    written.push({ name, offset, ...sums })
    offset += head.length + name.length + sums.packed + tail.length
  }
  const directory = Buffer.concat(written.map(centralEntry))
  const count = written.length
  yield directory
  yield numbers([4, END], [4, 0], [2, count], [2, count], [4, directory.length], [4, offset], [2, 0])
}

const centralEntry = ({ name, crc, packed, plain, offset }: Written): Buffer =>
  Buffer.concat([
    numbers([4, CENTRAL], [2, 20], [2, 20], [2, FLAGS], [2, DEFLATED], [2, 0], [2, NO_DATE], [4, crc], [4, packed]),
    numbers([4, plain], [2, name.length], [12, 0], [4, offset]),
    name,
  ])

/** Little-endian numbers: byte count and value; 12 bytes are zeros. */
function numbers(...fields: [bytes: 2 | 4 | 12, value: number][]): Buffer {
  const all = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) {
    if (bytes === 2) all.writeUInt16LE(value, at)
    if (bytes === 4) all.writeUInt32LE(value, at)
    at += bytes
  }
  return all
}

/** Compresses a text chunk by chunk, with backpressure from the compressor. */
async function* deflated(content: ZipEntry['text'], sums: { crc: number; packed: number; plain: number }) {
  const deflate = createDeflateRaw()
  const fed = feed()
  async function feed() {
    for await (const piece of content) {
      const bytes = Buffer.from(piece)
      sums.crc = crc32(bytes, sums.crc)
      sums.plain += bytes.length
      if (!deflate.write(bytes)) await once(deflate, 'drain')
    }
    deflate.end()
  }
  // An error of the rows' source aborts the file, so that half a file isn't taken for a whole one.
  fed.catch((error: unknown) => deflate.destroy(error instanceof Error ? error : new Error(String(error))))
  for await (const chunk of deflate) {
    // The compressor returns buffers.
    const bytes = chunk as Buffer
    sums.packed += bytes.length
    yield bytes
  }
  await fed
}
