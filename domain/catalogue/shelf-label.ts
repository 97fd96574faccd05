import { fitLines, LINE_HEIGHT, type MeasureWidth } from '#domain/format/fit-text.ts'
import { barPattern, type BarPattern } from './bar-pattern.ts'
import type { LabelSheet } from './shelf-label-sheet.ts'

/** The texts of a label, already in its language. */
export type ShelfLabel = {
  name: string
  price: string
  /** Printed smaller after the price: `/kpl`. */
  per: string
  /** Under the price, most important first: unit price, deposit. */
  notes: readonly string[]
  /** What announces the price as that of a campaign: its last day, and under the price and the bars what it was before. */
  campaign?: { until: string; facts: readonly string[] }
  /** The digits of the barcode; null when each piece has its own code. */
  code: string | null
}

/** In millimetres from the label's upper left corner; y is the baseline, x the left end or the middle. */
export type LabelText = {
  text: string
  x: number
  y: number
  size: number
  isBold: boolean
  isCentred: boolean
  /** White, on the red band. */
  isOnBand?: true
}
export type LabelDrawing = {
  texts: LabelText[]
  bars: LabelArea[]
  band?: LabelArea
}

type LabelSize = { width: number; height: number }
export type LabelArea = LabelSize & { x: number; y: number }
type LabelPart = { texts: LabelText[]; height: number }

const DIGITS_FONT_SIZE = 2.4
const NOTE_SIZE = 3
/** The largest share of the price's width that its unit may take. */
const PER_SHARE = 0.35
const MAX_PRICE = 10.5
const NAME_AREA = { share: 0.32, max: 4.6, min: 2.4 }
/** A campaign needs more room for its prices. */
const NAME_IN_CAMPAIGN = { ...NAME_AREA, share: 0.24 }
const FACT_SIZE = 2.5
/** From one line of small text to the next, for a size of 1. */
const NOTE_HEIGHT = 1.3
/** Between the name and the content below it, and between price and bars. */
export const LABEL_GAP = 1
/** The height of capital letters, and thus of digits, for a size of 1. */
export const CAPITAL_HEIGHT = 0.72
/** How much wider a printed bar is on each side: ink spreads, and a printer fills each dot that a bar touches. */
const INK_GAIN = 0.015

/** Draws a label for its sheet: the name at the top, the price on the left, the bars on the right, a campaign's facts below both. */
export function drawLabel(label: ShelfLabel, sheet: LabelSheet, measure: MeasureWidth): LabelDrawing {
  const inner = innerArea(sheet)
  const style = label.campaign ? NAME_IN_CAMPAIGN : NAME_AREA
  const name = drawName(label.name, { ...style, ...inner, height: inner.height * style.share }, measure)
  const nameHeight = label.campaign ? name.height : inner.height * style.share
  const facts = drawFacts(label.campaign?.facts ?? [], inner, measure)
  const below = {
    ...inner,
    y: inner.y + nameHeight + LABEL_GAP,
    height: inner.height - nameHeight - LABEL_GAP - facts.height,
  }
  const pattern = label.code === null ? undefined : barPattern(label.code)
  const barsWidth = pattern ? pattern.modules * sheet.moduleWidth : 0
  const price = { ...below, width: pattern ? below.width - barsWidth - LABEL_GAP : below.width }
  const bars = pattern
    ? drawBars(pattern, { ...below, x: inner.x + inner.width - barsWidth, width: barsWidth })
    : EMPTY_DRAWING
  return {
    texts: [...name.texts, ...drawPrice(label, price, measure), ...bars.texts, ...facts.texts],
    bars: bars.bars,
  }
}

const EMPTY_DRAWING: LabelDrawing = { texts: [], bars: [] }

export const innerArea = ({ label, padding }: LabelSheet): LabelArea => ({
  x: padding.x,
  y: padding.y,
  width: label.width - 2 * padding.x,
  height: label.height - 2 * padding.y,
})

function drawName(name: string, area: LabelArea & typeof NAME_AREA, measure: MeasureWidth): LabelPart {
  const { lines, size } = fitLines(name, area, measure)
  const at = (line: number) => area.y + size * (CAPITAL_HEIGHT + line * LINE_HEIGHT)
  const texts = lines.map((text, line) => ({ text, x: area.x, y: at(line), size, isBold: true, isCentred: false }))
  return { texts, height: lines.length * size * LINE_HEIGHT }
}

const PART_SEPARATOR = ' · '

/** Small lines at the bottom, over the whole width; each fact is on the first line with room for it. */
function drawFacts(facts: readonly string[], area: LabelArea, measure: MeasureWidth): LabelPart {
  const plain = { x: area.x, isBold: false, isCentred: false }
  const lines: string[] = []
  for (const fact of facts) {
    const roomy = lines.find(line => measure(line + PART_SEPARATOR + fact, plain) * FACT_SIZE <= area.width)
    if (roomy === undefined) lines.push(fact)
    else lines[lines.indexOf(roomy)] = roomy + PART_SEPARATOR + fact
  }
  const bottom = area.y + area.height
  const texts = lines.map((text, line) => ({
    ...plain,
    text,
    y: bottom - (lines.length - 1 - line) * FACT_SIZE * NOTE_HEIGHT,
    size: Math.min(FACT_SIZE, area.width / measure(text, plain)),
  }))
  return { texts, height: lines.length === 0 ? 0 : lines.length * FACT_SIZE * NOTE_HEIGHT + LABEL_GAP / 2 }
}

/** Notes from the bottom up, the price above them, each as large as it fits. */
function drawPrice({ price, per, notes, campaign }: ShelfLabel, area: LabelArea, measure: MeasureWidth): LabelText[] {
  const plain = { x: area.x, isBold: false, isCentred: false }
  const sizeIn = (text: string, width: number) => Math.min(NOTE_SIZE, width / measure(text, plain))
  const texts: LabelText[] = []
  let y = area.y + area.height
  for (const note of notes.toReversed()) {
    const size = sizeIn(note, area.width)
    texts.unshift({ ...plain, text: note, y, size })
    y -= size * NOTE_HEIGHT
  }
  y -= notes.length > 0 ? LABEL_GAP : 0
  const until = campaign ? drawUntil(campaign.until, area, measure) : undefined
  const top = until ? until.y + LABEL_GAP : area.y
  const perSize = sizeIn(per, area.width * PER_SHARE)
  const priceWidth = measure(price, { isBold: true })
  const room = area.width - measure(per, plain) * perSize - LABEL_GAP / 2
  const size = Math.min(MAX_PRICE, room / priceWidth, (y - top) / CAPITAL_HEIGHT)
  const perX = area.x + priceWidth * size + LABEL_GAP / 2
  return [
    ...(until ? [until] : []),
    { ...plain, text: price, y, size, isBold: true },
    { ...plain, text: per, x: perX, y, size: perSize },
    ...texts,
  ]
}

/** The last day of the campaign, over its price. */
function drawUntil(text: string, { x, y, width }: LabelArea, measure: MeasureWidth): LabelText {
  const size = Math.min(NOTE_SIZE, width / measure(text, { isBold: true }))
  return { text, x, y: y + size * CAPITAL_HEIGHT, size, isBold: true, isCentred: false }
}

function drawBars({ bars, digits, modules }: BarPattern, area: LabelArea): LabelDrawing {
  const module = area.width / modules
  const barsHeight = area.height - DIGITS_FONT_SIZE - LABEL_GAP / 2
  const middle = area.x + area.width / 2
  const digitsLine = { text: digits, x: middle, y: area.y + area.height, size: DIGITS_FONT_SIZE }
  return {
    texts: [{ ...digitsLine, isBold: false, isCentred: true }],
    bars: bars.map(bar => ({
      x: area.x + bar.at * module + INK_GAIN,
      y: area.y,
      width: bar.width * module - 2 * INK_GAIN,
      height: barsHeight,
    })),
  }
}
