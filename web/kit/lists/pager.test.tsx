import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import { Pager, Pages } from './pager.tsx'

function renderPager(address: string, pager: Parameters<typeof Pager>[0]) {
  renderPart(
    <MemoryRouter initialEntries={[address]}>
      <Pager {...pager} />
    </MemoryRouter>,
  )
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

test('pages without an address are chosen by buttons', async () => {
  const chosen: number[] = []
  const user = renderPart(<Pages page={2} last={3} onPage={page => chosen.push(page)} />)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  expect(chosen).toEqual([3, 1])
})
