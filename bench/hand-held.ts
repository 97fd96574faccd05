// The scanner's frame loop (use-scanner.ts) without a camera: pictures of a code held before a camera of 1080 lines by a hand that moves a little.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { type ScanCatalogue } from '#domain/catalogue/barcode.ts'
import { normaliseGtin } from '#domain/catalogue/gtin.ts'
import { listedDigits } from '#domain/catalogue/listed-digits.ts'
import { parseScannedCode } from '#domain/catalogue/lot.ts'
import { mulberry32 } from '#server/seed/history/random.ts'
import type { SymbolRow } from '#test/product-data/written-symbols.ts'
import { withoutOverlaps } from '#web/scanning/code-places.ts'
import { passPixels, rowHeight } from '#web/scanning/pass-pixels.ts'
import { getReadOptions, productCode, type Searched } from '#web/scanning/read-options.ts'
import { awaitsSecondRead, NOTHING_SEEN, sightCode } from '#web/scanning/scan-pacing.ts'
import { passArea, scanPassAt, type ScanPass } from '#web/scanning/scan-passes.ts'

export const PICTURES = 24
// Between the 33 ms of a quick pass and twice that.
export const PICTURE_MS = 40
/** The part of the picture that is drawn; the aiming window is in its middle. */
const VISIBLE = { left: 0, top: 0, width: 1536, height: 778 }
export const AIMING = { left: 0, top: 146, width: 1536, height: 486 }
const HAND = { scale: 0.03, turn: 0.026, shiftPx: 6, noise: 3 }

const randomNoise = mulberry32(0)
const NOISE = Float32Array.from(
  { length: 2 ** 16 },
  () => (randomNoise() + randomNoise() + randomNoise() - 1.5) * 2 * HAND.noise,
)

/** The brightness of the subject, by pixels from its middle. */
export type Subject = (x: number, y: number) => number

/** One picture of the camera. `zoom`: its pixels for each pixel of the subject. `turn`: radians. */
export function drawSubject(subject: Subject, random: () => number, { zoom = 1, turn = 0 } = {}): Uint8ClampedArray {
  const within = (max: number) => (random() * 2 - 1) * max
  const scale = zoom * (1 + within(HAND.scale))
  const angle = turn + within(HAND.turn)
  const [shiftX, shiftY] = [within(HAND.shiftPx), within(HAND.shiftPx)]
  const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale]
  const luma = new Uint8ClampedArray(VISIBLE.width * VISIBLE.height)
  const noiseFrom = Math.floor(random() * NOISE.length)
  let at = 0
  for (let y = 0; y < VISIBLE.height; y++) {
    const down = y - VISIBLE.height / 2 - shiftY
    for (let x = 0; x < VISIBLE.width; x++) {
      const across = x - VISIBLE.width / 2 - shiftX
      const brightness = subject(across * cos + down * sin, down * cos - across * sin)
      luma[at] = brightness + (NOISE[(at + noiseFrom) % NOISE.length] ?? 0)
      at++
    }
  }
  return luma
}

export type Photo = { greys: Uint8Array; width: number; height: number }

/** A photograph before an even wall, between its pixels as through a lens. */
export function drawPhoto({ greys, width, height }: Photo, surroundings: number): Subject {
  return (fromMiddle, belowMiddle) => {
    const [x, y] = [fromMiddle + width / 2, belowMiddle + height / 2]
    const [left, top] = [Math.floor(x), Math.floor(y)]
    if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return surroundings
    const at = top * width + left
    const [right, below] = [x - left, y - top]
    const upper = (greys[at] ?? 0) * (1 - right) + (greys[at + 1] ?? 0) * right
    const lower = (greys[at + width] ?? 0) * (1 - right) + (greys[at + width + 1] ?? 0) * right
    return upper * (1 - below) + lower * below
  }
}

const GREY = { shelf: 96, paper: 230, ink: 30 }
const MARGIN_PX = { beside: 60, above: 40 }

/** A label with a symbol, on a shelf that is lit from one side. `share`: of the symbol's height. */
export function drawLabel(rows: readonly SymbolRow[], modulePx: number, share = 1): Subject {
  const width = (rows[0]?.modules.length ?? 0) * modulePx + 2 * MARGIN_PX.beside
  const lines = rows.flatMap(({ modules, height }) => {
    const line = new Uint8Array(width).fill(GREY.paper)
    for (let x = 0; x < modules.length * modulePx; x++)
      if (modules[Math.floor(x / modulePx)] === '1') line[x + MARGIN_PX.beside] = GREY.ink
    return Array.from({ length: Math.round(height * share * modulePx) }, () => line)
  })
  const height = lines.length + 2 * MARGIN_PX.above
  const greys = new Uint8Array(width * height).fill(GREY.paper)
  for (const [y, line] of lines.entries()) greys.set(line, (MARGIN_PX.above + y) * width)
  const label = drawPhoto({ greys, width, height }, NaN)
  return (x, y) => {
    const grey = label(x, y)
    return Number.isNaN(grey) ? GREY.shelf + x / 60 - y / 40 : grey
  }
}

export async function openDecoder(): Promise<void> {
  const wasmFile = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasmBinary = new Uint8Array(readFileSync(wasmFile)).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
}

/** How long each pass took. */
export const durationsByPass = new Map<ScanPass, number[]>()

/** The texts of the codes in a picture, as `parseScannedCode` reads them. */
export async function decodeTexts(luma: Uint8ClampedArray, pass: ScanPass, searched?: Searched): Promise<string[]> {
  const startMs = performance.now()
  const area = passArea({ aiming: AIMING, visible: VISIBLE }, pass)
  const offset = area.top * VISIBLE.width + area.left
  const pixels = passPixels({ bytes: luma, offset, pixelStep: 1, stride: VISIBLE.width }, area, pass)
  const found = await readBarcodes({ ...pixels, colorSpace: 'srgb' }, getReadOptions(pass, searched))
  durationsByPass.set(pass, [...(durationsByPass.get(pass) ?? []), performance.now() - startMs])
  const products = found.filter(each => each.isValid && productCode(each).length > 0)
  return withoutOverlaps(products, rowHeight(pass)).flatMap(productCode)
}

export const decodePass = async (luma: Uint8ClampedArray, pass: ScanPass, searched?: Searched): Promise<string[]> =>
  (await decodeTexts(luma, pass, searched)).map(text => parseScannedCode(text).code)

export type ReadPicture = (picture: number, pass: ScanPass) => Promise<string[]>

/** How long the phone is still held when the answer was taken. */
const HELD_MS = 200

type ScanOptions = {
  catalogue?: ScanCatalogue
  /** The right code, after which the phone is lowered. */
  answer?: string | undefined
}

/** The codes that the scanner takes, as 14 digits, and after how many ms. */
export async function scan(
  readPicture: ReadPicture,
  { catalogue, answer = '' }: ScanOptions = {},
): Promise<Map<string, number>> {
  const msByAnswer = new Map<string, number>()
  let sightings = NOTHING_SEEN
  let turn = 0
  for (let picture = 0; picture < PICTURES; picture++) {
    const nowMs = picture * PICTURE_MS
    if (nowMs > (msByAnswer.get(answer) ?? Infinity) + HELD_MS) break
    const pass = scanPassAt(awaitsSecondRead(sightings, nowMs) ? turn : ++turn, catalogue !== undefined)
    const together = await readPicture(picture, pass)
    for (const code of together) {
      const listed = catalogue && listedDigits(code, catalogue)
      const seen = sightCode(sightings, { code, pass, listed, together }, nowMs)
      sightings = seen.sightings
      if (seen.isTaken) msByAnswer.set(normaliseGtin(code) ?? code, nowMs)
    }
  }
  return msByAnswer
}
