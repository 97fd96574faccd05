import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ColumnName } from '#domain/catalogue/imports/import-columns.ts'
import { renderPart } from '#web/render-part.tsx'
import { ChooseColumns, type ChosenColumns, lacksOnlySupplier } from './choose-columns.tsx'

const LIST: readonly ColumnName[] = ['name_fi', 'ean13', 'price', 'vat_class']
const MAKERS = [
  { value: '3', label: 'Maatila' },
  { value: '5', label: 'Tukku' },
]

/** The queries with which the rows are checked. */
function renderColumns(columns: readonly ColumnName[], suppliers = MAKERS) {
  const sent: ChosenColumns[] = []
  const preview = {
    heading_row: 1,
    is_clear: false,
    columns: columns.map((column, at) => ({ at, heading: `K${at}`, column, values: [] })),
  }
  const user = renderPart(
    <ChooseColumns
      preview={preview}
      stores={[]}
      suppliers={suppliers}
      fileName="hinnasto.csv"
      isBusy={false}
      fault={undefined}
      onChosen={query => sent.push(query)}
      onAnother={() => {}}
    />,
  )
  const check = () => user.click(screen.getByRole('button', { name: 'Check the rows' }))
  return { sent, user, check }
}
const supplier = () => screen.getByRole<HTMLSelectElement>('combobox', { name: /^Supplier of rows that name none/ })
const missing = () => screen.queryByText(/^New products also need/)?.textContent

test('a list without suppliers asks once for the supplier of all rows', async () => {
  const { sent, user, check } = renderColumns(LIST)
  expect(supplier().value).toBe('')
  expect(missing()).toContain('need: Supplier.')
  await check()
  expect(sent).toEqual([])
  expect(screen.getByText('Choose the supplier: new products need one.')).toBeTruthy()
  await user.selectOptions(supplier(), 'Tukku')
  expect(missing()).toBeUndefined()
  await check()
  expect(sent).toEqual([{ columns: LIST.join(), heading_row: '1', supplier_of_all: '5' }])
})

test('the only supplier of the shop is chosen from the start', async () => {
  const { sent, check } = renderColumns(LIST, MAKERS.slice(0, 1))
  await check()
  expect(sent).toMatchObject([{ supplier_of_all: '3' }])
})

test.each([
  ['with a column of suppliers', [...LIST, 'supplier'] as const],
  ['with which only existing products can change', ['ean13', 'price'] as const],
])('a list %s is checked without a supplier of all rows', async (_what, columns) => {
  const { sent, check } = renderColumns(columns)
  await check()
  expect(sent).toEqual([{ columns: columns.join(), heading_row: '1' }])
})

test('in a shop without suppliers, the message says to add one', () => {
  renderColumns(LIST, [])
  expect(screen.queryByRole('combobox', { name: /^Supplier of rows that name none/ })).toBeNull()
  expect(missing()).toMatch(/need: Supplier\..+ Add the supplier under Suppliers first\.$/)
})

test('only the supplier is missing if new products have all else, and the rows have no ids', () => {
  expect(lacksOnlySupplier(new Set([...LIST, null]))).toBe(true)
  expect(lacksOnlySupplier(new Set(['id', ...LIST]))).toBe(false)
  expect(lacksOnlySupplier(new Set(LIST.filter(name => name !== 'vat_class')))).toBe(false)
  expect(lacksOnlySupplier(new Set([...LIST, 'supplier']))).toBe(false)
})
