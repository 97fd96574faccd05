import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkDigit } from './gtin.ts'
import type { Lot } from './lot.ts'
import { parseScannedCode } from './lot.ts'
import { reducedBy, judgeLot } from './markdown.ts'
import { toScannedCode } from './read-lot.ts'
import { drawRedLabel, lotLink, type RedLabel } from './red-label.ts'
import { LABEL_SHEETS, type LabelSheet } from './shelf-label-sheet.ts'

const day = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))
const printable = fc.integer({ min: 0x21, max: 0x7e }).map(code => String.fromCharCode(code))
const number = fc.array(printable, { minLength: 1, maxLength: 20 }).map(all => all.join(''))
const lots: fc.Arbitrary<Lot> = fc.oneof(
  fc.record({ lot: number }),
  fc.record({ lot: fc.constantFrom('.', '..', '/', '%2F', 'a&17=270101', '#', '?') }),
  fc.record({ useBy: day }),
  fc.record({ bestBefore: day }),
  fc.record({ lot: number, useBy: day }),
  fc.record({ lot: number, bestBefore: day }),
)
const gtins = fc
  .bigInt({ min: 1n, max: 9_999_999_999_999n })
  .map(digits => String(digits).padStart(13, '0'))
  .map(digits => digits + checkDigit(digits))

test('the code of a label is read as its product, lot and date, whatever they are', () => {
  fc.assert(
    fc.property(gtins, lots, (gtin14, lot) => {
      const read = parseScannedCode(toScannedCode(lotLink('https://shop.example', gtin14, lot), 2026))
      expect(read).toEqual({ code: gtin14.replace(/^0/, ''), lot })
    }),
  )
})

test('a label is for exactly what the scan reduces, at the price of the scan', () => {
  const steps = fc.uniqueArray(
    fc.record({ days_left: fc.integer({ min: -5, max: 5 }), percent: fc.integer({ min: 1, max: 90 }) }),
    { selector: step => step.days_left, maxLength: 4 },
  )
  fc.assert(
    fc.property(
      fc.record({
        priceCents: fc.nat(10_000),
        markdown: steps,
        days: fc.integer({ min: -8, max: 8 }),
        isUseBy: fc.boolean(),
      }),
      ({ priceCents, markdown, days, isUseBy }) => {
        const date = new Date(Date.UTC(2026, 11, 15 + days)).toISOString().slice(0, 10)
        const lot = isUseBy ? { useBy: date } : { bestBefore: date }
        const product = { priceCents, markdown }
        const judged = judgeLot(product, lot, '2026-12-15')
        const reduced = reducedBy(product, lot, '2026-12-15')
        const percent = judged.kind === 'sold' ? judged.percent : undefined
        expect(reduced?.step.percent).toBe(percent)
        expect(reduced?.priceCents).toBe(
          percent === undefined ? undefined : 'priceCents' in judged && judged.priceCents,
        )
      },
    ),
  )
})

const measure = (text: string) => text.length * 0.6
const label = (size: number): RedLabel => ({
  name: 'Täysjyväinen kauravalmiste, luonnonkuitua ja marjoja sekä muuta pitkää tekstiä',
  price: '1234,56 €',
  per: '/kg',
  percent: '−90 %',
  date: 'Viimeinen käyttöpäivä 31.12.2026',
  notes: ['Ennen 12 345,60 €', 'Erä ABCDEFGHIJKLMNOPQRST', 'Skannaa tämä koodi'],
  code: { size, squares: Array.from({ length: size * size }, (_, at) => at % 3 !== 0) },
})

test.each(Object.entries(LABEL_SHEETS))(
  'everything is inside the label, and nothing on the code: %s',
  (_name, sheet: LabelSheet) => {
    const { width, height } = sheet.label
    for (const size of [25, 33, 45]) {
      const { texts, bars, band } = drawRedLabel(label(size), sheet, measure)
      const codeLeft = Math.min(...bars.map(bar => bar.x))
      const codeTop = Math.min(...bars.map(bar => bar.y))
      const square = Math.min(...bars.map(bar => bar.height))
      expect(square).toBeGreaterThanOrEqual(0.375)
      expect((band?.y ?? 0) + (band?.height ?? 0)).toBeLessThan(codeTop)
      for (const { text, x, y, size: textSize, isOnBand } of texts) {
        expect(textSize).toBeGreaterThan(1)
        const right = x + measure(text) * textSize
        expect(right).toBeLessThanOrEqual((isOnBand ? width : codeLeft - 4 * square) + 1e-6)
        expect([x >= 0, y <= height, y - textSize * 0.72 >= 0]).toEqual([true, true, true])
      }
      for (const bar of bars) {
        expect(bar.x + bar.width).toBeLessThanOrEqual(width + 1e-6)
        expect(bar.y + bar.height).toBeLessThanOrEqual(height + 1e-6)
      }
      // Each dark square is drawn once.
      const drawn = bars.reduce((sum, bar) => sum + Math.round(bar.width / square), 0)
      expect(drawn).toBe(label(size).code.squares.filter(Boolean).length)
    }
  },
)
