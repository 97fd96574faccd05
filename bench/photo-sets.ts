// How many barcodes of public photographs the scanner reads, with and without a product list: each photograph is held before a
// simulated camera with small movements. node bench/photo-sets.ts FOLDER [--sets ean13-2,upca-4] [--zoom 2]; FOLDER is
// core/src/test/resources/blackbox of https://github.com/zxing/zxing. `--zoom`: the photograph's height, in aiming windows.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { buildScanCatalogue, checkDigit, normaliseGtin } from '#domain/catalogue/barcode.ts'
import { listedDigits } from '#domain/catalogue/listed-digits.ts'
import { mulberry32 } from '#server/seed/history/random.ts'
import { productCode, READ_OPTIONS, SHARPENED_OPTIONS } from '#web/scanning/read-options.ts'
import { awaitsSecondRead, NOTHING_SEEN, sightCode } from '#web/scanning/scan-pacing.ts'
import { isSharpened, passArea, passPixels, scanPassAt, type ScanPass } from '#web/scanning/scan-passes.ts'
import { median } from './rounds.ts'

const PICTURES = 24
// Between the 33 ms of a quick pass and twice that.
const PICTURE_MS = 40
// The aiming window of a camera of 1080 lines.
const WINDOW = { left: 0, top: 0, width: 1536, height: 486 }
const HAND = { scale: 0.03, turn: 0.026, shiftPx: 6, noise: 3 }
const SURROUNDINGS = 120

const { values: options, positionals } = parseArgs({
  options: { sets: { type: 'string' }, zoom: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const [folder = '.'] = positionals

type Photo = { greys: Uint8Array; width: number; height: number }
type Move = { zoom: number; turn: number; x: number; y: number }

async function openPhoto(file: string): Promise<Photo> {
  const image = sharp(file).flatten().greyscale().raw()
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  const greys = Uint8Array.from({ length: info.width * info.height }, (_, at) => data[at * info.channels] ?? 0)
  return { greys, width: info.width, height: info.height }
}

function getMove(photo: Photo, random: () => number): Move {
  const within = (max: number) => (random() * 2 - 1) * max
  const fit = Math.min(WINDOW.height / photo.height, WINDOW.width / photo.width) * Number(options.zoom)
  return {
    zoom: fit * (1 + within(HAND.scale)),
    turn: within(HAND.turn),
    x: within(HAND.shiftPx),
    y: within(HAND.shiftPx),
  }
}

const randomNoise = mulberry32(0)
const NOISE = Float32Array.from(
  { length: 2 ** 16 },
  () => (randomNoise() + randomNoise() + randomNoise() - 1.5) * 2 * HAND.noise,
)

/** The brightness of a photograph between its pixels. */
function brightnessAt({ greys, width, height }: Photo, x: number, y: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return SURROUNDINGS
  const at = top * width + left
  const right = x - left
  const below = y - top
  const upper = (greys[at] ?? 0) * (1 - right) + (greys[at + 1] ?? 0) * right
  const lower = (greys[at + width] ?? 0) * (1 - right) + (greys[at + width + 1] ?? 0) * right
  return upper * (1 - below) + lower * below
}

/** The aiming window's pixels of one picture of the camera. */
function renderPicture(photo: Photo, random: () => number): Uint8ClampedArray {
  const { zoom, turn, x: shiftX, y: shiftY } = getMove(photo, random)
  const [cos, sin] = [Math.cos(turn) / zoom, Math.sin(turn) / zoom]
  const luma = new Uint8ClampedArray(WINDOW.width * WINDOW.height)
  const noiseFrom = Math.floor(random() * NOISE.length)
  let at = 0
  for (let y = 0; y < WINDOW.height; y++) {
    const down = y - WINDOW.height / 2 - shiftY
    for (let x = 0; x < WINDOW.width; x++) {
      const across = x - WINDOW.width / 2 - shiftX
      const photoX = across * cos + down * sin + photo.width / 2
      const photoY = down * cos - across * sin + photo.height / 2
      luma[at] = brightnessAt(photo, photoX, photoY) + (NOISE[(at + noiseFrom) % NOISE.length] ?? 0)
      at++
    }
  }
  return luma
}

const msOf = new Map<ScanPass, number[]>()
async function decode(luma: Uint8ClampedArray, pass: ScanPass): Promise<string[]> {
  const startMs = performance.now()
  const area = passArea(WINDOW, pass)
  const offset = area.top * WINDOW.width + area.left
  const pixels = passPixels({ bytes: luma, offset, pixelStep: 1, stride: WINDOW.width }, area, pass)
  const readOptions = isSharpened(pass) ? SHARPENED_OPTIONS : READ_OPTIONS
  const found = await readBarcodes({ ...pixels, colorSpace: 'srgb' }, readOptions)
  msOf.set(pass, [...(msOf.get(pass) ?? []), performance.now() - startMs])
  return found.filter(({ isValid }) => isValid).flatMap(productCode)
}

type Catalogue = ReturnType<typeof buildScanCatalogue>
type Look = (picture: number, pass: ScanPass) => Promise<string[]>

/** The codes that the scanner takes, as 14 digits, and after how many ms: its frame loop (use-scanner.ts) without a camera. */
async function scan(check: Look, catalogue?: Catalogue): Promise<Map<string, number>> {
  const taken = new Map<string, number>()
  let sightings = NOTHING_SEEN
  let turn = 0
  for (let picture = 0; picture < PICTURES; picture++) {
    const nowMs = picture * PICTURE_MS
    const pass = scanPassAt(awaitsSecondRead(sightings, nowMs) ? turn : ++turn, catalogue !== undefined)
    for (const code of await check(picture, pass)) {
      const seen = sightCode(sightings, { code, pass, listed: catalogue && listedDigits(code, catalogue) }, nowMs)
      sightings = seen.sightings
      if (seen.isTaken) taken.set(normaliseGtin(code) ?? code, nowMs)
    }
  }
  return taken
}

const sets = readdirSync(folder).filter(name => /^(?:ean13|ean8|upca)-\d+$/.test(name))
const getPhotos = (set: string) => readdirSync(join(folder, set)).filter(file => file.endsWith('.png'))
const getAnswer = (set: string, file: string) =>
  normaliseGtin(readFileSync(join(folder, set, file.replace('.png', '.txt')), 'utf8')) ?? ''

/** A store's list: the codes of all photographs, each with the nine others of its maker that have the same number but for the last digit. */
function getList(answers: readonly string[]): Catalogue {
  const codes = new Set(
    answers.flatMap(answer => Array.from({ length: 10 }, (_, digit) => `${answer.slice(0, 12)}${digit}`)),
  )
  const product = { productCodeType: 'standard', priceCents: 100, available: true } as const
  return buildScanCatalogue(
    [...codes].map((digits, id) => ({ ...product, id, eanCase: `${digits}${checkDigit(digits)}` })),
  )
}

const without = ({ entries, layouts }: Catalogue, answer: string): Catalogue => ({
  entries: new Map([...entries].filter(([key]) => key !== answer)),
  layouts,
})

const WAYS = ['no list', 'listed', 'not listed'] as const
/** Of the photographs that are read without a list and with one. */
const waits: { withoutMs: number; withMs: number }[] = []

async function measureSet(set: string, catalogue: Catalogue): Promise<string> {
  const files = getPhotos(set)
  // Some books carry two codes: that of another photograph of the set is no misread.
  const shown = new Set(files.map(file => getAnswer(set, file)))
  const counts = WAYS.map(() => ({ right: 0, wrong: 0 }))
  for (const [index, file] of files.entries()) {
    const answer = getAnswer(set, file)
    const photo = await openPhoto(join(folder, set, file))
    const random = mulberry32(index + 1)
    const pictures = Array.from({ length: PICTURES }, () => renderPicture(photo, random))
    const looks = new Map<string, Promise<string[]>>()
    const check: Look = (picture, pass) => {
      const key = `${picture} ${pass}`
      const codes = looks.get(key) ?? decode(pictures[picture] ?? new Uint8ClampedArray(), pass)
      looks.set(key, codes)
      return codes
    }
    const scans = [await scan(check), await scan(check, catalogue), await scan(check, without(catalogue, answer))]
    for (const [way, count] of counts.entries()) {
      const taken = [...(scans[way]?.keys() ?? [])]
      const wrong = taken.filter(code => !shown.has(code))
      if (wrong.length > 0) console.error(`${set} ${file}, ${WAYS[way]}: wrong ${wrong.join(' ')}`)
      count.right += taken.includes(answer) ? 1 : 0
      count.wrong += wrong.length
    }
    const [withoutMs, withMs] = scans.map(taken => taken.get(answer))
    if (withoutMs !== undefined && withMs !== undefined) waits.push({ withoutMs, withMs })
  }
  return `| ${set} | ${files.length} | ${counts.map(({ right, wrong }) => `${right} | ${wrong}`).join(' | ')} |`
}

const wasmFile = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
const wasmBinary = new Uint8Array(readFileSync(wasmFile)).buffer
await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
const catalogue = getList(sets.flatMap(set => getPhotos(set).map(file => getAnswer(set, file))))
console.log(`| set | photographs | ${WAYS.map(way => `${way}: right | wrong`).join(' | ')} |`)
for (const set of options.sets?.split(',') ?? sets) console.log(await measureSet(set, catalogue))
for (const [pass, ms] of msOf) console.log(`${pass}: ${median(ms).toFixed(1)} ms`)
const mean = (all: readonly number[]) => Math.round(all.reduce((sum, one) => sum + one, 0) / all.length)
console.log(`mean ms of ${waits.length} photographs until the code counts, without list and with one:`)
console.log(mean(waits.map(({ withoutMs }) => withoutMs)), mean(waits.map(({ withMs }) => withMs)))
