import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type PDFDocument from 'pdfkit'
import type { LanguageCode } from '#contract/values.ts'
import {
  LABEL_SHEETS,
  type LabelFormat,
  labelPlace,
  type LabelSheet,
  labelsPerPage,
} from '#domain/catalogue/shelf-label-sheet.ts'
import { drawLabel, type ShelfLabel } from '#domain/catalogue/shelf-label.ts'
import { type PdfFont, printableText, registerFonts } from '#server/platform/files/pdf-fonts.ts'

type Document = InstanceType<typeof PDFDocument>

const POINTS_PER_MM = 72 / 25.4
const getFont = (isBold: boolean): PdfFont => (isBold ? 'bold' : 'plain')

type PrintLabelsInput = {
  format: LabelFormat
  labels: readonly ShelfLabel[]
  copies: number
  start: number
  language: LanguageCode
  at: Date
}

/** Labels as a PDF; `start` is the first free place of a used sheet, from 1. Serves other calls between pages. */
export async function printLabels({
  format,
  labels,
  copies,
  start,
  language,
  at,
}: PrintLabelsInput): Promise<Readable> {
  const sheet = LABEL_SHEETS[format]
  // Loaded on first use: a server that prints no labels needs no memory for it.
  const { default: PdfDocument } = await import('pdfkit')
  const size: [number, number] = [sheet.page.width * POINTS_PER_MM, sheet.page.height * POINTS_PER_MM]
  const info = { Title: 'Puoti', CreationDate: at }
  const shown = { pdfVersion: '1.7', displayTitle: true, lang: language } as const
  const document = new PdfDocument({ size, margin: 0, font: '', info, autoFirstPage: false, ...shown })
  registerFonts(document)
  const all = labels.flatMap(label => Array.from({ length: copies }, () => printable(label)))
  drawAll(document, { sheet, labels: all, before: (start - 1) % labelsPerPage(sheet) }).then(
    () => document.end(),
    (error: unknown) => document.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return document
}

type Sheets = { sheet: LabelSheet; labels: readonly ShelfLabel[]; before: number }

async function drawAll(document: Document, { sheet, labels, before }: Sheets): Promise<void> {
  let drawnPages = 0
  for (const [index, label] of labels.entries()) {
    const place = labelPlace(sheet, index + before)
    if (place.page >= drawnPages) {
      await nextTurn()
      document.addPage()
      drawnPages = place.page + 1
    }
    draw(document, { label, sheet, place })
  }
}

const printable = (label: ShelfLabel): ShelfLabel => ({
  ...label,
  name: printableText(label.name),
  price: printableText(label.price),
  per: printableText(label.per),
  notes: label.notes.map(printableText),
  ...(label.campaign && {
    campaign: { until: printableText(label.campaign.until), facts: label.campaign.facts.map(printableText) },
  }),
})

type PlacedLabel = { label: ShelfLabel; sheet: LabelSheet; place: { x: number; y: number } }

function draw(document: Document, { label, sheet, place }: PlacedLabel): void {
  const measure = (text: string, { isBold }: { isBold: boolean }) =>
    document.font(getFont(isBold)).fontSize(1).widthOfString(text)
  const { texts, bars } = drawLabel(label, sheet, measure)
  document
    .save()
    .translate(place.x * POINTS_PER_MM, place.y * POINTS_PER_MM)
    .scale(POINTS_PER_MM)
  for (const { text, x, y, size, isBold, isCentred } of texts) {
    const left = isCentred ? x - (measure(text, { isBold }) * size) / 2 : x
    document.font(getFont(isBold)).fontSize(size)
    document.text(text, left, y, { lineBreak: false, baseline: 'alphabetic' })
  }
  for (const bar of bars) document.rect(bar.x, bar.y, bar.width, bar.height)
  if (bars.length > 0) document.fill('black')
  document.restore()
}
