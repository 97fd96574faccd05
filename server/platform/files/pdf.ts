import type { Readable } from 'node:stream'
import type PDFDocument from 'pdfkit'
import type { LanguageCode } from '#contract/values.ts'
import { withoutDirectionControls } from '#domain/format/direction-controls.ts'

const A4 = { width: 595.28, height: 841.89 }
const MARGIN = 42
const FOOT = 24
export const WIDTH = A4.width - 2 * MARGIN
const BOX = 10
const GAP = 3

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

type Document = InstanceType<typeof PDFDocument>

type Opened = { title: string; language: LanguageCode; at: Date }

/** A4 pages, written from top to bottom, with the title and the page number in the footer. */
export async function openPdf(opened: Opened): Promise<PdfWriter> {
  // Loaded at the first print: a server that never prints needs no memory for it.
  const { default: PdfDocument } = await import('pdfkit')
  const title = printableText(opened.title)
  const info = { Title: title, CreationDate: opened.at }
  return new PdfWriter(
    new PdfDocument({ size: 'A4', margin: 0, info, lang: opened.language, bufferPages: true }),
    title,
  )
}

export class PdfWriter {
  readonly #document: Document
  readonly #title: string
  #y = MARGIN
  #head: readonly PdfCell[] | undefined

  constructor(document: Document, title: string) {
    this.#document = document
    this.#title = title
  }

  #prepare({ text, width, size = 10, isBold = false, isRight = false, isTyped = false }: PdfCell) {
    this.#document.font(isTyped ? 'Courier' : isBold ? 'Helvetica-Bold' : 'Helvetica').fontSize(size)
    return { text: printableText(text), options: { width, align: isRight ? 'right' : 'left' } as const }
  }

  #heightOf(cells: readonly PdfCell[]): number {
    const heights = cells.map(cell => {
      const { text, options } = this.#prepare(cell)
      return this.#document.heightOfString(text, options)
    })
    return Math.max(...heights)
  }

  /** The total height of the rows. */
  heightOf(rows: readonly (readonly PdfCell[])[]): number {
    return rows.reduce((sum, cells) => sum + this.#heightOf(cells) + GAP, 0)
  }

  /** Starts a new page when this height doesn't fit on the current one. */
  keep(height: number): void {
    const room = A4.height - MARGIN - FOOT - this.#y
    if (height > room && this.#y > MARGIN) this.page()
  }

  /** Texts side by side; a long one wraps. `hasBox`: with a tick box in front. */
  row(cells: readonly PdfCell[], { hasBox = false } = {}): void {
    const height = this.#heightOf(cells)
    this.keep(height)
    if (hasBox) this.#document.lineWidth(0.8).rect(MARGIN, this.#y, BOX, BOX).stroke()
    for (const cell of cells) {
      const { text, options } = this.#prepare(cell)
      this.#document.text(text, MARGIN + cell.x, this.#y, options)
    }
    this.#y += height + GAP
  }

  /** Column titles with a line below, here and on every page until `endTable`. */
  beginTable(head: readonly PdfCell[]): void {
    this.keep(this.heightOf([head, head]) + 2 * GAP)
    this.#head = head
    this.#writeHead(head)
  }

  endTable(): void {
    this.#head = undefined
  }

  #writeHead(head: readonly PdfCell[]): void {
    this.row(head)
    this.line()
  }

  /** Continues at the top of a new page. */
  page(): void {
    this.#document.addPage()
    this.#y = MARGIN
    if (this.#head) this.#writeHead(this.#head)
  }

  space(height: number): void {
    this.#y += height
  }

  line(): void {
    this.#document
      .lineWidth(0.5)
      .moveTo(MARGIN, this.#y)
      .lineTo(A4.width - MARGIN, this.#y)
      .stroke()
    this.#y += 2 * GAP
  }

  /** Writes the footers of all pages. */
  end(): Readable {
    numberPages(this.#document, this.#title)
    this.#document.end()
    return this.#document
  }
}

function numberPages(document: Document, title: string): void {
  const { start, count } = document.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    document.switchToPage(start + page)
    document.font('Helvetica').fontSize(8)
    const top = A4.height - MARGIN
    document.text(title, MARGIN, top, { width: WIDTH - 60, height: 10, ellipsis: true })
    document.text(`${page + 1} / ${count}`, A4.width - MARGIN - 60, top, { width: 60, align: 'right' })
  }
}

/** The characters that a PDF's built-in fonts can show. */
const BYTES = Uint8Array.from({ length: 224 }, (_, index) => index + 32)
const KNOWN = new Set(new TextDecoder('windows-1252').decode(BYTES).replaceAll(/[\u007f-\u009f]/g, ''))

/** Letters without a decomposition into base letter and accent. */
const NEAREST: Readonly<Record<string, string>> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', '\u2212': '-' }

/** A text in those characters: an unknown letter without its accent, anything else as a question mark. */
export const printableText = (text: string): string =>
  Array.from(
    withoutDirectionControls(text)
      .normalize('NFC')
      .replaceAll(/\s/g, space => (space === '\u00a0' ? space : ' ')),
    nearest,
  ).join('')

function nearest(character: string): string {
  if (KNOWN.has(character)) return character
  const base = NEAREST[character] ?? character.normalize('NFD').charAt(0)
  return KNOWN.has(base) ? base : '?'
}
