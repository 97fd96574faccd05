import { screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import { Pager, Pages } from './pager.tsx'

function renderPager(address: string, pager: Parameters<typeof Pager>[0]) {
  return renderPart(
    <MemoryRouter initialEntries={[address]}>
      <Pager {...pager} />
      <Address />
    </MemoryRouter>,
  )
}

function Address() {
  const { pathname, search } = useLocation()
  return <p data-testid="address">{`${pathname}${search}`}</p>
}

const hrefs = () => screen.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])

test('the pages before and after are links that keep the rest of the address; the first page has no number', () => {
  renderPager('/goods?q=oat&page=2&sort=name', { page: 2, total: 101 })
  expect(hrefs()).toEqual([
    ['Previous', '/goods?q=oat&sort=name'],
    ['Next', '/goods?q=oat&page=3&sort=name'],
  ])
  expect(screen.getByText('Page 2 of 3')).toBeDefined()
})

test('the first page has nothing before it', () => {
  renderPager('/goods', { page: 1, total: 51 })
  expect(hrefs()).toEqual([['Next', '/goods?page=2']])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true)
})

test('the last page has nothing after it', () => {
  renderPager('/goods?page=2', { page: 2, total: 100 })
  expect(hrefs()).toEqual([['Previous', '/goods']])
  expect(screen.getByText('Page 2 of 2')).toBeDefined()
})

test('after the last counted page there may be more', () => {
  renderPager('/goods?page=2', { page: 2, total: 100, more: true })
  expect(hrefs()).toEqual([
    ['Previous', '/goods'],
    ['Next', '/goods?page=3'],
  ])
  expect(screen.getByText('Page 2 of more than 2')).toBeDefined()
})

test.each([0, 50])('%i rows need no pages', total => {
  renderPager('/goods', { page: 1, total })
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('a typed number goes to its page, or to the last one', async () => {
  const user = renderPager('/goods?q=oat', { page: 1, total: 250 })
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Go to page' })
  await user.type(field, 'x4{Enter}')
  expect([screen.getByTestId('address').textContent, field.value]).toEqual(['/goods?q=oat&page=4', ''])
  await user.type(field, '99{Enter}')
  expect(screen.getByTestId('address').textContent).toBe('/goods?q=oat&page=5')
  await user.type(field, '0{Enter}')
  expect(screen.getByTestId('address').textContent).toBe('/goods?q=oat&page=5')
})

test('with a larger page there are fewer pages; a list that fits on the smallest page offers no size', async () => {
  const sizes: number[] = []
  const onSize = (size: number) => sizes.push(size)
  const user = renderPager('/goods?page=2', { page: 2, total: 250, size: 200, onSize })
  expect(screen.getByText('Page 2 of 2')).toBeDefined()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows on a page' }), '100')
  expect(sizes).toEqual([100])
})

test.each([
  [50, 0],
  [51, 1],
])('%i rows: %i choices of a size', (total, choices) => {
  renderPager('/goods', { page: 1, total, size: 200, onSize: () => {} })
  expect(screen.queryAllByRole('combobox')).toHaveLength(choices)
})

test('pages without an address are chosen by buttons', async () => {
  const chosen: number[] = []
  const user = renderPart(<Pages page={2} last={3} onPage={page => chosen.push(page)} />)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  expect(chosen).toEqual([3, 1])
})
