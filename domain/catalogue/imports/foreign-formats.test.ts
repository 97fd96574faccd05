import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvRows } from '#domain/format/csv.ts'
import { compareInFinnish } from '#domain/format/finnish-order.ts'
import { IMPORT_LISTS } from '#test/files/import-lists.ts'
import { findFormat, formatColumns } from './foreign-formats.ts'
import { FOREIGN_FORMATS } from './foreign-programs.ts'
import { rowShaper } from './foreign-rows.ts'
import { COLUMN_NAMES } from './import-columns.ts'

const tables = IMPORT_LISTS.map(({ program, csv }) => {
  const [heads = [], ...rows] = csvRows(csv)
  return { program, heads, rows, format: findFormat(heads) }
})

test('each program is recognised by its headings in any order and case, and a wholesaler is none', () => {
  expect(tables.map(({ format }) => format?.program ?? 'tukku')).toEqual(IMPORT_LISTS.map(({ program }) => program))
  fc.assert(
    fc.property(fc.constantFrom(...tables), fc.infiniteStream(fc.nat()), ({ heads, format }, random) => {
      const shuffled = heads
        .map(head => ({ head: ` ${head.toUpperCase()} `, place: random.next().value }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ head }) => head)
      expect(findFormat(shuffled)?.program).toBe(format?.program)
      if (format)
        expect(formatColumns(format, shuffled).map(String).toSorted(compareInFinnish)).toEqual(
          formatColumns(format, heads).map(String).toSorted(compareInFinnish),
        )
    }),
  )
})

test('no field has two columns, whatever headings a file has', () => {
  const formats = FOREIGN_FORMATS.flatMap(({ columns, beginnings = [] }) =>
    [...columns, ...beginnings].map(([head]) => head),
  )
  const head = fc.oneof(fc.constantFrom(...formats), fc.string())
  fc.assert(
    fc.property(fc.constantFrom(...FOREIGN_FORMATS), fc.array(head), (format, heads) => {
      const columns = formatColumns(format, heads).filter(name => name !== undefined)
      expect(new Set(columns).size).toBe(columns.length)
      expect(columns.every(name => COLUMN_NAMES.includes(name))).toBe(true)
    }),
  )
})

test('any rows keep their width, and a second reading changes nothing', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true }),
    fc.constantFrom('Y', 'N'),
  )
  const foreign = tables.flatMap(table => (table.format ? [{ ...table, format: table.format }] : []))
  fc.assert(
    fc.property(fc.constantFrom(...foreign), fc.array(fc.array(cell, { maxLength: 40 })), ({ format, heads }, rows) => {
      const [shape, again] = [rowShaper(format, heads), rowShaper(format, heads)]
      for (const row of rows) {
        const [once, twice] = [shape(row), again(row)]
        expect(once).toEqual(twice)
        if (once) expect(once.length).toBeGreaterThanOrEqual(row.length)
      }
    }),
  )
})

test('rows of pictures and of parts are no products', () => {
  for (const { program, heads, rows, format } of tables) {
    const shape = format && rowShaper(format, heads)
    const shaped = rows.map(row => (shape ? shape(row) : row)).filter(row => row !== undefined)
    expect([program, shaped.length]).toEqual([
      program,
      IMPORT_LISTS.find(list => list.program === program)?.products.length,
    ])
  }
})
