import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes, ZXING_WASM_SHA256 } from 'zxing-wasm/reader'
import { prepareZXingModule as prepareWriter, writeBarcode } from 'zxing-wasm/writer'
import { parseScannedCode } from '#domain/catalogue/lot.ts'
import { drawFrame } from '#test/e2e/camera-clip.ts'
import { passPixels } from '#web/scanning/pass-pixels.ts'
import { getReadOptions, productCode } from '#web/scanning/read-options.ts'
import { passArea, type ScanPass } from '#web/scanning/scan-passes.ts'

const requireModule = createRequire(import.meta.url)
const WASM_FILE = 'zxing-wasm/reader/zxing_reader.wasm'
const wasm = readFileSync(requireModule.resolve(WASM_FILE))

test('the decoder file served to browsers is the one that its loader expects', () => {
  expect(createHash('sha256').update(wasm).digest('hex')).toBe(ZXING_WASM_SHA256)
})

beforeAll(async () => {
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
})

const read = async (code: string | undefined, moduleWidth: number) => {
  const { width, height, luma } = drawFrame(code, { moduleWidth })
  const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, i) =>
    i % 4 === 3 ? 255 : (luma[i >> 2] ?? 0),
  )
  // Node has no ImageData; the decoder accepts any object of that shape.
  const picture = { data, width, height, colorSpace: 'srgb' as const }
  const found = await readBarcodes(picture, { formats: ['EAN13', 'EAN8', 'UPCA', 'ITF14'] })
  return found.map(({ text }) => text)
}

describe('a drawn camera picture', () => {
  test.each(['6401234567897', '2312340111550', '2012340102502', '96385074', '16401234567894'])(
    'of the code %s is decoded to that code',
    async code => {
      expect(await read(code, 4)).toEqual([code])
      expect(await read(code, 2)).toEqual([code])
    },
  )

  test('with a wrong check digit gives no code', async () => {
    expect(await read('6401234567891', 4)).toEqual([])
  })

  test('without a label gives no code', async () => {
    expect(await read(undefined, 4)).toEqual([])
  })
})

const WRITER_FILE = requireModule.resolve('zxing-wasm/writer/zxing_writer.wasm')

/** Draws a two-dimensional code with eight pixels a module, as a phone sees it, and returns what the scanner takes from it. */
async function readDrawn(text: string, format: 'DataMatrix' | 'QRCode'): Promise<string[]> {
  await prepareWriter({
    overrides: { wasmBinary: new Uint8Array(readFileSync(WRITER_FILE)).buffer },
    fireImmediately: true,
  })
  const { symbol } = await writeBarcode(text, { format, ...(text.startsWith('(') && { options: 'gs1' }) })
  const [scale, margin] = [8, 4]
  const [width, height] = [(symbol.width + 2 * margin) * scale, (symbol.height + 2 * margin) * scale]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < symbol.height * scale; y++)
    for (let x = 0; x < symbol.width * scale; x++) {
      const grey = symbol.data[Math.floor(y / scale) * symbol.width + Math.floor(x / scale)] ?? 255
      data.fill(
        grey,
        ((y + margin * scale) * width + x + margin * scale) * 4,
        ((y + margin * scale) * width + x + margin * scale) * 4 + 3,
      )
    }
  const found = await readBarcodes({ data, width, height, colorSpace: 'srgb' }, getReadOptions('near'))
  return found.flatMap(productCode)
}

describe('a two-dimensional code', () => {
  test.each([
    ['DataMatrix', '(01)06401234567897(17)261231(10)L7', '6401234567897'],
    ['QRCode', 'https://id.gs1.org/01/06401234567897/10/L7?17=261231', '6401234567897'],
  ] as const)('of the kind %s is read as its GTIN, with its lot and date', async (format, text, code) => {
    const lot = { lot: 'L7', useBy: '2026-12-31' }
    expect((await readDrawn(text, format)).map(parseScannedCode)).toEqual([{ code, lot }])
  })

  test('of a campaign is no code', async () => {
    expect(await readDrawn('https://www.example.com/kampanja', 'QRCode')).toEqual([])
  })
})

const CAMERA = { width: 1920, height: 1080 }
const WINDOW = { left: 193, top: 297, width: 1536, height: 486 }

/** The codes that one of the scanner's looks finds in the luma plane of a camera of 1080 lines. */
async function readByPass(pass: ScanPass, moduleWidth: number, blurPx = 0): Promise<string[]> {
  const drawn = drawFrame('6401234567897', { ...CAMERA, moduleWidth }).luma
  const luma = blurPx === 0 ? drawn : blurred(drawn, blurPx)
  const area = passArea({ aiming: WINDOW, visible: { left: 0, top: 0, ...CAMERA } }, pass)
  const offset = area.top * CAMERA.width + area.left
  const pixels = passPixels({ bytes: luma, offset, pixelStep: 1, stride: CAMERA.width }, area, pass)
  const found = await readBarcodes({ ...pixels, colorSpace: 'srgb' }, getReadOptions(pass))
  return found.map(({ text }) => text)
}

/** Each pixel becomes the mean of its row's pixels around it. */
const blurred = (luma: Uint8Array, radius: number) =>
  luma.map((_, at) => luma.subarray(at - radius, at + radius + 1).reduce((sum, one) => sum + one, 0) / (2 * radius + 1))

test.each([
  ['near', 4],
  ['near', 7],
  ['whole', 3],
  ['whole', 7],
  ['far', 3],
  ['far', 5],
  ['sharp', 4],
  ['sharp-near', 7],
] as const)('a %s pass reads a code of %d pixels per module', async (pass, moduleWidth) => {
  expect(await readByPass(pass, moduleWidth)).toEqual(['6401234567897'])
})

test.each([
  ['sharp', 5, 3],
  ['sharp-near', 7, 4],
] as const)(
  'a %s pass reads a code of %d pixels per module when others find it too blurred',
  async (pass, px, blurPx) => {
    expect(await readByPass('near', px, blurPx)).toEqual([])
    expect(await readByPass('whole', px, blurPx)).toEqual([])
    expect(await readByPass(pass, px, blurPx)).toEqual(['6401234567897'])
  },
)

// Here two digits and the check digit are read as others.
test('a sharpened pass may read another code, which only a product list can refuse', async () => {
  expect(await readByPass('sharp', 3, 1)).toEqual(['6401234561291'])
})
