import { expect, test } from 'vitest'
import { headingsKey, readHeadings } from '#domain/catalogue/imports/import-headings.ts'
import { csvRows, withoutGuard } from '#domain/format/csv.ts'
import { decodeText } from '#domain/format/text-encoding.ts'
import { invalidRowsCsv } from './import-problems.ts'

const headings = ['Nimi', 'EAN', 'Hinta', 'ALV']
const rows = [
  { cells: ['Maito; 1 l', '0641', '=1+2', ''], problems: [{ field: 'price', problem: 'invalidNumber' as const }] },
  { cells: ['"Kerma"'], problems: [] },
]
const formatReason = ({ field, problem }: { field: string; problem: string }) => `${field}: ${problem}`
const read = () => {
  const text = invalidRowsCsv({ headings }, rows, { language: 'fi', formatReason })
  return [...csvRows(decodeText(new TextEncoder().encode(text)))].map(cells => cells.map(withoutGuard))
}

test('wrong rows are saved with their cells unchanged, and with the reasons in a last column', () => {
  expect(read()).toEqual([
    [...headings, 'Syy'],
    ['Maito; 1 l', '0641', '=1+2', '', 'price: invalidNumber'],
    ['"Kerma"', '', '', '', ''],
  ])
})

test('the saved file is read like the first one: its column of reasons is no unknown column', () => {
  const [heads = []] = read()
  expect(readHeadings(heads)).toMatchObject({ ignored: [] })
  expect(headingsKey(heads)).toEqual(headingsKey(headings))
})
