import type { Readable } from 'node:stream'
import type PDFDocument from 'pdfkit'
import type { LanguageCode } from '#contract/values.ts'
import { type PdfFont, printableText, registerFonts } from './pdf-fonts.ts'

const A4 = { width: 595.28, height: 841.89 }
const PAGE_MARGIN = 42
const FOOT_HEIGHT = 24
export const TEXT_WIDTH = A4.width - 2 * PAGE_MARGIN
const BOX_SIZE = 10
const CELL_GAP = 3

/** A text in a row. `x` (from the left margin) and `width` in points. */
export type PdfCell = {
  text: string
  x: number
  width: number
  size?: number
  isBold?: boolean
  isRight?: boolean
  /** Monospaced. */
  isTyped?: boolean
}

type PdfKitDocument = InstanceType<typeof PDFDocument>
type PdfElement = ReturnType<PdfKitDocument['struct']>

/** What a row is to a program that reads the document aloud: a heading, or a paragraph. */
type RowType = 'H1' | 'H2' | 'P'
type CellType = 'TH' | 'TD' | 'Lbl' | 'LBody'
type ElementOptions = NonNullable<Parameters<PdfKitDocument['struct']>[1]> & { scope?: 'Row' | 'Column' }
/** A cell of a table or a list: `cell` is undefined where a row has nothing in a column. */
type TypedCell = { type: CellType; scope?: 'Row' | 'Column'; cell: PdfCell | undefined }

/** Where a row is added. */
type RowPlace = { parent: PdfElement | undefined; type: 'TR' | 'LI' }

type PdfOptions = { title: string; language: LanguageCode; at: Date; isTagged?: boolean }

/**
 * A4 pages, written from top to bottom, with the title and the page number in the footer. Tagged, so that it can be read aloud,
 * unless `isTagged` is false: the structure of thousands of rows needs hundreds of megabytes.
 */
export async function openPdf(opened: PdfOptions): Promise<PdfWriter> {
  // Loaded at the first print: a server that never prints needs no memory for it.
  const { default: PdfDocument } = await import('pdfkit')
  const title = printableText(opened.title)
  const info = { Title: title, CreationDate: opened.at }
  const { language: lang, isTagged = true } = opened
  const readable = { pdfVersion: '1.7', tagged: isTagged, displayTitle: true, lang } as const
  const document = new PdfDocument({ size: 'A4', margin: 0, font: '', info, ...readable, bufferPages: true })
  return new PdfWriter(document, title, isTagged)
}

export class PdfWriter {
  readonly #document: PdfKitDocument
  readonly #title: string
  /** Undefined in a document without tags, as all its elements. */
  readonly #root: PdfElement | undefined
  #table: PdfElement | undefined
  #y = PAGE_MARGIN
  #headings: readonly PdfCell[] | undefined

  constructor(document: PdfKitDocument, title: string, isTagged: boolean) {
    this.#document = document
    this.#title = title
    registerFonts(document)
    if (!isTagged) return
    this.#root = document.struct('Document')
    document.addStructure(this.#root)
  }

  #element(type: string, options?: ElementOptions): PdfElement | undefined {
    return this.#root && this.#document.struct(type, options)
  }

  #prepare({ text, width, size = 10, isBold = false, isRight = false, isTyped = false }: PdfCell) {
    const font: PdfFont = isTyped ? 'typed' : isBold ? 'bold' : 'plain'
    this.#document.font(font).fontSize(size)
    return { text: printableText(text), options: { width, align: isRight ? 'right' : 'left' } as const }
  }

  #measureRow(cells: readonly PdfCell[]): number {
    const heights = cells.map(cell => {
      const { text, options } = this.#prepare(cell)
      return this.#document.heightOfString(text, options)
    })
    return Math.max(...heights)
  }

  /** The total height of the rows. */
  measureRows(rows: readonly (readonly PdfCell[])[]): number {
    return rows.reduce((sum, cells) => sum + this.#measureRow(cells) + CELL_GAP, 0)
  }

  /** Starts a new page when this height doesn't fit on the current one. */
  ensureRoom(height: number): void {
    const room = A4.height - PAGE_MARGIN - FOOT_HEIGHT - this.#y
    if (height > room && this.#y > PAGE_MARGIN) this.page()
  }

  /** Texts side by side; a long one wraps. In a table they are its cells: the last ones are below the last columns. */
  row(cells: readonly PdfCell[], { as = 'P' }: { as?: RowType } = {}): void {
    if (this.#headings) this.#writeCells({ parent: this.#table, type: 'TR' }, this.#tableCells(cells))
    else {
      const height = this.#startRow(cells)
      const element = this.#element(as)
      for (const cell of cells) this.#writeText(element, as, cell)
      this.#endRow(this.#root, element, height)
    }
  }

  /** Rows of a label and what it labels. `hasBox`: with a tick box in front. */
  list(rows: readonly (readonly PdfCell[])[], { hasBox = false } = {}): void {
    const list = this.#element('L')
    if (list) this.#root?.add(list)
    for (const cells of rows) {
      const typed = cells.map((cell, index): TypedCell => ({ type: index === 0 ? 'Lbl' : 'LBody', cell }))
      this.#writeCells({ parent: list, type: 'LI' }, typed, { hasBox })
    }
    list?.end()
  }

  #tableCells(cells: readonly PdfCell[]): TypedCell[] {
    const missing = Math.max(0, (this.#headings?.length ?? 0) - cells.length)
    const labelIndex = cells.length === 1 ? undefined : cells.findIndex(({ text }) => text !== '')
    const typed = cells.map((cell, index): TypedCell =>
      index === labelIndex ? { type: 'TH', scope: 'Row', cell } : { type: 'TD', cell },
    )
    const empty = Array.from({ length: missing }, (): TypedCell => ({ type: 'TD', cell: undefined }))
    return [...typed.slice(0, 1), ...empty, ...typed.slice(1)]
  }

  #writeCells({ parent, type }: RowPlace, typed: readonly TypedCell[], { hasBox = false } = {}): void {
    const height = this.#startRow(typed.flatMap(({ cell }) => cell ?? []))
    if (hasBox)
      this.#decorate(() => this.#document.lineWidth(0.8).rect(PAGE_MARGIN, this.#y, BOX_SIZE, BOX_SIZE).stroke())
    const row = this.#element(type)
    for (const { type: cellType, scope, cell } of typed) {
      const options: ElementOptions = { ...(scope && { scope }) }
      const element = this.#element(cellType, options)
      if (cell) this.#writeText(element, cellType, cell)
      if (element) row?.add(element)
    }
    this.#endRow(parent, row, height)
  }

  /** Starts a new page unless the row fits; returns its height. */
  #startRow(cells: readonly PdfCell[]): number {
    const height = this.#measureRow(cells)
    this.ensureRoom(height)
    return height
  }

  #endRow(parent: PdfElement | undefined, row: PdfElement | undefined, height: number): void {
    row?.end()
    if (row) parent?.add(row)
    this.#y += height + CELL_GAP
  }

  #writeText(element: PdfElement | undefined, type: RowType | CellType, cell: PdfCell): void {
    if (cell.text === '') return
    if (!element) {
      this.#draw(cell)
      return
    }
    const content = this.#document.markStructureContent(type)
    this.#draw(cell)
    this.#document.endMarkedContent()
    element.add(content)
  }

  #draw(cell: PdfCell): void {
    const { text, options } = this.#prepare(cell)
    this.#document.text(text, PAGE_MARGIN + cell.x, this.#y, options)
  }

  /** Draws what is not read aloud. */
  #decorate(draw: () => void): void {
    if (!this.#root) {
      draw()
      return
    }
    this.#document.markContent('Artifact', { type: 'Layout' })
    draw()
    this.#document.endMarkedContent()
  }

  /** Column titles with a line below, here and on every page until `endTable`; rows until then are the table's. */
  beginTable(headings: readonly PdfCell[]): void {
    this.ensureRoom(this.measureRows([headings, headings]) + 2 * CELL_GAP)
    const table = this.#element('Table')
    if (table) this.#root?.add(table)
    this.#writeCells(
      { parent: table, type: 'TR' },
      headings.map(cell => ({ type: 'TH', scope: 'Column', cell })),
    )
    this.#table = table
    this.#headings = headings
    this.line()
  }

  endTable(): void {
    this.#table?.end()
    this.#table = undefined
    this.#headings = undefined
  }

  /** Column titles on a further page: the structure has them already. */
  repeatHeadings(headings: readonly PdfCell[]): void {
    const height = this.#measureRow(headings)
    this.#decorate(() => {
      for (const cell of headings) this.#draw(cell)
    })
    this.#y += height + CELL_GAP
    this.line()
  }

  /** Continues at the top of a new page. */
  page(): void {
    this.#document.addPage()
    this.#y = PAGE_MARGIN
    if (this.#headings) this.repeatHeadings(this.#headings)
  }

  space(height: number): void {
    this.#y += height
  }

  line(): void {
    const right = A4.width - PAGE_MARGIN
    this.#decorate(() => this.#document.lineWidth(0.5).moveTo(PAGE_MARGIN, this.#y).lineTo(right, this.#y).stroke())
    this.#y += 2 * CELL_GAP
  }

  /** Writes the footers of all pages. */
  end(): Readable {
    this.#root?.end()
    this.#numberPages()
    this.#document.end()
    return this.#document
  }

  #numberPages(): void {
    const document = this.#document
    const { start, count } = document.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      document.switchToPage(start + page)
      const font: PdfFont = 'plain'
      document.font(font).fontSize(8)
      if (this.#root) document.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] })
      const top = A4.height - PAGE_MARGIN
      document.text(this.#title, PAGE_MARGIN, top, { width: TEXT_WIDTH - 60, height: 10, ellipsis: true })
      document.text(`${page + 1} / ${count}`, A4.width - PAGE_MARGIN - 60, top, { width: 60, align: 'right' })
      if (this.#root) document.endMarkedContent()
    }
  }
}
