import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import { SortedTable, sortRows, type TableColumn } from './sorted-table.tsx'

type MarginRow = { name: string; sum: number | null }
const COLUMNS: TableColumn<MarginRow>[] = [
  { name: 'name', label: 'Product', value: ({ name }) => name, text: ({ name }) => name },
  { name: 'sum', label: 'Margin', isFigure: true, value: ({ sum }) => sum, text: ({ sum }) => String(sum ?? '–') },
]
const ROWS: MarginRow[] = [
  { name: 'Ålandsost', sum: 5 },
  { name: 'Omena', sum: null },
  { name: 'Öljy', sum: -2 },
  { name: 'Maito', sum: 40 },
]

let isWide = true
beforeEach(() => {
  isWide = true
  const { matchMedia } = window
  vi.stubGlobal('matchMedia', (query: string) =>
    query === '(min-width: 900px)' ? Object.assign(new EventTarget(), { matches: isWide }) : matchMedia(query),
  )
})
afterEach(() => vi.unstubAllGlobals())

const renderTable = () =>
  renderPart(
    <SortedTable
      caption="Margins"
      columns={COLUMNS}
      rows={ROWS}
      getKey={({ name }) => name}
      total={{ name: 'Together', cells: ['43'] }}
    />,
  )
const getNames = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
const getOrder = (label: string) => screen.getByRole('columnheader', { name: label }).getAttribute('aria-sort')

test('a heading sorts figures from the highest, then from the lowest; what is unknown stays last, the sum below', async () => {
  const user = renderTable()
  expect(getNames()).toEqual(['Ålandsost', 'Omena', 'Öljy', 'Maito', 'Together'])
  await user.click(screen.getByRole('button', { name: 'Margin' }))
  expect(getNames()).toEqual(['Maito', 'Ålandsost', 'Öljy', 'Omena', 'Together'])
  expect([getOrder('Margin'), getOrder('Product')]).toEqual(['descending', 'none'])
  await user.keyboard('{Enter}')
  expect(getNames()).toEqual(['Öljy', 'Ålandsost', 'Maito', 'Omena', 'Together'])
  expect(getOrder('Margin')).toBe('ascending')
})

test('names are sorted as in Finnish', async () => {
  const user = renderTable()
  await user.click(screen.getByRole('button', { name: 'Product' }))
  expect(getNames()).toEqual(['Maito', 'Omena', 'Ålandsost', 'Öljy', 'Together'])
})

test('on a phone a field sorts the cards, and returns them to their own order', async () => {
  isWide = false
  const user = renderTable()
  expect(screen.queryByRole('button')).toBeNull()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), '-sum')
  expect(getNames()[0]).toBe('Maito')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), '')
  expect(getNames()[0]).toBe('Ålandsost')
})

test('equal rows and those without a column stay in their order', () => {
  const rows = [
    { name: 'b', sum: 1 },
    { name: 'a', sum: 1 },
  ]
  expect(sortRows(rows, COLUMNS, '-sum')).toEqual(rows)
  expect(sortRows(rows, COLUMNS, 'unknown')).toBe(rows)
})
