import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes, ZXING_WASM_SHA256 } from 'zxing-wasm/reader'
import { lookArea, lookPixels, type Look } from '#web/scanning/looks.ts'
import { drawFrame } from './e2e/camera-clip.ts'

const here = createRequire(import.meta.url)
const WASM_FILE = 'zxing-wasm/reader/zxing_reader.wasm'
const wasm = readFileSync(here.resolve(WASM_FILE))

test('the decoder file served to browsers is the one that its loader expects', () => {
  expect(createHash('sha256').update(wasm).digest('hex')).toBe(ZXING_WASM_SHA256)
})

const read = async (code: string | undefined, moduleWidth: number) => {
  const wasmBinary = new Uint8Array(wasm).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  const { width, height, luma } = drawFrame(code, { moduleWidth })
  const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, i) =>
    i % 4 === 3 ? 255 : (luma[i >> 2] ?? 0),
  )
  // Node has no ImageData; the decoder accepts any object of that shape.
  const picture = { data, width, height, colorSpace: 'srgb' }
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

const CAMERA = { width: 1920, height: 1080 }
const WINDOW = { left: 193, top: 297, width: 1536, height: 486 }

/** The codes that one of the scanner's looks finds in the luma plane of a camera of 1080 lines. */
async function readByLook(look: Look, moduleWidth: number): Promise<string[]> {
  const { luma } = drawFrame('6401234567897', { ...CAMERA, moduleWidth })
  const area = lookArea(WINDOW, look)
  const offset = area.top * CAMERA.width + area.left
  const pixels = lookPixels({ bytes: luma, offset, pixelStep: 1, stride: CAMERA.width }, area, look)
  const found = await readBarcodes({ ...pixels, colorSpace: 'srgb' }, { formats: ['EAN13', 'EAN8', 'UPCA', 'ITF14'] })
  return found.map(({ text }) => text)
}

test.each([
  ['near', 4],
  ['near', 7],
  ['whole', 3],
  ['whole', 7],
  ['far', 3],
  ['far', 5],
] as const)('a %s look reads a code of %d pixels per module', async (look, moduleWidth) => {
  expect(await readByLook(look, moduleWidth)).toEqual(['6401234567897'])
})
