import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { inTier } from '#test/tier.ts'
import { csvRows, csvLine, moneyCell, withoutGuard } from './csv.ts'
import { withoutDirectionControls } from './direction-controls.ts'

test('a line is written in the format that a Finnish spreadsheet reads', () => {
  expect(csvLine(['Maito 1,5 l', 1.45, -2, null, true, false])).toBe('"Maito 1,5 l";1,45;-2;;1;0\r\n')
  expect(csvLine(['say "hi"', 'a;b', 'two\nlines'])).toBe('"say ""hi""";"a;b";"two\nlines"\r\n')
})

test('an amount of money has two decimals, and a quantity as many as it needs', () => {
  expect(csvLine([27.7, 27, -0, 0.1 + 0.2, -1.5].map(moneyCell))).toBe('27,70;27,00;0,00;0,30;-1,50\r\n')
  expect(csvLine([moneyCell(1234.5), 1234.5, moneyCell(null)], 'point')).toBe('1234.50;1234.5;\r\n')
})

test.each(['=1+1', '+1', '-1', '@A1', '\t=1', '\r=1', '\n=1', '\0=1', ' =1', '＝1', '=HYPERLINK("http://a","b")'])(
  'a text that a spreadsheet would run as a formula is escaped: %j',
  text => {
    expect(csvLine([text])).toMatch(/^"'/)
  },
)

/** A line's cells as a spreadsheet parses them. */
const read = (line: string): string[] => [...csvRows(line, ';')][0] ?? []

test('direction controls are removed, and a formula behind them is escaped', () => {
  expect(csvLine(['Leip\u00e4\u202E', '\u2066=1+1\u2069', 2])).toBe('Leip\u00e4;"\'=1+1";2\r\n')
})

test('no text runs as a formula, and each text reads back unchanged', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }).map(withoutDirectionControls),
    fc.string({ unit: fc.constantFrom("'", '=', '"', ' ', '-', ';', 'a') }),
  )
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), texts => {
      const cells = read(csvLine(texts))
      expect(cells.map(withoutGuard)).toEqual(texts)
      for (const cell of cells) expect(cell).not.toMatch(/^[\s\0]*[=+\-@]/)
    }),
    { numRuns: inTier({ merge: 500, full: 2000 }) },
  )
})
