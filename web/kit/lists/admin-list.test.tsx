import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { User } from '#contract/accounts/users.ts'
import { endpoint } from '#contract/endpoint.ts'
import { filterCounts, listSums } from '#contract/lists.ts'
import { sessionQuery } from '#web/kit/session/queries.ts'
import { SessionProvider } from '#web/kit/session/session-provider.tsx'
import { NoticesProvider } from '#web/kit/ui/notices/notices-provider.tsx'
import { renderPart } from '#web/render-part.tsx'
import { sampleUser } from '#web/sample-user.ts'
import { AdminList } from './admin-list.tsx'
import type { ListColumn, ListFilter, RowSelection } from './list-types.ts'

const good = z.object({ id: z.int(), name: z.string(), stock: z.int() })
type Good = z.output<typeof good>

const list = endpoint({
  method: 'GET',
  path: 'goods',
  description: 'Goods.',
  access: 'admin',
  reads: [],
  answer: z.object({ items: z.array(good), total: z.int(), sums: listSums, counts: filterCounts }),
  errors: [],
})
const file = <const Format extends 'csv' | 'xlsx' | 'pdf'>(download: Format) =>
  endpoint({
    method: 'GET',
    path: `goods.${download}`,
    description: 'Goods as a file.',
    access: 'admin',
    answer: z.string(),
    errors: [],
    download,
  })

const COLUMNS: readonly ListColumn<Good>[] = [
  { name: 'name', label: 'Name', cell: ({ name }) => name, role: 'title', sort: 'name' },
  { name: 'stock', label: 'Stock', cell: ({ stock }) => stock, sort: 'stock', labelOnCard: true, optional: 'shown' },
  { name: 'id', label: 'ID', cell: ({ id }) => `no. ${id}`, optional: 'hidden' },
]
const FILTERS: readonly ListFilter[] = [
  {
    name: 'enabled',
    label: 'Status',
    options: [
      { value: 'true', label: 'Active' },
      { value: 'false', label: 'Inactive' },
    ],
  },
  { name: 'store', label: 'Store', options: [], usual: '3', place: 'chip' },
]
const HONEY = { id: 1, name: 'Honey', stock: 4 }
const SOAP = { id: 2, name: 'Soap', stock: 0 }

type World = {
  user?: Partial<User>
  address?: string
  isPhone?: boolean
  answer?: (query: URLSearchParams) => Response
}

const page = (items: readonly Good[], total = items.length) => Response.json({ items, total })

/** The list at an address, before a server that answers with two rows of 120. Returns the queries that the server got. */
function renderList({
  user: signedIn = { is_admin: true },
  address = '/goods',
  isPhone = false,
  answer = () => page([HONEY, SOAP], 120),
}: World = {}) {
  const queries: string[] = []
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url, 'http://localhost').searchParams
    query.delete('lang')
    query.sort()
    queries.push(query.toString())
    return answer(query)
  })
  // The theme listens in the old way.
  const listening = { addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} }
  vi.stubGlobal('matchMedia', (media: string) => ({ ...listening, matches: media.includes('min-width') && !isPhone }))
  const selections: RowSelection[] = []
  const part = (
    <AdminList
      caption="Goods"
      source={{ endpoint: list, getId: ({ id }) => id, getName: ({ name }) => name }}
      columns={COLUMNS}
      filters={FILTERS}
      defaultSort="-id"
      search="Search goods"
      countText={total => `${total} goods`}
      sumsText={({ total }) => `worth ${total}`}
      empty={<p>No goods yet</p>}
      exports={{ csv: file('csv'), xlsx: file('xlsx'), pdf: file('pdf') }}
      bulk={selection => <button onClick={() => selections.push(selection)}>Delete</button>}
    />
  )
  const router = createMemoryRouter([{ path: '*', element: <SessionProvider>{part}</SessionProvider> }], {
    initialEntries: ['/before', address],
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(sessionQuery.queryKey, sampleUser(signedIn))
  const user = renderPart(
    <QueryClientProvider client={client}>
      <NoticesProvider label="notices" productLabel="products">
        <RouterProvider router={router} />
      </NoticesProvider>
    </QueryClientProvider>,
  )
  const readAddress = () => `${router.state.location.pathname}${router.state.location.search}`
  const goBack = () => router.navigate(-1)
  // A new bar ignores taps for a moment, but not keys.
  const pressInBar = (name: string) => {
    screen.getByRole('button', { name }).focus()
    return user.keyboard('{Enter}')
  }
  return { user, queries, readAddress, goBack, selections, pressInBar }
}

const press = (name: string, role = 'button') => screen.findByRole(role, { name })
const getSort = (column: string) =>
  screen.getByRole('columnheader', { name: new RegExp(`^${column}`) }).getAttribute('aria-sort')

test('files are offered to those who may have them', async () => {
  renderList({ user: { rights: [{ kind: 'keeper', store_id: 1 }] } })
  await press('Honey', 'cell')
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Columns' })).toBeTruthy()
})

test('the address sets the search, the filters, the sort and the page of the query', async () => {
  const { queries } = renderList({ address: '/goods?q=oat&enabled=true&sort=-stock&page=2&import=4' })
  await screen.findByText('Honey')
  expect(queries).toEqual(['enabled=true&page=2&q=oat&sort=-stock&store=3'])
  expect(getSort('Stock')).toBe('descending')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('oat')
  expect(screen.getByRole('button', { name: 'Remove filter Status: Active' })).toBeDefined()
  expect(screen.getByRole('navigation', { name: 'Pages' }).textContent).toContain('Page 2 of 3')
})

test('a heading sorts by its column, up and then down, from the first page; Back restores the order', async () => {
  const { user, queries, readAddress, goBack } = renderList({ address: '/goods?page=2&q=oat' })
  await user.click(await press('Name'))
  expect([readAddress(), getSort('Name'), getSort('Stock')]).toEqual(['/goods?q=oat&sort=name', 'ascending', 'none'])
  await user.click(await press('Name'))
  expect([readAddress(), getSort('Name')]).toEqual(['/goods?q=oat&sort=-name', 'descending'])
  await goBack()
  await waitFor(() => expect(getSort('Name')).toBe('ascending'))
  await goBack()
  await waitFor(() => expect([readAddress(), getSort('Name')]).toEqual(['/goods?page=2&q=oat', 'none']))
  expect(queries.slice(0, 3)).toEqual(['page=2&q=oat&store=3', 'q=oat&sort=name&store=3', 'q=oat&sort=-name&store=3'])
})

test('a chosen filter is in the address and has a chip that removes it; Back brings it back', async () => {
  const { user, queries, readAddress, goBack } = renderList({ address: '/goods?page=3&sort=name' })
  await screen.findByText('Honey')
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  const values = within(screen.getByRole('group', { name: 'Status' }))
  expect(values.getByRole('button', { pressed: true }).textContent).toBe('Any')
  await user.click(values.getByRole('button', { name: 'Inactive' }))
  expect(readAddress()).toBe('/goods?sort=name&enabled=false')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  const chip = 'Remove filter Status: Inactive'
  await user.click(await press(chip))
  expect(readAddress()).toBe('/goods?sort=name')
  expect(screen.queryByRole('button', { name: chip })).toBeNull()
  await goBack()
  expect(await press(chip)).toBeDefined()
  expect(queries.slice(0, 2)).toEqual(['page=3&sort=name&store=3', 'enabled=false&sort=name&store=3'])
})

test('the sums of all pages are beside the number of rows, and the values of a filter have theirs', async () => {
  const extra = { sums: { total: 34.5 }, counts: { enabled: { true: 1118 } } }
  const { user } = renderList({ answer: () => Response.json({ items: [HONEY], total: 1118, ...extra }) })
  expect((await screen.findByText('1118 goods')).parentElement?.textContent).toBe('1118 goods · worth 34.5')
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  const values = within(screen.getByRole('group', { name: 'Status' })).getAllByRole('button')
  expect(values.map(value => value.textContent)).toEqual(['Any', 'Active1\u00a0118', 'Inactive0'])
})

test('each page has its own address, and Back returns to the page before', async () => {
  const { user, queries, readAddress, goBack } = renderList({
    address: '/goods?q=oat',
    answer: query => page([query.get('page') === '2' ? SOAP : HONEY], 120),
  })
  await user.click(await press('Next', 'link'))
  await screen.findByText('Soap')
  expect(readAddress()).toBe('/goods?q=oat&page=2')
  await goBack()
  await screen.findByText('Honey')
  expect(screen.queryByRole('link', { name: 'Previous' })).toBeNull()
  expect(queries.slice(0, 2)).toEqual(['q=oat&store=3', 'page=2&q=oat&store=3'])
})

test('the size of a page is in the address, starts from the first page, and is kept for other lists', async () => {
  onTestFinished(() => localStorage.clear())
  const { user, queries, readAddress } = renderList({ address: '/goods?page=2' })
  await screen.findByText('Honey')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows on a page' }), '100')
  expect(readAddress()).toBe('/goods?size=100')
  await waitFor(() => expect(queries.at(-1)).toBe('size=100&store=3'))
  cleanup()
  const other = renderList()
  await screen.findByText('Honey')
  expect(other.queries).toEqual(['size=100&store=3'])
  const refused = renderList({ address: '/goods?size=7' })
  await waitFor(() => expect(refused.queries).toEqual(['size=100&store=3']))
})

test('a page after the last one becomes the last one, without an entry for Back', async () => {
  const { readAddress, goBack } = renderList({
    address: '/goods?page=9',
    answer: query => page(query.get('page') === '3' ? [SOAP] : [], 120),
  })
  await screen.findByText('Soap')
  expect(readAddress()).toBe('/goods?page=3')
  await goBack()
  expect(readAddress()).toBe('/before')
})

test('a search starts from the first page, and typing adds no entries for Back', async () => {
  const { user, queries, readAddress, goBack } = renderList({ address: '/goods?page=2&enabled=true' })
  await user.type(await press('Search goods', 'searchbox'), 'oat{Enter}')
  expect(readAddress()).toBe('/goods?enabled=true&q=oat')
  await waitFor(() => expect(queries.at(-1)).toBe('enabled=true&q=oat&store=3'))
  await goBack()
  expect(readAddress()).toBe('/before')
})

test('the shown columns are in the address; without any of the optional ones it has a dash', async () => {
  const { user, readAddress } = renderList({ address: '/goods?columns=id' })
  await screen.findByText('no. 1')
  const headings = () => screen.getAllByRole('columnheader', { hidden: true }).map(({ textContent }) => textContent)
  expect(headings()).toEqual(['', 'Name', 'ID'])
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Stock' }))
  expect([readAddress(), headings()]).toEqual(['/goods?columns=stock%2Cid', ['', 'Name', 'Stock', 'ID']])
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Stock' }))
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'ID' }))
  expect([readAddress(), headings()]).toEqual(['/goods?columns=-', ['', 'Name']])
})

test('the files contain what the list shows on all its pages: its query, without the page', async () => {
  const { user } = renderList({ address: '/goods?q=oat&enabled=true&sort=-stock&page=2' })
  await user.click(await press('Export'))
  const links = ['Printout (PDF)', 'Spreadsheet (XLSX)', 'Text file (CSV)'].map(name =>
    screen.getByRole('menuitem', { name }),
  )
  const query = 'store=3&enabled=true&q=oat&sort=-stock&lang=en'
  expect(links.map(link => link.getAttribute('href'))).toEqual([
    `/api/goods.pdf?${query}`,
    `/api/goods.xlsx?${query}`,
    `/api/goods.csv?${query}`,
  ])
  expect(links.map(link => link.hasAttribute('download'))).toEqual([false, true, true])
  expect(links[0]?.getAttribute('target')).toBe('_blank')
})

test('the selection lasts from page to page; another query clears it', async () => {
  const { user, selections, pressInBar } = renderList({
    answer: query => page(query.get('page') === '2' ? [SOAP] : [HONEY], 120),
  })
  await user.click(await press('Select Honey', 'checkbox'))
  await user.click(await press('Next', 'link'))
  await user.click(await press('Select Soap', 'checkbox'))
  expect(screen.getByText('2 selected')).toBeDefined()
  await pressInBar('Delete')
  expect(selections).toEqual([{ kind: 'rows', ids: [1, 2] }])
  await user.type(screen.getByRole('searchbox'), 'oat{Enter}')
  await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull())
})

test('after a whole page, all rows can be selected: the query of the list, with its number of rows', async () => {
  const { user, selections, pressInBar } = renderList({ address: '/goods?enabled=true' })
  await user.click(await press('Select Honey', 'checkbox'))
  expect(screen.queryByRole('button', { name: 'Select all 120' })).toBeNull()
  await user.click(await press('Select Soap', 'checkbox'))
  await pressInBar('Select all 120')
  expect(screen.getByText('120 selected')).toBeDefined()
  await pressInBar('Delete')
  expect(selections).toEqual([{ kind: 'all', query: { store: '3', enabled: 'true' }, total: 120 }])
  await pressInBar('Clear selection')
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

test('a list without rows shows its own text, without files or pages', async () => {
  renderList({ answer: () => page([]) })
  await screen.findByText('No goods yet')
  expect(screen.getByText('0 goods')).toBeDefined()
  expect(screen.queryByText('Nothing found')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
})

test.each(['q=oat', 'enabled=false'])('where nothing matches %s, all rows can be shown', async query => {
  const { user, readAddress } = renderList({
    address: `/goods?${query}&sort=name`,
    answer: sent => page(sent.has('q') || sent.has('enabled') ? [] : [HONEY]),
  })
  await screen.findByText('Nothing found')
  expect(screen.queryByText('No goods yet')).toBeNull()
  await user.click(await press('Show all'))
  await screen.findByText('Honey')
  expect(readAddress()).toBe('/goods')
})

const refuse = (body: object, status: number) => Response.json(body, { status })

test('a list that could not be loaded can be tried again', async () => {
  let isDown = true
  const { user, queries } = renderList({
    address: '/goods?q=oat',
    answer: () => {
      if (isDown) throw new TypeError('Failed to fetch')
      return page([HONEY])
    },
  })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('No connection. Check your network and try again.')
  expect(screen.queryByText('Nothing found')).toBeNull()
  isDown = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await screen.findByText('Honey')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(queries).toEqual(['q=oat&store=3', 'q=oat&store=3'])
})

test('a refused search leads back to all rows; an address that no list supports leads home', async () => {
  const answer = (query: URLSearchParams) => {
    const field = ['q', 'sort'].find(name => query.has(name))
    return field ? refuse({ code: 'request.invalid', fields: [field] }, 400) : page([HONEY])
  }
  const { user, readAddress } = renderList({ address: '/goods?q=a+b+c', answer })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('This link isn’t valid for this list.')
  await user.click(within(alert).getByRole('button', { name: 'Show all' }))
  await screen.findByText('Honey')
  expect(readAddress()).toBe('/goods')
  const other = renderList({ address: '/goods?sort=colour', answer })
  await waitFor(() => expect(other.readAddress()).toBe('/home'))
})

test('a phone shows the same rows as cards, sorted by a field in place of the headings', async () => {
  const { user, readAddress } = renderList({ isPhone: true, address: '/goods?page=2' })
  await screen.findByText('Honey')
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'HoneyStock: 4',
    'SoapStock: 0',
  ])
  const sort = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' })
  expect([sort.value, sort.selectedOptions[0]?.textContent]).toEqual(['-id', 'Usual order'])
  await user.selectOptions(sort, 'Stock, descending')
  expect(readAddress()).toBe('/goods?sort=-stock')
  await user.click(await press('Select Soap', 'checkbox'))
  expect(screen.getByText('1 selected')).toBeDefined()
})
