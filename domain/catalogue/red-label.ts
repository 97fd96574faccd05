import { fitLines, LINE_HEIGHT, type MeasureWidth } from '#domain/format/fit-text.ts'
import type { Lot } from './lot.ts'
import type { LabelSheet } from './shelf-label-sheet.ts'
import {
  type LabelArea,
  CAPITAL_HEIGHT,
  LABEL_GAP,
  innerArea,
  type LabelDrawing,
  type LabelText,
} from './shelf-label.ts'

/** The squares of a code, row by row; true: dark. */
export type CodeSquares = { size: number; squares: readonly boolean[] }

/** The texts of a red label, already in its language. */
export type RedLabel = {
  name: string
  price: string
  /** Printed smaller after the price. */
  per: string
  /** By how much the price is lower, and the date of the package: on the red band. */
  percent: string
  date: string
  /** Under the price, most important first: the price before, the lot, what to do. */
  notes: readonly string[]
  code: CodeSquares
}

/**
 * What a red label's code contains: a link by GS1 Digital Link URI Syntax 1.4, which names product, lot and date. A phone's own camera opens
 * it at the shop.
 */
export function lotLink(origin: string, gtin14: string, { lot, bestBefore, useBy }: Lot): string {
  // A path drops these two, and a query keeps them.
  const isInPath = lot !== undefined && lot !== '.' && lot !== '..'
  const query = [
    ...(lot !== undefined && !isInPath ? [`10=${lot}`] : []),
    ...(useBy === undefined ? [] : [`17=${shortDay(useBy)}`]),
    ...(bestBefore === undefined || useBy !== undefined ? [] : [`15=${shortDay(bestBefore)}`]),
  ]
  const path = `/01/${gtin14}${isInPath ? `/10/${encodeURIComponent(lot)}` : ''}`
  return `${origin}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** 2026-12-04 as 261204. */
const shortDay = (day: string): string => day.slice(2).replaceAll('-', '')

/** How many labels a lot gets. Goods by the kilogram or litre are in one box. */
export const countRedLabels = (
  { unit, quantity }: { unit: string; quantity: number },
  copies: 'lot' | 'package',
): number => (copies === 'package' && Number.isInteger(quantity) && unit !== 'kg' && unit !== 'l' ? quantity : 1)

const BAND_SHARE = 0.22
const BAND_PADDING = 1
/** Of a square of the code: a multiple of the dot of a 203 dpi printer. Phones read smaller ones badly. */
const DOT_SIZE = 0.125
const MAX_SQUARE = 0.5
/** Squares around a QR code that stay white (ISO/IEC 18004). Paper around the label's content is white too. */
const QUIET_ZONE = 4
const DATE_SIZE = 3.4
const NAME_AREA = { share: 0.34, max: 4, min: 2.2 }
const NOTE_AREA = { size: 2.6, height: 1.25 }
const MAX_PRICE = 9.5
const PER = { size: 2.6, share: 0.25 }

/** Draws a red label for its sheet: percentage and date on a red band, the code below it on the right, the price on the left. */
export function drawRedLabel(label: RedLabel, sheet: LabelSheet, measure: MeasureWidth): LabelDrawing {
  const inner = innerArea(sheet)
  const band = { ...inner, height: inner.height * BAND_SHARE }
  const below = { ...inner, y: band.y + band.height + LABEL_GAP, height: inner.height - band.height - LABEL_GAP }
  const code = drawCode(label.code, below)
  const left = { ...below, width: code.x - QUIET_ZONE * code.square - below.x }
  return { texts: [...drawBand(label, band, measure), ...drawLeft(label, left, measure)], bars: code.bars, band }
}

function drawBand({ percent, date }: RedLabel, band: LabelArea, measure: MeasureWidth): LabelText[] {
  const style = { isBold: true, isCentred: false, isOnBand: true } as const
  const percentSize = (band.height - 2 * BAND_PADDING) / CAPITAL_HEIGHT
  const percentWidth = measure(percent, style) * percentSize
  const room = band.width - 3 * BAND_PADDING - percentWidth
  const size = Math.min(DATE_SIZE, room / measure(date, style))
  const width = measure(date, style) * size
  const middle = band.y + band.height / 2
  const at = (textSize: number) => middle + (textSize * CAPITAL_HEIGHT) / 2
  const right = band.x + band.width - BAND_PADDING - width
  return [
    { ...style, text: percent, x: band.x + BAND_PADDING, y: at(percentSize), size: percentSize },
    { ...style, text: date, x: right, y: at(size), size },
  ]
}

/** In the lower right corner of the area. */
function drawCode({ size, squares }: CodeSquares, area: LabelArea): { x: number; square: number; bars: LabelArea[] } {
  const square = Math.min(MAX_SQUARE, Math.max(DOT_SIZE, Math.floor(area.height / size / DOT_SIZE) * DOT_SIZE))
  const x = area.x + area.width - size * square
  const y = area.y + area.height - size * square
  const bars = Array.from({ length: size }, (_, row) =>
    findRuns(squares.slice(row * size, (row + 1) * size)).map(({ from, count }) => ({
      x: x + from * square,
      y: y + row * square,
      width: count * square,
      height: square,
    })),
  ).flat()
  return { x, square, bars }
}

/** Dark squares beside each other are one bar: between two, some printers leave a white line. */
function findRuns(row: readonly boolean[]): { from: number; count: number }[] {
  const runs: { from: number; count: number }[] = []
  for (const [place, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last && last.from + last.count === place) last.count += 1
    else runs.push({ from: place, count: 1 })
  }
  return runs
}

/** The name at the top, notes from the bottom up, the price between them as large as it fits. */
function drawLeft({ name, price, per, notes }: RedLabel, area: LabelArea, measure: MeasureWidth): LabelText[] {
  const plain = { x: area.x, isBold: false, isCentred: false }
  const { lines, size: nameSize } = fitLines(
    name,
    { ...NAME_AREA, ...area, height: area.height * NAME_AREA.share },
    measure,
  )
  const texts = lines.map((text, line) => ({
    ...plain,
    text,
    y: area.y + nameSize * (CAPITAL_HEIGHT + line * LINE_HEIGHT),
    size: nameSize,
    isBold: true,
  }))
  const top = area.y + lines.length * nameSize * LINE_HEIGHT
  let y = area.y + area.height
  const noted = notes.toReversed().map(text => {
    const size = Math.min(NOTE_AREA.size, area.width / measure(text, plain))
    const line = { ...plain, text, y, size }
    y -= size * NOTE_AREA.height
    return line
  })
  // Commas reach below the line.
  y -= LABEL_GAP
  const perSize = per === '' ? 0 : Math.min(PER.size, (area.width * PER.share) / measure(per, plain))
  const perWidth = per === '' ? 0 : measure(per, plain) * perSize + LABEL_GAP / 2
  const priceWidth = measure(price, { isBold: true })
  const size = Math.min(MAX_PRICE, (area.width - perWidth) / priceWidth, (y - top - LABEL_GAP / 2) / CAPITAL_HEIGHT)
  return [
    ...texts,
    { ...plain, text: price, y, size, isBold: true },
    ...(per === '' ? [] : [{ ...plain, text: per, x: area.x + priceWidth * size + LABEL_GAP / 2, y, size: perSize }]),
    ...noted.toReversed(),
  ]
}
