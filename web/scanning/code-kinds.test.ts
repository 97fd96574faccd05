import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { prepareZXingModule as prepareWriter, type WriteInputBarcodeFormat, writeBarcode } from 'zxing-wasm/writer'
import { parseScannedCode } from '#domain/catalogue/lot.ts'
import { getReadOptions, productCode, type Searched } from './read-options.ts'

const requireModule = createRequire(import.meta.url)
const openFile = (path: string) => ({ wasmBinary: new Uint8Array(readFileSync(requireModule.resolve(path))).buffer })

beforeAll(async () => {
  await prepareZXingModule({ overrides: openFile('zxing-wasm/reader/zxing_reader.wasm'), fireImmediately: true })
  await prepareWriter({ overrides: openFile('zxing-wasm/writer/zxing_writer.wasm'), fireImmediately: true })
})

type Symbol = { width: number; height: number; isDark: (x: number, y: number) => boolean }

/** What the scanner takes from a drawn symbol, four pixels a module. */
async function readSymbol({ width, height, isDark }: Symbol, searched: Searched): Promise<string[]> {
  const [scale, margin] = [4, 12]
  const size = { width: (width + 2 * margin) * scale, height: (height + 2 * margin) * scale }
  const words = new Uint32Array(size.width * size.height).map((_, at) => {
    const x = Math.floor((at % size.width) / scale) - margin
    const y = Math.floor(at / size.width / scale) - margin
    const isInside = x >= 0 && y >= 0 && x < width && y < height
    return isInside && isDark(x, y) ? 0xff202020 : 0xfff0f0f0
  })
  const picture = { ...size, data: new Uint8ClampedArray(words.buffer), colorSpace: 'srgb' } as const
  const found = await readBarcodes(picture, getReadOptions('near', searched))
  return found.filter(({ isValid }) => isValid).flatMap(productCode)
}

async function readWritten(text: string, format: WriteInputBarcodeFormat, searched: Searched = 'goods') {
  const { symbol } = await writeBarcode(text, { format, ...(text.startsWith('(') && { options: 'gs1' }) })
  const { width, height, data } = symbol
  const rows = height === 1 ? 40 : height
  return readSymbol({ width, height: rows, isDark: (x, y) => data[(height === 1 ? 0 : y) * width + x] === 0 }, searched)
}

/** Bars and spaces by turns, in modules; the first bar has none. */
function readBars(widths: string): Promise<string[]> {
  const modules = widths
    .split(' ')
    .map((width, index) => String((index + 1) % 2).repeat(Number(width)))
    .join('')
  return readSymbol({ width: modules.length, height: 40, isDark: x => modules[x] === '1' }, 'goods')
}

describe('the camera reads', () => {
  test('a UPC-E as the UPC-A that it stands for', async () => {
    expect(await readWritten('04252614', 'UPCE')).toEqual(['0042100005264'])
  })

  test.each([
    [
      'omnidirectional',
      '0 1 1 3 1 2 1 4 1 3 1 3 8 2 1 1 2 1 2 1 3 3 1 2 2 1 3 3 1 1 1 3 1 1 2 8 3 2 2 1 3 1 3 2 2 1 1',
    ],
    ['limited', '0 1 1 1 1 2 2 1 1 1 3 1 1 2 2 5 3 1 1 1 2 1 1 2 2 1 1 2 1 1 1 1 2 5 2 1 1 1 1 3 2 1 2 3 1 1 1 5 0'],
  ])('a DataBar of fresh food: %s', async (_kind, widths) => {
    expect(await readBars(widths)).toEqual(['6401234567897'])
  })

  test('an expanded DataBar with a weight', async () => {
    const widths =
      '0 1 1 1 1 3 4 1 1 5 1 1 8 4 1 1 3 4 1 1 2 4 1 1 1 1 3 1 5 2 3 1 1 1 4 6 3 2 3 5 1 3 1 1 1 2 4 1 3 4 1 1 1 3 6 4 1 1 3 5 1 2 2 2 1 1 1 1'
    expect(await readBars(widths)).toEqual(['96401234567890'])
  })

  test('ITF with 14 digits and their check digit only', async () => {
    expect(await readWritten('16401234567894', 'ITF')).toEqual(['16401234567894'])
    expect(await readWritten('16401234567895', 'ITF')).toEqual([])
    expect(await readWritten('1334', 'ITF')).toEqual([])
    expect(await readWritten('098492200000001278347055', 'ITF')).toEqual([])
  })

  test('a GS1-128 where cases are received, and nowhere else', async () => {
    const label = '(01)16401234567894(15)261231(10)L7'
    const codes = await readWritten(label, 'Code128', 'cases')
    const lot = { lot: 'L7', bestBefore: '2026-12-31' }
    expect(codes.map(parseScannedCode)).toEqual([{ code: '16401234567894', lot }])
    expect(await readWritten(label, 'Code128')).toEqual([])
    expect(await readWritten('PALLET-7', 'Code128', 'cases')).toEqual([])
  })

  test('the GTIN of a DataMatrix beside an element that it does not know', async () => {
    expect(await readWritten('(01)06401234567897(235)XYZ', 'DataMatrix')).toEqual(['6401234567897'])
  })

  test('no code in a QR code without a GTIN', async () => {
    expect(await readWritten('6401234567897', 'QRCode')).toEqual([])
  })
})
