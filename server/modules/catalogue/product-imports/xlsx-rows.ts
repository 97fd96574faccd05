import { posix } from 'node:path'
import { isEmptyRow } from '#domain/catalogue/imports/import-row.ts'
import { dateCell, isSheetError, UNNAMED_ERROR } from '#domain/catalogue/imports/sheet-cells.ts'
import { type CsvCell, MAX_CELL_LENGTH } from '#domain/format/csv.ts'
import { findDateStyles, toDateCell } from './date-cells.ts'
import { type OpenXlsx, openXlsx, UnreadableFile, type XmlEvent, xmlEvents } from './open-xlsx.ts'

export type NumberedRow = { row: number; cells: CsvCell[] }

const MAX_COLUMNS = 200
/** Characters in all cells together: a short file may refer to the same text from each of its cells. */
const MAX_SHARED_TEXT_LENGTH = 30_000_000
/** More than any sheet has. */
const LAST_ROW = 100_000_000

/** The rows of a spreadsheet's first sheet with rows, in chunks, as written by Excel, LibreOffice and the shop's own export. */
export async function* xlsxRows(bytes: Buffer): AsyncGenerator<NumberedRow[]> {
  const file = await openXlsx(bytes)
  const workbook = await openWorkbook(file)
  const texts = await sharedTexts(file, workbook.texts)
  const dateStyles = await findDateStyles(await file.open(workbook.styles))
  let isThere = false
  for (const name of workbook.sheets) {
    const sheet = await file.open(name)
    if (!sheet) continue
    isThere = true
    const reader = new SheetReader(texts, dateStyles)
    let isFilled = false
    for await (const events of xmlEvents(sheet)) {
      const rows = events.flatMap(event => reader.add(event) ?? [])
      isFilled ||= rows.some(({ cells }) => !isEmptyRow(cells))
      if (rows.length > 0) yield rows
    }
    if (isFilled) return
  }
  if (!isThere) throw new UnreadableFile('notSpreadsheet')
}

/** The texts that cells reference by number. Leaves out phonetic hints (`rPh`). */
async function sharedTexts(file: OpenXlsx, name: string): Promise<string[]> {
  const bytes = await file.open(name)
  const texts: string[] = []
  if (!bytes) return texts
  const text = new TextReader()
  let length = 0
  for await (const events of xmlEvents(bytes))
    for (const event of events) {
      if (event.kind === 'open' && event.name === 'si') text.begin()
      text.add(event)
      if (event.kind !== 'close' || event.name !== 'si') continue
      texts.push(plainText(text.text))
      length += text.text.length + 20
      if (length > MAX_SHARED_TEXT_LENGTH) throw new UnreadableFile('tooLarge')
    }
  return texts
}

function appendText(text: string, more: string): string {
  if (text.length + more.length > MAX_CELL_LENGTH) throw new UnreadableFile('tooLarge')
  return text + more
}

/** Concatenates the `t` parts of a text. */
class TextReader {
  text = ''
  #isText = false
  #isAside = false

  begin(): void {
    this.text = ''
  }

  add(event: XmlEvent): void {
    if (event.kind === 'text') {
      if (this.#isText && !this.#isAside) this.text = appendText(this.text, event.text)
    } else if (event.name === 't') this.#isText = event.kind === 'open'
    else if (event.name === 'rPh') this.#isAside = event.kind === 'open'
  }
}

class SheetReader {
  readonly #shared: readonly string[]
  readonly #dateStyles: ReadonlySet<number>
  readonly #text = new TextReader()
  #row = 0
  #column = 0
  #type = 'n'
  #style = 0
  #value = ''
  #isValue = false
  #cells: CsvCell[] = []
  #textLength = 0

  constructor(shared: readonly string[], dateStyles: ReadonlySet<number>) {
    this.#shared = shared
    this.#dateStyles = dateStyles
  }

  /** Returns a row when its closing tag is read. */
  add(event: XmlEvent): NumberedRow | undefined {
    if (event.kind === 'text' && this.#isValue) this.#value = appendText(this.#value, event.text)
    this.#text.add(event)
    if (event.kind === 'text') return undefined
    if (event.name === 'v') this.#isValue = event.kind === 'open'
    if (event.kind === 'open') this.#open(event)
    else if (event.name === 'c') this.#addCell(this.#cell())
    else if (event.name === 'row') return { row: this.#row, cells: Array.from(this.#cells, cell => cell ?? null) }
    return undefined
  }

  #open({ name, attributes }: Extract<XmlEvent, { kind: 'open' }>): void {
    if (name === 'row') {
      this.#row = numberAfter(this.#row, attributes['r'])
      this.#column = 0
      this.#cells = []
    }
    if (name !== 'c') return
    this.#column = attributes['r'] ? parseColumn(attributes['r']) : this.#column + 1
    this.#type = attributes['t'] ?? 'n'
    this.#style = Number(attributes['s'] ?? 0)
    this.#value = ''
    this.#text.begin()
  }

  /** Rows may be coloured up to the sheet's last column: empty cells beyond the limit are ignored. */
  #addCell(cell: CsvCell): void {
    if (typeof cell === 'string') this.#textLength += cell.length
    if (this.#textLength > MAX_SHARED_TEXT_LENGTH) throw new UnreadableFile('tooLarge')
    if (this.#column <= MAX_COLUMNS) this.#cells[this.#column - 1] = cell
    else if (cell !== null && cell !== '') throw new UnreadableFile('tooLarge')
  }

  #cell(): CsvCell {
    if (this.#type === 'inlineStr') return plainText(this.#text.text)
    if (this.#value === '') return null
    if (this.#type === 's') return this.#shared[Number(this.#value)] ?? ''
    if (this.#type === 'b') return this.#value === '1'
    if (this.#type === 'e') return isSheetError(this.#value) ? this.#value : UNNAMED_ERROR
    if (this.#type === 'd') return dateCell(this.#value.slice(0, '2026-12-06'.length))
    if (this.#type !== 'n') return plainText(this.#value)
    const number = Number(this.#value)
    if (!Number.isFinite(number)) return this.#value
    return this.#dateStyles.has(this.#style) ? toDateCell(number) : number
  }
}

/** `_x000D_` encodes a character that XML can not contain. */
const plainText = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** Rows are identified by their numbers: numbers stay unique, even if the file repeats them. */
function numberAfter(last: number, text: string | undefined): number {
  const number = Number(text ?? last + 1)
  return Number.isInteger(number) && number > last && number <= LAST_ROW ? number : last + 1
}

/** 28 for "AB12". */
function parseColumn(place: string): number {
  const letters = /^[A-Z]{1,3}/i.exec(place)?.[0].toUpperCase() ?? ''
  return letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) || 1
}

type OpenEvent = Extract<XmlEvent, { kind: 'open' }>
type SheetRelation = { id: string; type: string; target: string }

/** The parts of a spreadsheet that contain its tables, in the order of its tabs, and its texts. */
type WorkbookParts = { sheets: string[]; texts: string; styles: string }

/**
 * Relations determine the paths of parts: those of Excel are only a convention. Hidden sheets, charts and dialogs are no tables;
 * if all sheets are hidden, all are considered.
 */
async function openWorkbook(file: OpenXlsx): Promise<WorkbookParts> {
  const document = (await readRelations(file, '')).find(({ type }) => type.endsWith('/officeDocument'))
  const path = document?.target ?? 'xl/workbook.xml'
  // The binary workbook of Excel is packed in the same way.
  const sheets = path.endsWith('.xml') ? await openParts(file, path, 'sheet') : undefined
  if (!sheets) throw new UnreadableFile('notSpreadsheet')
  const relations = await readRelations(file, path)
  const getPartId = ({ attributes }: OpenEvent) => {
    const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]
    const relation = relations.find(each => each.id === id)
    if (!relation) return [posix.join(posix.dirname(path), 'worksheets/sheet1.xml')]
    return relation.type === '' || relation.type.endsWith('/worksheet') ? [relation.target] : []
  }
  const shown = sheets
    .filter(({ attributes }) => !attributes['state']?.toLowerCase().includes('hidden'))
    .flatMap(getPartId)
  const pathTo = (part: string) =>
    relations.find(({ type }) => type.endsWith(`/${part}`))?.target ?? posix.join(posix.dirname(path), `${part}.xml`)
  return {
    sheets: shown.length > 0 ? shown : sheets.flatMap(getPartId),
    texts: pathTo('sharedStrings'),
    styles: pathTo('styles'),
  }
}

/** The relations of a part, as paths within the file. */
async function readRelations(file: OpenXlsx, part: string): Promise<SheetRelation[]> {
  const folder = posix.dirname(part)
  const path = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  const tags = (await openParts(file, path, 'Relationship')) ?? []
  return tags.map(({ attributes: { Id: id = '', Type: type = '', Target: target = '' } }) => {
    const text = target.replaceAll('\\', '/')
    return { id, type, target: text.startsWith('/') ? text.slice(1) : posix.join(folder, text) }
  })
}

/** A real workbook has some dozens of tags in a few kilobytes. Millions of them would fill the memory. */
const MAX_TAGS = 5_000
const MAX_BYTES = 2_000_000

/** The tags with one name in a part; skips the others. */
async function openParts(
  file: OpenXlsx,
  part: string,
  elementName: 'sheet' | 'Relationship',
): Promise<OpenEvent[] | undefined> {
  const bytes = await file.open(part)
  if (!bytes) return undefined
  const tags: OpenEvent[] = []
  for await (const events of xmlEvents(upTo(MAX_BYTES, bytes))) {
    for (const event of events) if (event.kind === 'open' && event.name === elementName) tags.push(event)
    if (tags.length > MAX_TAGS) throw new UnreadableFile('tooLarge')
  }
  return tags
}

async function* upTo(max: number, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let remaining = max
  for await (const chunk of bytes) {
    remaining -= chunk.length
    if (remaining < 0) throw new UnreadableFile('tooLarge')
    yield chunk
  }
}
