import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { inTier } from '#test/tier.ts'
import { csvLine, withoutGuard } from './csv.ts'
import { csvRows } from './csv-rows.ts'

test('a line is written as a Finnish spreadsheet reads it', () => {
  expect(csvLine(['Maito 1,5 l', 1.45, -2, null, true, false])).toBe('"Maito 1,5 l";1,45;-2;;1;0\r\n')
  expect(csvLine(['say "hi"', 'a;b', 'two\nlines'])).toBe('"say ""hi""";"a;b";"two\nlines"\r\n')
})

test.each(['=1+1', '+1', '-1', '@A1', '\t=1', '\r=1', '\n=1', '\0=1', ' =1', '＝1', '=HYPERLINK("http://a","b")'])(
  'a text that would run is shown instead: %j',
  text => {
    expect(csvLine([text])).toMatch(/^"'/)
  },
)

/** What a spreadsheet finds in a line. */
const read = (line: string): string[] => [...csvRows(line, ';')][0] ?? []

test('no text runs, and each is read as it was', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
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
