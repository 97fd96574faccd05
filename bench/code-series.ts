// How many generated codes the scanner reads at every 5 degrees, of several heights and sizes, without a product list:
// node bench/code-series.ts [--step 15]
import { parseArgs } from 'node:util'
import { normaliseGtin } from '#domain/catalogue/gtin.ts'
import { mulberry32 } from '#server/seed/history/random.ts'
import { barcodeBars } from '#test/e2e/barcode-bars.ts'
import { decodePass, drawSubject, type Subject, durationsByPass, openDecoder, scan } from './hand-held.ts'
import { median } from './rounds.ts'

const { values: options } = parseArgs({ options: { step: { type: 'string', default: '5' } } })

/** The whole height of the bars, in modules. */
const KINDS = [
  { kind: 'EAN-13', code: '6401234567897', height: 69 },
  { kind: 'EAN-8', code: '96385074', height: 60 },
  { kind: 'UPC-A', code: '0036000291452', height: 69 },
]
const HEIGHTS = [1, 0.5, 0.25]
/** Pixels of a module: held far away, well, and near. */
const MODULE_WIDTHS = [2, 4, 6]
const GREY = { shelf: 96, paper: 230, ink: 30 }
/** Pixels over which an edge is spread. */
const BLUR_PX = 1.4
const LABEL_PX = { beside: 16, above: 40 }

/** A label with bars on a shelf that is lit from one side. */
function drawCode(bars: string, modulePx: number, barsPx: number): Subject {
  const inkBefore = new Float64Array(bars.length + 1)
  for (let module = 0; module < bars.length; module++)
    inkBefore[module + 1] = (inkBefore[module] ?? 0) + Number(bars[module])
  const inkUpTo = (place: number) => {
    const within = Math.max(0, Math.min(bars.length, place))
    const module = Math.floor(within)
    const before = inkBefore[module] ?? 0
    return before + (within - module) * ((inkBefore[module + 1] ?? before) - before)
  }
  const half = (bars.length * modulePx) / 2
  const spread = BLUR_PX / modulePx
  return (x, y) => {
    if (Math.abs(x) > half + LABEL_PX.beside || Math.abs(y) > barsPx / 2 + LABEL_PX.above)
      return GREY.shelf + x / 60 - y / 40
    const at = (x + half) / modulePx
    const ink = Math.abs(y) > barsPx / 2 ? 0 : (inkUpTo(at + spread / 2) - inkUpTo(at - spread / 2)) / spread
    return GREY.paper - ink * (GREY.paper - GREY.ink)
  }
}

const DEGREES = Array.from(
  { length: Math.ceil(180 / Number(options.step)) },
  (_, index) => index * Number(options.step),
)
const waits: number[] = []

/** Of one code at all angles: how many are read, and how many other codes are. */
async function countRead(code: string, subject: Subject): Promise<{ right: number; wrong: number }> {
  const counts = { right: 0, wrong: 0 }
  for (const degrees of DEGREES) {
    const random = mulberry32(degrees + 1)
    const turn = (degrees * Math.PI) / 180
    const timed = await scan((_, pass) => decodePass(drawSubject(subject, random, { turn }), pass))
    const waitMs = timed.get(normaliseGtin(code) ?? '')
    if (waitMs !== undefined) waits.push(waitMs)
    counts.right += waitMs === undefined ? 0 : 1
    counts.wrong += timed.size - (waitMs === undefined ? 0 : 1)
  }
  return counts
}

await openDecoder()
console.log(
  `| kind | height | ${MODULE_WIDTHS.map(px => `${px} px: right of ${DEGREES.length} | wrong`).join(' | ')} |`,
)
for (const { kind, code, height } of KINDS)
  for (const share of HEIGHTS) {
    const cells: string[] = []
    for (const modulePx of MODULE_WIDTHS) {
      const counts = await countRead(code, drawCode(barcodeBars(code), modulePx, height * modulePx * share))
      cells.push(`${counts.right} | ${counts.wrong}`)
    }
    console.log(`| ${kind} | ${share} | ${cells.join(' | ')} |`)
  }
const sorted = waits.toSorted((a, b) => a - b)
console.log(`ms until the code counts: p50 ${median(waits)}, p95 ${sorted[Math.floor(sorted.length * 0.95)]}`)
for (const [pass, ms] of durationsByPass) console.log(`${pass}: ${median(ms).toFixed(1)} ms`)
