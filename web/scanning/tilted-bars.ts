import type { Greys } from './greys.ts'
import type { Size } from './scan-passes.ts'

/** Bars in a picture that are neither level nor upright: the rectangle around them, and the direction across them. */
export type TiltedBars = {
  /** The middle, in pixels of the picture. */
  x: number
  y: number
  /** Radians between the picture's rows and a line across the bars, above -π/2 and up to π/2. */
  angle: number
  /** Along that line, and along the bars. */
  width: number
  height: number
}

/** A square of the picture: how its brightness changes, as sums of products of the differences in the two directions. */
type Block = {
  column: number
  row: number
  xx: number
  yy: number
  xy: number
}

const BLOCK = 32
// Every third pixel of every third row shows the direction as well as all of them.
const STEP = 3
const SAMPLES = 10
// Between a pixel's two neighbours; smaller differences are noise.
const MIN_DIFFERENCE = 18
// Of a block's sampled pixels, how many are at an edge; and how much of their contrast is in one direction.
const MIN_EDGES = 0.12
const MIN_COHERENCE = 0.7
// Cosine of twice the angle between neighbours that belong together: 12 degrees.
const MIN_LIKENESS = 0.91
// A reader's rows pass through all bars of a code that is less tilted, however low it is.
const MIN_TILT = (6 * Math.PI) / 180

function measureBlock({ bytes, offset, pixelStep, stride }: Greys, column: number, row: number): Block | undefined {
  let [xx, yy, xy, edges] = [0, 0, 0, 0]
  const corner = offset + (row * BLOCK + 1) * stride + (column * BLOCK + 1) * pixelStep
  for (let j = 0; j < SAMPLES; j++)
    for (let i = 0; i < SAMPLES; i++) {
      // Rows and columns are shifted against each other: a regular grid could miss every edge of level bars.
      const at = corner + (j * STEP + (i % STEP)) * stride + (i * STEP + (j % STEP)) * pixelStep
      const across = (bytes[at + pixelStep] ?? 0) - (bytes[at - pixelStep] ?? 0)
      const down = (bytes[at + stride] ?? 0) - (bytes[at - stride] ?? 0)
      if (Math.abs(across) + Math.abs(down) < MIN_DIFFERENCE) continue
      edges++
      xx += across * across
      yy += down * down
      xy += across * down
    }
  const isBars = edges > SAMPLES ** 2 * MIN_EDGES && Math.hypot(xx - yy, 2 * xy) > MIN_COHERENCE * (xx + yy)
  return isBars ? { column, row, xx, yy, xy } : undefined
}

type Direction = Pick<Block, 'xx' | 'yy' | 'xy'>

const isAlike = (a: Direction, b: Direction) =>
  (a.xx - a.yy) * (b.xx - b.yy) + 4 * a.xy * b.xy >
  MIN_LIKENESS * Math.hypot(a.xx - a.yy, 2 * a.xy) * Math.hypot(b.xx - b.yy, 2 * b.xy)

const AROUND = [-1, 0, 1].flatMap(down => [-1, 0, 1].map(right => [right, down] as const))

/** Groups of neighbouring blocks with bars of one direction, each around the one with the strongest contrast. */
function* groupBlocks(greys: Greys, area: Size): Generator<Block[]> {
  // The first and last pixels of a row or column lack a neighbour.
  const [columns, rows] = [Math.floor((area.width - 2) / BLOCK), Math.floor((area.height - 2) / BLOCK)]
  const blocks: Block[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const block = measureBlock(greys, column, row)
      if (block) blocks.push(block)
    }
  blocks.sort((a, b) => b.xx + b.yy - a.xx - a.yy)
  const left = new Map(blocks.map(block => [block.row * columns + block.column, block]))
  for (const first of blocks) {
    if (!left.delete(first.row * columns + first.column)) continue
    const group = [first]
    const direction = { xx: first.xx, yy: first.yy, xy: first.xy }
    for (const block of group)
      for (const [right, down] of AROUND) {
        if (block.column + right < 0 || block.column + right >= columns) continue
        const key = (block.row + down) * columns + block.column + right
        const next = left.get(key)
        if (!next || !isAlike(direction, next)) continue
        left.delete(key)
        group.push(next)
        direction.xx += next.xx
        direction.yy += next.yy
        direction.xy += next.xy
      }
    yield group
  }
}

const sum = (blocks: readonly Block[], getValue: (block: Block) => number) =>
  blocks.reduce((total, block) => total + getValue(block), 0)

/** The contrast of a group in one direction: bars have more of it than writing. */
function getStrength(blocks: readonly Block[]): number {
  const [xx, yy, xy] = [sum(blocks, block => block.xx), sum(blocks, block => block.yy), sum(blocks, block => block.xy)]
  return Math.hypot(xx - yy, 2 * xy) ** 4 / (xx + yy) ** 3
}

// Of the picture's height, which reaches out of where the shopper aims: his aim, and what is too long for it with its light zones.
const MIDDLE = 0.7
const LONG = 0.5

const isAimedAt = ({ y }: TiltedBars, area: Size) => Math.abs(y / area.height - 0.5) < MIDDLE / 2

/** Whether the bars are where the shopper aims, and not read as they are. */
function isWorthTurning(bars: TiltedBars, area: Size): boolean {
  const { angle, width } = bars
  const isLevel = Math.abs(angle) < MIN_TILT
  const isUpright = Math.PI / 2 - Math.abs(angle) < MIN_TILT
  return isAimedAt(bars, area) && !isLevel && !(isUpright && width < area.height * LONG)
}

/** Beside a code there may be writing. */
const MAX_FOUND = 2

// Fewer are writing.
const MIN_BLOCKS_OF_CODE = 6

/** The tilted bars of a picture, those with the strongest contrast first; and whether it has any bars, also level ones. */
export function findTiltedBars(greys: Greys, area: Size): { tilted: TiltedBars[]; hasBars: boolean } {
  let hasBars = false
  const found: { bars: TiltedBars; strength: number }[] = []
  for (const blocks of groupBlocks(greys, area)) {
    const bars = aroundBlocks(blocks)
    hasBars ||= blocks.length >= MIN_BLOCKS_OF_CODE && isAimedAt(bars, area)
    if (blocks.length > 1 && isWorthTurning(bars, area)) found.push({ bars, strength: getStrength(blocks) })
  }
  const strongest = found.toSorted((a, b) => b.strength - a.strength)
  return { tilted: strongest.slice(0, MAX_FOUND).map(({ bars }) => bars), hasBars }
}

function aroundBlocks(blocks: readonly Block[]): TiltedBars {
  const angle =
    Math.atan2(
      2 * sum(blocks, ({ xy }) => xy),
      sum(blocks, ({ xx, yy }) => xx - yy),
    ) / 2
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const middles = blocks.map(({ column, row }) => ({ x: (column + 0.5) * BLOCK, y: (row + 0.5) * BLOCK }))
  const across = getRange(middles.map(({ x, y }) => x * cos + y * sin))
  const along = getRange(middles.map(({ x, y }) => y * cos - x * sin))
  return {
    x: across.middle * cos - along.middle * sin,
    y: across.middle * sin + along.middle * cos,
    angle,
    width: across.length + BLOCK,
    height: along.length + BLOCK,
  }
}

function getRange(values: readonly number[]) {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return { middle: (least + most) / 2, length: most - least }
}
