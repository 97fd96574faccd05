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
import type { LabelDrawing } from '#domain/catalogue/shelf-label.ts'
import type { MeasureWidth } from '#domain/format/fit-text.ts'
import { type PdfFont, registerFonts } from '#server/platform/files/pdf-fonts.ts'

type LabelDocument = InstanceType<typeof PDFDocument>

const POINTS_PER_MM = 72 / 25.4
const getFont = (isBold: boolean): PdfFont => (isBold ? 'bold' : 'plain')

/** Draws one label; its texts have only characters of the fonts (`printableText`). */
type DrawLabel = (sheet: LabelSheet, measure: MeasureWidth) => LabelDrawing

type PrintLabelsInput = {
  format: LabelFormat
  labels: readonly DrawLabel[]
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
  const all = labels.flatMap(label => Array.from({ length: copies }, () => label))
  drawAll(document, { sheet, labels: all, before: (start - 1) % labelsPerPage(sheet) }).then(
    () => document.end(),
    (error: unknown) => document.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return document
}

type LabelSheets = { sheet: LabelSheet; labels: readonly DrawLabel[]; before: number }

async function drawAll(document: LabelDocument, { sheet, labels, before }: LabelSheets): Promise<void> {
  let drawnPages = 0
  for (const [index, label] of labels.entries()) {
    const place = labelPlace(sheet, index + before)
    if (place.page >= drawnPages) {
      await nextTurn()
      document.addPage()
      drawnPages = place.page + 1
    }
    drawLabel(document, { label, sheet, place })
  }
}

const LABEL_RED = '#c00418'

type PlacedLabel = { label: DrawLabel; sheet: LabelSheet; place: { x: number; y: number } }

function drawLabel(document: LabelDocument, { label, sheet, place }: PlacedLabel): void {
  const measure = (text: string, { isBold }: { isBold: boolean }) =>
    document.font(getFont(isBold)).fontSize(1).widthOfString(text)
  const { texts, bars, band } = label(sheet, measure)
  document
    .save()
    .translate(place.x * POINTS_PER_MM, place.y * POINTS_PER_MM)
    .scale(POINTS_PER_MM)
  if (band) document.rect(band.x, band.y, band.width, band.height).fill(LABEL_RED)
  for (const { text, x, y, size, isBold, isCentred, isOnBand } of texts) {
    const left = isCentred ? x - (measure(text, { isBold }) * size) / 2 : x
    document.font(getFont(isBold)).fontSize(size)
    if (band) document.fillColor(isOnBand ? 'white' : 'black')
    document.text(text, left, y, { lineBreak: false, baseline: 'alphabetic' })
  }
  for (const bar of bars) document.rect(bar.x, bar.y, bar.width, bar.height)
  if (bars.length > 0) document.fill('black')
  document.restore()
}
