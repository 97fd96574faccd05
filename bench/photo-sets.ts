// How many barcodes of public photographs the scanner reads, with and without a product list: each photograph is held before a
// simulated camera with small movements. node bench/photo-sets.ts FOLDER [--sets ean13-2,upca] [--zoom 2]; FOLDER is
// core/src/test/resources/blackbox of github.com/zxing/zxing, test/samples of zxing-cpp/zxing-cpp, or test/fixtures of
// ericblade/quagga2 after its tests' answers were written into a .txt beside each photograph. A photograph without a product's code in
// its .txt must give none. `--sets`: beginnings of names. `--zoom`: the photograph's height, in aiming windows.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { buildScanCatalogue, type ScanCatalogue } from '#domain/catalogue/barcode.ts'
import { checkDigit, expandUpcE, hasValidCheckDigit, normaliseGtin } from '#domain/catalogue/gtin.ts'
import { toProductCode } from '#domain/catalogue/scanned-code.ts'
import { mulberry32 } from '#server/seed/history/random.ts'
import {
  AIMING,
  decodePass,
  drawPhoto,
  drawSubject,
  type Subject,
  type ReadPicture,
  durationsByPass,
  openDecoder,
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
  return { subject: drawPhoto({ greys, width, height }, SURROUNDINGS), zoom }
}

const beginnings = options.sets?.split(',') ?? ['']
const PHOTO = /\.(?:png|jpg|webp)$/
const listPhotos = (set: string) => readdirSync(join(folder, set)).filter(file => PHOTO.test(file))
const sets = readdirSync(folder, { withFileTypes: true })
  .filter(each => each.isDirectory() && beginnings.some(beginning => each.name.startsWith(beginning)))
  .map(({ name }) => name)

/** The code that a photograph shows, as 14 digits; undefined where it shows none of a product. */
function readAnswer(set: string, file: string): string | undefined {
  const path = join(folder, set, file.replace(PHOTO, '.txt'))
  const text = existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
  if (/^(?:ean|upc)/.test(set))
    return normaliseGtin((set.startsWith('upc') ? expandUpcE(text) : undefined) ?? toProductCode(text))
  const code = /^(?:rss|databar|itf)/.test(set) || text.length > 14 ? toProductCode(text) : ''
  return /^\d{13,14}$/.test(code) && hasValidCheckDigit(code) ? normaliseGtin(code) : undefined
}

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

const without = ({ entries, layouts }: ScanCatalogue, answer?: string): ScanCatalogue => ({
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
    const pictures: Uint8ClampedArray[] = []
    const drawTo = (picture: number) => {
      while (pictures.length <= picture) pictures.push(drawSubject(subject, random, { zoom }))
      return pictures[picture] ?? new Uint8ClampedArray()
    }
    const readings = new Map<string, Promise<string[]>>()
    const check: ReadPicture = (picture, pass) => {
      const key = `${picture} ${pass}`
      const codes = readings.get(key) ?? decodePass(drawTo(picture), pass)
      readings.set(key, codes)
      return codes
    }
    const scans = [
      await scan(check, { answer }),
      await scan(check, { answer, catalogue }),
      await scan(check, { answer, catalogue: without(catalogue, answer) }),
    ]
    for (const [way, count] of counts.entries()) {
      const answers = [...(scans[way]?.keys() ?? [])]
      const wrong = answers.filter(code => !shown.has(code))
      if (wrong.length > 0) console.error(`${set} ${file}, ${WAYS[way]}: wrong ${wrong.join(' ')}`)
      count.right += answer !== undefined && answers.includes(answer) ? 1 : 0
      count.wrong += wrong.length
    }
    const [withoutMs, withMs] = scans.map(answers => answers.get(answer ?? ''))
    if (withoutMs !== undefined && withMs !== undefined) waits.push({ withoutMs, withMs })
  }
  const withCode = files.filter(file => readAnswer(set, file) !== undefined).length
  return `| ${set} | ${withCode} | ${files.length - withCode} | ${counts.map(({ right, wrong }) => `${right} | ${wrong}`).join(' | ')} |`
}

await openDecoder()
const catalogue = createCatalogue(sets.flatMap(set => listPhotos(set).flatMap(file => readAnswer(set, file) ?? [])))
console.log(`| set | with a code | without | ${WAYS.map(way => `${way}: right | wrong`).join(' | ')} |`)
for (const set of sets) console.log(await measureSet(set, catalogue))
for (const [pass, ms] of durationsByPass) console.log(`${pass}: ${median(ms).toFixed(1)} ms`)
const mean = (all: readonly number[]) => Math.round(all.reduce((sum, one) => sum + one, 0) / all.length)
console.log(`mean ms of ${waits.length} photographs until the code counts, without list and with one:`)
console.log(mean(waits.map(({ withoutMs }) => withoutMs)), mean(waits.map(({ withMs }) => withMs)))
