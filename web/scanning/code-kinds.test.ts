import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { WriteInputBarcodeFormat } from 'zxing-wasm/writer'
import { parseScannedCode } from '#domain/catalogue/lot.ts'
import {
  DATA_BARS,
  EXPANDED_GTIN,
  openWriter,
  type SymbolRow,
  toSquares,
  writeSymbol,
} from '#test/product-data/written-symbols.ts'
import { getReadOptions, productCode, type Searched } from './read-options.ts'

const requireModule = createRequire(import.meta.url)
const openFile = (path: string) => ({ wasmBinary: new Uint8Array(readFileSync(requireModule.resolve(path))).buffer })

beforeAll(async () => {
  await prepareZXingModule({ overrides: openFile('zxing-wasm/reader/zxing_reader.wasm'), fireImmediately: true })
  await openWriter()
})

/** What the scanner takes from a drawn symbol, four pixels a module. */
async function readSymbol(symbol: readonly SymbolRow[], searched: Searched = 'goods'): Promise<string[]> {
  const [scale, margin] = [4, 12]
  const rows = toSquares(symbol)
  const size = { width: (rows[0]?.length ?? 0) * scale, height: (rows.length + 2 * margin) * scale }
  const words = new Uint32Array(size.width * size.height).map((_, at) => {
    const row = rows[Math.floor(at / size.width / scale) - margin]
    return row?.[Math.floor((at % size.width) / scale)] === '1' ? 0xff202020 : 0xfff0f0f0
  })
  const picture = { ...size, data: new Uint8ClampedArray(words.buffer), colorSpace: 'srgb' } as const
  const found = await readBarcodes(picture, getReadOptions('whole', searched))
  return found.filter(({ isValid }) => isValid).flatMap(productCode)
}

const readWritten = async (text: string, format: WriteInputBarcodeFormat, searched?: Searched) =>
  readSymbol(await writeSymbol(text, format), searched)

describe('the camera reads', () => {
  test('a UPC-E as the UPC-A that it stands for', async () => {
    expect(await readWritten('04252614', 'UPCE')).toEqual(['0042100005264'])
  })

  test.each(['omnidirectional', 'stacked', 'limited'] as const)('a DataBar of fresh food: %s', async kind => {
    expect(await readSymbol(DATA_BARS[kind])).toEqual(['6401234567897'])
  })

  test('an expanded DataBar with a weight', async () => {
    expect(await readSymbol(DATA_BARS.expanded)).toEqual([EXPANDED_GTIN])
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
