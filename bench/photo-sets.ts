// How many barcodes of public photographs the scanner reads, with and without a product list: each photograph is held before a
// simulated camera with small movements. node bench/photo-sets.ts FOLDER [--sets ean13-2,upca-4] [--zoom 2]; FOLDER is
// core/src/test/resources/blackbox of https://github.com/zxing/zxing. `--zoom`: the photograph's height, in aiming windows.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { buildScanCatalogue, type ScanCatalogue } from '#domain/catalogue/barcode.ts'
import { checkDigit, normaliseGtin } from '#domain/catalogue/gtin.ts'
import { mulberry32 } from '#server/seed/history/random.ts'
import {
  AIMING,
  decodePass,
  drawSubject,
  type Subject,
  type ReadPicture,
  durationsByPass,
  openDecoder,
  PICTURES,
  scan,
} from './hand-held.ts'
import { median } from './rounds.ts'

const SURROUNDINGS = 120

const { values: options, positionals } = parseArgs({
  options: { sets: { type: 'string' }, zoom: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const [folder = '.'] = positionals

/** A photograph, and its size in camera pixels. */
async function openPhoto(file: string): Promise<{ subject: Subject; zoom: number }> {
  const { data, info } = await sharp(file).flatten().greyscale().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const greys = Uint8Array.from({ length: width * height }, (_, at) => data[at * info.channels] ?? 0)
  const zoom = Math.min(AIMING.height / height, AIMING.width / width) * Number(options.zoom)
  const subject = (x: number, y: number) => brightnessAt({ greys, width, height }, x + width / 2, y + height / 2)
  return { subject, zoom }
}

type Photo = { greys: Uint8Array; width: number; height: number }

/** The brightness of a photograph between its pixels. */
function brightnessAt({ greys, width, height }: Photo, x: number, y: number): number {
  const remaining = Math.floor(x)
  const top = Math.floor(y)
  if (remaining < 0 || top < 0 || remaining >= width - 1 || top >= height - 1) return SURROUNDINGS
  const at = top * width + remaining
  const right = x - remaining
  const below = y - top
  const upper = (greys[at] ?? 0) * (1 - right) + (greys[at + 1] ?? 0) * right
  const lower = (greys[at + width] ?? 0) * (1 - right) + (greys[at + width + 1] ?? 0) * right
  return upper * (1 - below) + lower * below
}

const sets = readdirSync(folder).filter(name => /^(?:ean13|ean8|upca)-\d+$/.test(name))
const listPhotos = (set: string) => readdirSync(join(folder, set)).filter(file => file.endsWith('.png'))
const readAnswer = (set: string, file: string) =>
  normaliseGtin(readFileSync(join(folder, set, file.replace('.png', '.txt')), 'utf8')) ?? ''

/** A store's list: the codes of all photographs, each with the nine others of its maker that have the same number but for the last digit. */
function createCatalogue(answers: readonly string[]): ScanCatalogue {
  const codes = new Set(
    answers.flatMap(answer => Array.from({ length: 10 }, (_, digit) => `${answer.slice(0, 12)}${digit}`)),
  )
  const product = { productCodeType: 'standard', priceCents: 100, available: true } as const
  return buildScanCatalogue(
    [...codes].map((digits, id) => ({ ...product, id, eanCase: `${digits}${checkDigit(digits)}` })),
  )
}

const without = ({ entries, layouts }: ScanCatalogue, answer: string): ScanCatalogue => ({
  entries: new Map([...entries].filter(([key]) => key !== answer)),
  layouts,
})

const WAYS = ['no list', 'listed', 'not listed'] as const
/** Of the photographs that are read without a list and with one. */
const waits: { withoutMs: number; withMs: number }[] = []

async function measureSet(set: string, catalogue: ScanCatalogue): Promise<string> {
  const files = listPhotos(set)
  // Some books carry two codes: that of another photograph of the set is no misread.
  const shown = new Set(files.map(file => readAnswer(set, file)))
  const counts = WAYS.map(() => ({ right: 0, wrong: 0 }))
  for (const [index, file] of files.entries()) {
    const answer = readAnswer(set, file)
    const { subject, zoom } = await openPhoto(join(folder, set, file))
    const random = mulberry32(index + 1)
    const pictures = Array.from({ length: PICTURES }, () => drawSubject(subject, random, { zoom }))
    const readings = new Map<string, Promise<string[]>>()
    const check: ReadPicture = (picture, pass) => {
      const key = `${picture} ${pass}`
      const codes = readings.get(key) ?? decodePass(pictures[picture] ?? new Uint8ClampedArray(), pass)
      readings.set(key, codes)
      return codes
    }
    const scans = [await scan(check), await scan(check, catalogue), await scan(check, without(catalogue, answer))]
    for (const [way, count] of counts.entries()) {
      const answers = [...(scans[way]?.keys() ?? [])]
      const wrong = answers.filter(code => !shown.has(code))
      if (wrong.length > 0) console.error(`${set} ${file}, ${WAYS[way]}: wrong ${wrong.join(' ')}`)
      count.right += answers.includes(answer) ? 1 : 0
      count.wrong += wrong.length
    }
    const [withoutMs, withMs] = scans.map(answers => answers.get(answer))
    if (withoutMs !== undefined && withMs !== undefined) waits.push({ withoutMs, withMs })
  }
  return `| ${set} | ${files.length} | ${counts.map(({ right, wrong }) => `${right} | ${wrong}`).join(' | ')} |`
}

await openDecoder()
const catalogue = createCatalogue(sets.flatMap(set => listPhotos(set).map(file => readAnswer(set, file))))
console.log(`| set | photographs | ${WAYS.map(way => `${way}: right | wrong`).join(' | ')} |`)
for (const set of options.sets?.split(',') ?? sets) console.log(await measureSet(set, catalogue))
for (const [pass, ms] of durationsByPass) console.log(`${pass}: ${median(ms).toFixed(1)} ms`)
const mean = (all: readonly number[]) => Math.round(all.reduce((sum, one) => sum + one, 0) / all.length)
console.log(`mean ms of ${waits.length} photographs until the code counts, without list and with one:`)
console.log(mean(waits.map(({ withoutMs }) => withoutMs)), mean(waits.map(({ withMs }) => withMs)))
