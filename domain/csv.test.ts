import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

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
function read(line: string): string[] {
  const cells = `;${line.slice(0, -2)}`.matchAll(/;(?:"((?:[^"]|"")*)"|([^;]*))/g)
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

test('no text runs, and each is read as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }), texts => {
      const cells = read(csvLine(texts))
      expect(
        cells.map((cell, at) => (cell.startsWith("'") && !texts[at]?.startsWith("'") ? cell.slice(1) : cell)),
      ).toEqual(texts)
      for (const cell of cells) expect(cell).not.toMatch(/^[\s\0]*[=+\-@]/)
    }),
    { numRuns: 2000 },
  )
})
