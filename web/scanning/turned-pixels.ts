import type { Greys, Pixels } from './greys.ts'
import { MIN_CONTRAST, sharpenRow, stretchRow } from './row-contrast.ts'
import type { Size } from './scan-passes.ts'
import type { TiltedBars } from './tilted-bars.ts'

// Light zones to both sides, in parts of the width of the bars, and at least some pixels where few blocks were found.
const QUIET_ZONE = { share: 0.1, px: 24 }
type Drawing = { rows: number; lines: number; zoom: 1 | 2; isSharpened: boolean }

/** Narrower bars are drawn at twice their size; sharpened, all but wide ones. */
const SMALL_PX = { plain: 200, sharpened: 700 }

const toDrawing = ({ width }: TiltedBars, isSharpened: boolean): Drawing =>
  isSharpened
    ? { rows: 24, lines: 4, zoom: width < SMALL_PX.sharpened ? 2 : 1, isSharpened }
    : { rows: 40, lines: 2, zoom: width < SMALL_PX.plain ? 2 : 1, isSharpened }

const getWidth = ({ width }: TiltedBars, { zoom }: Drawing) =>
  Math.ceil((width * (1 + 2 * QUIET_ZONE.share) + 2 * QUIET_ZONE.px) * zoom)

type Picture = { greys: Greys; area: Size }

/** All of them, with the light beside them, turned upright and below each other. Each row is the mean of some lines across the bars. */
export function turnedPixels({ greys, area }: Picture, all: readonly TiltedBars[], isSharpened: boolean): Pixels {
  const drawings = all.map(bars => ({ bars, drawing: toDrawing(bars, isSharpened) }))
  const width = Math.max(...drawings.map(({ bars, drawing }) => getWidth(bars, drawing)))
  const height = drawings.reduce((rows, { drawing }) => rows + drawing.rows, 0)
  const words = new Uint32Array(width * height).fill(0xffffffff)
  let next = 0
  for (const { bars, drawing } of drawings)
    for (let y = 0; y < drawing.rows; y++) {
      const row = turnedRow(greys, { area, y, drawing }, bars)
      // As dark and as light everywhere; a plain picture shows both, since either may be read when the other is not.
      if (isSharpened || y % 2 === 0) stretchRow(row, MIN_CONTRAST)
      words.set(isSharpened ? sharpenRow(row) : greyWords(row), next)
      next += width
    }
  return { data: new Uint8ClampedArray(words.buffer), width, height }
}

const greyWords = (row: Float32Array) => Uint32Array.from(row, grey => 0xff000000 | (Math.round(grey) * 0x010101))

function turnedRow(greys: Greys, { area, y, drawing }: { area: Size; y: number; drawing: Drawing }, bars: TiltedBars) {
  const { rows, lines, zoom } = drawing
  const row = new Float32Array(getWidth(bars, drawing))
  const [cos, sin] = [Math.cos(bars.angle), Math.sin(bars.angle)]
  const from = -row.length / 2 / zoom
  for (let line = 0; line < lines; line++) {
    const along = ((y + 0.5) / rows - 0.5) * bars.height + line - (lines - 1) / 2
    const start = { x: bars.x + from * cos - along * sin, y: bars.y + from * sin + along * cos }
    addLine({ greys, area, row, weight: 1 / lines }, start, { x: cos / zoom, y: sin / zoom })
  }
  return row
}

type Point = { x: number; y: number }

/** The part of a line of `length` steps that is inside the picture, as its first and last step. */
function insideSteps(start: Point, step: Point, { area, length }: { area: Size; length: number }): [number, number] {
  let [first, last] = [0, length - 1]
  const ranges = [
    [start.x, step.x, area.width],
    [start.y, step.y, area.height],
  ] as const
  for (const [from, by, size] of ranges) {
    const ends = [-from / by, (size - 2 - from) / by]
    first = Math.max(first, Math.ceil(Math.min(...ends)))
    last = Math.min(last, Math.floor(Math.max(...ends)))
  }
  return [first, last]
}

type Line = { greys: Greys; area: Size; row: Float32Array; weight: number }

/** Adds the brightness along a line to a row, between four pixels each. Where the line leaves the picture, its last brightness goes on. */
function addLine(
  { greys: { bytes, offset, pixelStep, stride }, area, row, weight }: Line,
  start: Point,
  step: Point,
): void {
  const [first, last] = insideSteps(start, step, { area, length: row.length })
  let grey = 0
  for (let index = first; index < row.length; index++) {
    if (index <= last) {
      const x = start.x + index * step.x
      const y = start.y + index * step.y
      const [column, line] = [Math.floor(x), Math.floor(y)]
      const [right, below] = [x - column, y - line]
      const at = offset + line * stride + column * pixelStep
      const upper = (bytes[at] ?? 0) * (1 - right) + (bytes[at + pixelStep] ?? 0) * right
      const lower = (bytes[at + stride] ?? 0) * (1 - right) + (bytes[at + stride + pixelStep] ?? 0) * right
      grey = upper * (1 - below) + lower * below
      if (index === first)
        for (let before = 0; before < first; before++) row[before] = (row[before] ?? 0) + grey * weight
    }
    row[index] = (row[index] ?? 0) + grey * weight
  }
}
