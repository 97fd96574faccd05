// How many of a hundred packages the scanner passes on with product, lot and date as printed: GS1 DataMatrix, QR codes with GS1
// Digital Link, at any angle, and GS1-128 where cases are received, held nearly level; by hand, near and far, without a product list:
// node bench/lot-codes.ts [PACKAGES] [KIND…]
import { checkDigit } from '#domain/catalogue/gtin.ts'
import { lotKey } from '#domain/catalogue/lot.ts'
import { createRandom } from '#server/seed/history/random.ts'
import { openWriter, writeSymbol } from '#test/product-data/written-symbols.ts'
import { awaitsSecondRead, createLotReader, NOTHING_SEEN, sightCode } from '#web/scanning/scan-pacing.ts'
import { scanPassAt } from '#web/scanning/scan-passes.ts'
import { decodeTexts, drawLabel, drawSubject, openDecoder, PICTURE_MS, PICTURES } from './hand-held.ts'
import { median } from './rounds.ts'

const PACKAGES = Number(process.argv[2] ?? 100)
const KINDS = ['DataMatrix', 'QR Digital Link', 'GS1-128'] as const
/** Of a module, held far away to near: the long bars of a case must fit into the picture, also at an angle. */
const PIXELS = { bars: { min: 2, max: 4 }, squares: { min: 3, max: 6 } }
const MAX_DEGREES = { bars: 20, squares: 180 }
/** How long a package is held after it was read: it must count once. */
const HELD_MS = 200
const LOT_SIGNS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789-'

type Kind = (typeof KINDS)[number]
type Package = { kind: Kind; code: string; scanned: string; text: string; degrees: number; modulePx: number }

function makePackage(number: number): Package {
  const random = createRandom(`package ${number}`)
  const kind = KINDS[number % KINDS.length] ?? 'DataMatrix'
  const shape = kind === 'GS1-128' ? 'bars' : 'squares'
  const digits = Array.from({ length: 8 }, () => random.between(0, 9)).join('')
  const body = kind === 'GS1-128' ? `1640${digits}0` : `640${digits}0`
  const code = body + checkDigit(body)
  const lot = Array.from(
    { length: random.between(2, 10) },
    () => LOT_SIGNS[random.between(0, LOT_SIGNS.length - 1)],
  ).join('')
  const day = `20${random.between(26, 28)}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`
  const isUseBy = random.isBelow(0.5)
  const [ai, date] = [isUseBy ? '17' : '15', day.slice(2).replaceAll('-', '')]
  const gtin = code.padStart(14, '0')
  const text =
    kind === 'QR Digital Link'
      ? `https://id.gs1.org/01/${gtin}/10/${lot}?${ai}=${date}`
      : `(01)${gtin}(${ai})${date}(10)${lot}`
  const scanned = `${code}/${lotKey({ lot, ...(isUseBy ? { useBy: day } : { bestBefore: day }) })}`
  return {
    kind,
    code,
    scanned,
    text,
    degrees: random.between(-MAX_DEGREES[shape], MAX_DEGREES[shape]),
    modulePx: random.between(PIXELS[shape].min, PIXELS[shape].max),
  }
}

const FORMATS = { DataMatrix: 'DataMatrix', 'QR Digital Link': 'QRCode', 'GS1-128': 'Code128' } as const

/** What the scanner passes on while a package is held before the camera for a second, and after how many ms. */
async function scanPackage({ kind, text, degrees, modulePx }: Package): Promise<{ texts: string[]; ms: number }> {
  const subject = drawLabel(await writeSymbol(text, FORMATS[kind]), modulePx)
  const { share } = createRandom(text)
  const readLot = createLotReader()
  const passedOn: string[] = []
  let sightings = NOTHING_SEEN
  let turn = 0
  let ms = NaN
  for (let picture = 0; picture < PICTURES; picture++) {
    const nowMs = picture * PICTURE_MS
    if (nowMs > ms + HELD_MS) break
    const pass = scanPassAt(awaitsSecondRead(sightings, nowMs) ? turn : ++turn, false)
    const luma = drawSubject(subject, share, { turn: (degrees * Math.PI) / 180 })
    const texts = await decodeTexts(luma, pass, kind === 'GS1-128' ? 'cases' : 'goods')
    for (const each of texts) {
      const [code = ''] = each.split('/')
      const seen = sightCode(sightings, { code, pass, together: texts }, nowMs)
      sightings = seen.sightings
      const found = readLot({ code, texts: [each] }, seen, nowMs)
      if (!found) continue
      if (passedOn.length === 0) ms = nowMs
      passedOn.push('code' in found ? found.code : `lot ${found.lot}`)
    }
  }
  return { texts: passedOn, ms }
}

await openDecoder()
await openWriter()
const packages = Array.from({ length: PACKAGES }, (_, number) => makePackage(number))
const waits: number[] = []
console.log(
  '| kind | packages | product, lot and date right, once | nothing read | wrong |\n| --- | ---: | ---: | ---: | ---: |',
)
const kinds = process.argv.slice(3)
for (const kind of KINDS.filter(each => kinds.length === 0 || kinds.includes(each))) {
  const some = packages.filter(each => each.kind === kind)
  const counts = { right: 0, nothing: 0, wrong: 0 }
  for (const each of some) {
    const { texts, ms } = await scanPackage(each)
    const isRight = texts.length === 1 && texts[0] === each.scanned
    counts[isRight ? 'right' : texts.length === 0 ? 'nothing' : 'wrong'] += 1
    if (isRight) waits.push(ms)
    else console.error(`${each.text} at ${each.degrees} degrees, ${each.modulePx} px: ${texts.join(' ')}`)
  }
  console.log(`| ${kind} | ${some.length} | ${counts.right} | ${counts.nothing} | ${counts.wrong} |`)
}
const sorted = waits.toSorted((a, b) => a - b)
console.log(`ms until it counts: p50 ${median(waits)}, p95 ${sorted[Math.ceil(sorted.length * 0.95) - 1]}`)
