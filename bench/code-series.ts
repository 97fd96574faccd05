// How many generated codes the scanner reads at every 5 degrees, of several kinds, heights and sizes, without a product list:
// node bench/code-series.ts [--step 15] [--kinds EAN-13,ITF-14]
import { parseArgs } from 'node:util'
import { normaliseGtin } from '#domain/catalogue/gtin.ts'
import { mulberry32 } from '#server/seed/history/random.ts'
import { barcodeBars } from '#test/e2e/barcode-bars.ts'
import {
  DATA_BARS,
  EXPANDED_GTIN,
  openWriter,
  type SymbolRow,
  writeSymbol,
} from '#test/product-data/written-symbols.ts'
import { decodePass, drawLabel, drawSubject, type Subject, durationsByPass, openDecoder, scan } from './hand-held.ts'
import { median } from './rounds.ts'

const { values: options } = parseArgs({
  options: { step: { type: 'string', default: '5' }, kinds: { type: 'string' } },
})

await openDecoder()
await openWriter()

const bars = (code: string, height: number): SymbolRow[] => [{ modules: barcodeBars(code), height }]
const HEIGHTS = [1, 0.5, 0.25]
const GTIN = '6401234567897'
const CASE = '16401234567894'
const KINDS: { kind: string; code: string; rows: readonly SymbolRow[]; heights?: readonly number[] }[] = [
  { kind: 'EAN-13', code: GTIN, rows: bars(GTIN, 69), heights: HEIGHTS },
  { kind: 'EAN-8', code: '96385074', rows: bars('96385074', 60), heights: HEIGHTS },
  { kind: 'UPC-A', code: '036000291452', rows: bars('0036000291452', 69), heights: HEIGHTS },
  { kind: 'UPC-E', code: '042100005264', rows: await writeSymbol('04252614', 'UPCE') },
  { kind: 'ITF-14', code: CASE, rows: bars(CASE, 60) },
  { kind: 'DataBar', code: GTIN, rows: DATA_BARS.omnidirectional },
  { kind: 'DataBar stacked', code: GTIN, rows: DATA_BARS.stacked },
  { kind: 'DataBar limited', code: GTIN, rows: DATA_BARS.limited },
  { kind: 'DataBar expanded', code: EXPANDED_GTIN, rows: DATA_BARS.expanded },
  { kind: 'GS1-128', code: CASE, rows: await writeSymbol(`(01)${CASE}(10)L7`, 'Code128') },
  { kind: 'DataMatrix', code: GTIN, rows: await writeSymbol(`(01)0${GTIN}(10)L7`, 'DataMatrix') },
  { kind: 'QR Digital Link', code: GTIN, rows: await writeSymbol(`https://id.gs1.org/01/0${GTIN}/10/L7`, 'QRCode') },
]
/** Pixels of a module: held far away, well, and near. */
const MODULE_WIDTHS = [2, 4, 6]
const DEGREES = Array.from(
  { length: Math.ceil(180 / Number(options.step)) },
  (_, index) => index * Number(options.step),
)
const waits: number[] = []

/** Of one code at all angles: how many are read, and how many other codes are. */
async function countRead(title: string, code: string, subject: Subject): Promise<string> {
  const answer = normaliseGtin(code)
  const missed: number[] = []
  let wrong = 0
  for (const degrees of DEGREES) {
    const random = mulberry32(degrees + 1)
    const turn = (degrees * Math.PI) / 180
    // A case's code is looked for where cases are received.
    const searched = title.startsWith('GS1-128') ? 'cases' : 'goods'
    const timed = await scan((_, pass) => decodePass(drawSubject(subject, random, { turn }), pass, searched), {
      answer,
    })
    const waitMs = timed.get(answer ?? '')
    if (waitMs === undefined) missed.push(degrees)
    else waits.push(waitMs)
    wrong += timed.size - (waitMs === undefined ? 0 : 1)
  }
  if (missed.length > 0) console.error(`${title}: not read at ${missed.join(' ')} degrees`)
  return `${DEGREES.length - missed.length} | ${wrong}`
}

console.log(
  `| kind | height | ${MODULE_WIDTHS.map(px => `${px} px: right of ${DEGREES.length} | wrong`).join(' | ')} |`,
)
const kinds = options.kinds?.split(',') ?? KINDS.map(({ kind }) => kind)
for (const { kind, code, rows, heights = [1] } of KINDS.filter(each => kinds.includes(each.kind)))
  for (const share of heights) {
    const cells: string[] = []
    for (const modulePx of MODULE_WIDTHS)
      cells.push(await countRead(`${kind} ${share} ${modulePx} px`, code, drawLabel(rows, modulePx, share)))
    console.log(`| ${kind} | ${share} | ${cells.join(' | ')} |`)
  }
const sorted = waits.toSorted((a, b) => a - b)
console.log(`ms until the code counts: p50 ${median(waits)}, p95 ${sorted[Math.floor(sorted.length * 0.95)]}`)
for (const [pass, ms] of durationsByPass) console.log(`${pass}: ${median(ms).toFixed(1)} ms`)
