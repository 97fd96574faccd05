import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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

describe('the separator', () => {
  const widths = (lines: readonly string[]) => [...csvRows(lines.join('\r\n'))].map(({ length }) => length)
  const title = 'Keski-Suomen Tukku Oy – hinnasto 48/2026, voimassa 30.11.2026 alkaen'

  test('is that of the table, whatever is in the title above and the note below', () => {
    const goods = ['Maito 1 l;6410000000018;1,45', 'Piimä 1 l;6410000000025;2', 'Kerma, 2 dl;6410000000032;0,95']
    expect(widths([title, 'Tilaukset arkisin, p. 040 123', 'Nimi;EAN;Hinta', ...goods, 'Hinnat, alv 0 %'])).toEqual([
      1, 1, 3, 3, 3, 3, 1,
    ])
    expect(widths([`${title};;`, ';;', 'Nimi;EAN;Hinta', ...goods])).toEqual([3, 3, 3, 3, 3, 3])
    expect(widths([title, ...['Nimi;EAN;Hinta', ...goods].map(line => line.replaceAll(';', '\t'))])).toEqual([
      1, 3, 3, 3, 3,
    ])
    expect(widths(['Hinnasto; kevät', 'Name,EAN,Price', 'Milk; 1 l,641,1.45', 'Cream,642,2'])).toEqual([1, 3, 3, 3])
  })

  test('is no decimal comma and no comma in quotes, also if some rows are shorter', () => {
    expect(widths(['Nimi;Hinta', 'Maito;1,45', 'Kerma;2,10'])).toEqual([2, 2, 2])
    expect(widths(['Nimi;EAN;Hinta;Ryhmä', 'Maito;641;1,45', 'Kerma;642;2,10;x', 'Piimä;643;1,90'])).toEqual([
      4, 3, 4, 3,
    ])
    expect(widths(['Nimi;Hinta', '"a, b, c, d\n, e";2', '"f, g, h, i\n, j";3'])).toEqual([2, 2, 2])
  })

  test('of a file of one column is none', () => {
    expect(widths(['Nimi', 'Maito', 'Kerma'])).toEqual([1, 1, 1])
    expect(widths([])).toEqual([1])
  })

  test('is what the line sep= says, whatever the rows have', () => {
    expect(widths(['sep=,', 'Nimi;EAN,Hinta', 'Maito;1;2,1'])).toEqual([2, 2])
  })

  test('of any table with a title, text in quotes and numbers of its own kind is found', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', ',', ';', '\t', '\n'), maxLength: 8 })
    const amount = fc.tuple(fc.nat(99), fc.nat(99))
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain(amounts =>
        fc.array(fc.tuple(text, fc.array(amount, { minLength: amounts, maxLength: amounts })), { minLength: 1 }),
      )
    fc.assert(
      fc.property(fc.constantFrom(';', ',', '\t'), table, (separator, rows) => {
        const point = separator === ',' ? '.' : ','
        const [[, first] = ['', []]] = rows
        const heads = ['Nimi', ...first.map((_, at) => `Hinta ${at}`)]
        const lines = rows.map(([name, amounts]) => [`"${name}"`, ...amounts.map(parts => parts.join(point))])
        const all = [title, ...[heads, ...lines].map(cells => cells.join(separator))]
        const [top = [], ...found] = [...csvRows(all.join('\n'))]
        expect(top.join(',')).toBe(title)
        expect(found).toEqual([heads, ...lines.map(([, ...amounts], at) => [rows[at]?.[0], ...amounts])])
      }),
      { numRuns: inTier({ merge: 200, full: 2000 }) },
    )
  })
})
