import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { barPattern, type BarPattern } from '#domain/catalogue/bar-pattern.ts'
import { checkDigit } from '#domain/catalogue/gtin.ts'
import { getReadOptions } from '#web/scanning/read-options.ts'

beforeAll(async () => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
})

/** Black on white with exactly the light zones of the pattern, as a scanner moved across it would see it. */
async function scanned({ modules, bars }: BarPattern): Promise<string[]> {
  const scale = 4
  const [width, height] = [modules * scale, 60]
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const { at, width: wide } of bars)
    for (let y = 0; y < height; y++)
      for (let x = at * scale; x < (at + wide) * scale; x++) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  const picture = { data, width, height, colorSpace: 'srgb' as const }
  return (await readBarcodes(picture, getReadOptions('near'))).map(({ text }) => text)
}

/** Codes of this length with a correct check digit and this beginning. */
const codes = (length: number, beginning: RegExp) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length - 1, maxLength: length - 1 })
    .map(digits => digits.join(''))
    .filter(digits => beginning.test(digits))
    .map(digits => digits + checkDigit(digits))

test.each([
  ['ean13', codes(13, /^(?!00000)/)],
  ['ean8', codes(8, /^/)],
  ['itf14', codes(14, /^[1-9]/)],
] as const)('the scanner reads any code drawn as %s', async (kind, arbitrary) => {
  const everyFirstDigit = Array.from({ length: 10 }, (_, first) => `${first}41234567890`)
  const examples = {
    ean13: everyFirstDigit.map((digits): [string] => [digits + checkDigit(digits)]),
    ean8: [],
    // Scaled to a third, its bars are also those of an EAN-13.
    itf14: [['78005037621007'] satisfies [string]],
  }
  const property = fc.asyncProperty(arbitrary, async code => {
    const pattern = barPattern(code)
    expect(pattern?.kind).toBe(kind)
    expect(pattern?.digits.replaceAll(' ', '')).toBe(code)
    expect(pattern && (await scanned(pattern))).toEqual([code])
  })
  await fc.assert(property, { numRuns: 100, examples: examples[kind] })
})

test('a GTIN-14 with a leading zero and a UPC are drawn as EAN-13, and a padded EAN-8 as EAN-8', () => {
  expect(barPattern('06401234567897')).toEqual(barPattern('6401234567897'))
  expect(barPattern('036000291452')).toEqual(barPattern('0036000291452'))
  expect(barPattern('0000096385074')).toMatchObject({ kind: 'ean8', digits: '9638 5074' })
})

test.each(['6401234567891', '640123456789', '', 'abc', '12345', '123456789012345'])('%j gives no bar pattern', code => {
  expect(barPattern(code)).toBeUndefined()
})
