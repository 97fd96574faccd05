import { screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { endpoint } from '#contract/endpoint.ts'
import { nothing } from '#contract/values.ts'
import { renderPart } from '#web/render-part.tsx'
import { ListCards, SortField } from './list-cards.tsx'
import { ListTable } from './list-table.tsx'
import type { ListColumn, ListSource } from './list-types.ts'
import { useSelection } from './selection-bar.tsx'

type Good = { id: number; name: string; stock: number }

const ROWS: readonly Good[] = [
  { id: 1, name: 'Honey', stock: 4 },
  { id: 2, name: 'Soap', stock: 0 },
]
const MORE: readonly Good[] = [
  ...ROWS,
  ...['Tea', 'Oats', 'Salt'].map((name, index) => ({ id: 9 - index, name, stock: 1 })),
]
const SOURCE: ListSource<Good> = {
  endpoint: endpoint({
    method: 'GET',
    path: 'goods',
    description: 'Goods.',
    access: 'admin',
    reads: [],
    answer: nothing,
    errors: [],
  }),
  getId: ({ id }) => id,
  getName: ({ name }) => name,
  getPath: ({ id }) => `/goods/${id}/edit`,
}
// Not in the order of a card.
const COLUMNS: readonly ListColumn<Good>[] = [
  {
    name: 'status',
    label: 'Status',
    cell: ({ stock }) => (stock > 0 ? 'OK' : 'Out'),
    role: 'status',
    isUsual: ({ stock }) => stock > 3,
  },
  { name: 'stock', label: 'Stock', cell: ({ stock }) => stock, sort: 'stock', align: 'end', labelOnCard: true },
  { name: 'name', label: 'Name', cell: ({ name }) => name, role: 'title', sort: 'name' },
  { name: 'code', label: 'Code', cell: ({ id }) => `A${id}` },
  { name: 'picture', label: 'Picture', isLabelHidden: true, cell: () => <img alt="photo" />, role: 'picture' },
]

type PartProps = {
  layout: 'table' | 'cards'
  sort?: string
  onSort?: (sort: string) => void
  isPicked?: boolean
  goods?: readonly Good[]
}

function Goods({ layout, sort = 'name', onSort = () => {}, isPicked = false, goods = ROWS }: PartProps) {
  const picking = useSelection({}, goods.length)
  const rows = { rows: goods, columns: COLUMNS, source: SOURCE, picking: isPicked ? picking : undefined }
  return layout === 'cards' ? (
    <ListCards {...rows} />
  ) : (
    <ListTable {...rows} caption="Goods" sort={sort} onSort={onSort} />
  )
}

const renderGoods = (props: PartProps) =>
  renderPart(
    <MemoryRouter>
      <Goods {...props} />
    </MemoryRouter>,
  )
const getBox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('the table has the columns in their order, with a link on the title', () => {
  renderGoods({ layout: 'table' })
  const table = screen.getByRole('table', { name: 'Goods' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(head => head.textContent),
  ).toEqual(['Status', 'Stock', 'Name↑', 'Code', 'Picture'])
  const [, honey] = within(table).getAllByRole('row')
  expect([...honey!.children].map(cell => cell.textContent)).toEqual(['OK', '4', 'Honey', 'A1', ''])
  expect(within(honey!).getByRole('link', { name: 'Honey' }).getAttribute('href')).toBe('/goods/1/edit')
})

test('a card has the picture, the title, the facts and then an unusual status, whatever the order of the columns', () => {
  renderGoods({ layout: 'cards' })
  const [honey, soap] = screen.getAllByRole('listitem')
  expect([honey!.textContent, soap!.textContent]).toEqual(['HoneyStock: 4A1', 'SoapStock: 0A2Out'])
  const [picture, title] = honey!.querySelectorAll('img, a')
  expect([picture?.tagName, title?.getAttribute('href')]).toEqual(['IMG', '/goods/1/edit'])
})

test('headings without an order can’t be pressed; one that sorts upwards sorts downwards next', async () => {
  const sorts: string[] = []
  const user = renderGoods({ layout: 'table', sort: 'stock', onSort: sort => sorts.push(sort) })
  expect(screen.getAllByRole('button').map(button => button.textContent)).toEqual(['Stock↑', 'Name'])
  await user.click(screen.getByRole('button', { name: 'Stock' }))
  await user.click(screen.getByRole('button', { name: 'Name' }))
  expect(sorts).toEqual(['-stock', 'name'])
})

test('the box of the heading selects the whole page, is mixed while some rows are, and clears it', async () => {
  const user = renderGoods({ layout: 'table', isPicked: true })
  const all = getBox('Select all on this page')
  await user.click(getBox('Select Soap'))
  expect([all.checked, all.dataset['indeterminate']]).toEqual([false, 'true'])
  await user.click(all)
  expect([all.checked, all.dataset['indeterminate'], getBox('Select Honey').checked]).toEqual([true, 'false', true])
  await user.click(all)
  expect([all.checked, getBox('Select Honey').checked, getBox('Select Soap').checked]).toEqual([false, false, false])
})

test('a card is selected by its own box', async () => {
  const user = renderGoods({ layout: 'cards', isPicked: true })
  await user.click(getBox('Select Soap'))
  expect([getBox('Select Honey').checked, getBox('Select Soap').checked]).toEqual([false, true])
})

test.each(['table', 'cards'] as const)(
  'with Shift, all rows of the %s from the last box become like this one',
  async layout => {
    const user = renderGoods({ layout, isPicked: true, goods: MORE })
    const picked = () => MORE.map(({ name }) => name).filter(name => getBox(`Select ${name}`).checked)
    const clickWithShift = async (name: string) => {
      await user.keyboard('{Shift>}')
      await user.click(getBox(`Select ${name}`))
      await user.keyboard('{/Shift}')
    }
    await user.click(getBox('Select Soap'))
    await clickWithShift('Salt')
    expect(picked()).toEqual(['Soap', 'Tea', 'Oats', 'Salt'])
    await clickWithShift('Oats')
    expect(picked()).toEqual(['Soap', 'Tea'])
    await clickWithShift('Honey')
    expect(picked()).toEqual(['Honey', 'Soap', 'Tea', 'Oats'])
  },
)

test('the first box with Shift selects its own row only', async () => {
  const user = renderGoods({ layout: 'table', isPicked: true, goods: MORE })
  await user.keyboard('{Shift>}')
  await user.click(getBox('Select Tea'))
  await user.keyboard('{/Shift}')
  expect(getBox('Select all on this page').dataset['indeterminate']).toBe('true')
  expect([getBox('Select Soap').checked, getBox('Select Tea').checked]).toEqual([false, true])
})

const renderSort = (defaultSort: string, columns = COLUMNS) =>
  renderPart(<SortField columns={columns} sort={defaultSort} defaultSort={defaultSort} onSort={() => {}} />)
const options = () => screen.getAllByRole('option').map(option => option.textContent)

test('cards are sorted by the columns that can be sorted, up and down', () => {
  const all = ['Stock, ascending', 'Stock, descending', 'Name, ascending', 'Name, descending']
  renderSort('-name')
  expect(options()).toEqual(all)
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('-name')
})

test('a default order that no column has is the first choice', () => {
  renderSort('-created')
  expect(options()[0]).toBe('Usual order')
  expect(options()).toHaveLength(5)
})

test('without sortable columns there is no field', () => {
  renderSort(
    '-created',
    COLUMNS.filter(({ sort }) => sort === undefined),
  )
  expect(screen.queryByRole('combobox')).toBeNull()
})
