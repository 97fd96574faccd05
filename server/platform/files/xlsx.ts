import type { WrittenCell } from '#domain/format/csv.ts'
import { withoutDirectionControls } from '#domain/format/direction-controls.ts'
import { escapeHtml } from '#server/platform/email/email-template.ts'
import { zipped } from './zip.ts'

type SheetRows = AsyncIterable<readonly (readonly WrittenCell[])[]>

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006'
const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const relationsPart = (...targets: (readonly [kind: string, target: string])[]) => {
  const each = targets.map(
    ([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  )
  return `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${each.join('')}</Relationships>`
}

const CONTENT_TYPES = `${XML_DECLARATION}<Types xmlns="${PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/></Types>`
const WORKBOOK_XML = `${XML_DECLARATION}<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${OFFICE}"><sheets><sheet name="Puoti" sheetId="1" r:id="rId1"/></sheets></workbook>`

/**
 * Index in the formats of STYLES: `0.00`, built-in number format 2 in every spreadsheet program. Cells without a style use the
 * first one.
 */
const MONEY_STYLE = 1
const STYLES_XML = `${XML_DECLARATION}<styleSheet xmlns="${MAIN_NAMESPACE}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="2" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`

/** A spreadsheet of one sheet, generated while it is read. Texts stay texts: none of them is a formula. */
export const writeXlsx = (rows: SheetRows): AsyncGenerator<Buffer> =>
  zipped([
    { name: '[Content_Types].xml', text: [CONTENT_TYPES] },
    { name: '_rels/.rels', text: [relationsPart(['officeDocument', 'xl/workbook.xml'])] },
    { name: 'xl/workbook.xml', text: [WORKBOOK_XML] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: [relationsPart(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml'])],
    },
    { name: 'xl/styles.xml', text: [STYLES_XML] },
    { name: 'xl/worksheets/sheet1.xml', text: writeSheet(rows) },
  ])

async function* writeSheet(rows: SheetRows): AsyncGenerator<string> {
  yield `${XML_DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}"><sheetData>`
  for await (const some of rows) yield some.map(row => `<row>${row.map(writeCell).join('')}</row>`).join('')
  yield '</sheetData></worksheet>'
}

// XML can't express these, or reads them differently; the last alternative is a text that looks like an escape sequence.
// eslint-disable-next-line no-control-regex
const UNWRITABLE_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi

/** Escapes as spreadsheets do: `_x000D_`. */
const spelledOut = (text: string) =>
  text.replaceAll(UNWRITABLE_CHARACTERS, sign => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)

function writeCell(cell: WrittenCell): string {
  if (cell === null) return '<c/>'
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
  if (typeof cell === 'object') return `<c s="${MONEY_STYLE}"><v>${cell.euros}</v></c>`
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`
  const text = escapeHtml(spelledOut(withoutDirectionControls(cell)).toWellFormed())
  return `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}
