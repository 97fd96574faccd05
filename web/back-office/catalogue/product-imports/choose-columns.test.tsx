import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ColumnName } from '#domain/catalogue/imports/import-columns.ts'
import { renderPart } from '#web/render-part.tsx'
import { ChooseColumns, type ChosenColumns } from './choose-columns.tsx'

const LIST: readonly ColumnName[] = ['name_fi', 'ean13', 'price', 'vat_class']
const MAKERS = [
  { value: '3', label: 'Maatila' },
  { value: '5', label: 'Tukku' },
]

const CLASSES = [
  { value: '1', label: '13,5 %' },
  { value: '2', label: '25,5 %' },
]

/** The queries with which the rows are checked. */
type Rendered = { suppliers?: typeof MAKERS; program?: string; missingChoices?: ('vat_class' | 'supplier')[] }

function renderColumns(
  columns: readonly ColumnName[],
  { suppliers = MAKERS, program, missingChoices = [] }: Rendered = {},
) {
  const sent: ChosenColumns[] = []
  const preview = {
    id: 1,
    program: program ?? null,
    net_prices: false,
    heading_row: 1,
    has_known_columns: false,
    columns: columns.map((column, at) => ({ at, heading: `K${at}`, column, values: [] })),
  }
  const user = renderPart(
    <ChooseColumns
      preview={preview}
      stores={[]}
      suppliers={suppliers}
      vatClasses={CLASSES}
      fileName="hinnasto.csv"
      isBusy={false}
      missingChoices={missingChoices}
      fault={undefined}
      onChosen={query => sent.push(query)}
      onAnother={() => {}}
    />,
  )
  const check = () => user.click(screen.getByRole('button', { name: 'Check the rows' }))
  return { sent, user, check }
}
const supplier = () => screen.getByRole<HTMLSelectElement>('combobox', { name: /^Supplier for rows without one/ })
const missing = () => screen.queryByText(/^New products also need/)?.textContent

test('new products without suppliers ask once for the supplier of all rows', async () => {
  const { sent, user, check } = renderColumns(LIST, { missingChoices: ['supplier'] })
  expect(supplier().value).toBe('')
  expect(missing()).toContain('need: Supplier.')
  await check()
  expect(sent).toEqual([])
  expect(screen.getByText('Choose the supplier: new products need one.')).toBeTruthy()
  await user.selectOptions(supplier(), 'Tukku')
  expect(missing()).toBeUndefined()
  await check()
  expect(sent).toEqual([{ columns: LIST.join(), heading_row: 1, default_supplier_id: 5, net_prices: false }])
})

test('the only supplier of the shop is chosen from the start', async () => {
  const { sent, check } = renderColumns(LIST, { suppliers: MAKERS.slice(0, 1) })
  await check()
  expect(sent).toMatchObject([{ default_supplier_id: 3 }])
})

test.each([
  ['with a column of suppliers', [...LIST, 'supplier'] as const],
  ['with which only existing products can change', ['ean13', 'price'] as const],
  ['without both, until it turns out to have new products', ['name_fi', 'ean13', 'price'] as const],
])('a list %s is checked without a supplier of all rows', async (_what, columns) => {
  const { sent, check } = renderColumns(columns)
  await check()
  expect(sent).toEqual([{ columns: columns.join(), heading_row: 1, net_prices: false }])
})

test('in a shop without suppliers, the message says to add one', () => {
  renderColumns(LIST, { suppliers: [] })
  expect(screen.queryByRole('combobox', { name: /^Supplier for rows without one/ })).toBeNull()
  expect(missing()).toMatch(/need: Supplier\..+ Add the supplier under Suppliers first\.$/)
})

test('a list of another program asks for the VAT class of all rows, and folds its columns', async () => {
  const { sent, user, check } = renderColumns(['name_fi', 'price', 'supplier'], {
    program: 'Shopify',
    missingChoices: ['vat_class'],
  })
  expect(screen.getByText(/^Looks like a list from Shopify\. 3 of its columns/)).toBeTruthy()
  await check()
  expect(sent).toEqual([])
  await user.selectOptions(screen.getByRole('combobox', { name: /^VAT class for rows without one/ }), '25,5 %')
  await user.click(screen.getByRole('checkbox', { name: /^The prices are without VAT/ }))
  await check()
  expect(sent).toEqual([
    { columns: 'name_fi,price,supplier', heading_row: 1, default_vat_class_id: 2, net_prices: true },
  ])
})
