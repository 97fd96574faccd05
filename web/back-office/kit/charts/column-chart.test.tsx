import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { NoticesProvider } from '#web/kit/ui/notices/notices-provider.tsx'
import { renderPart } from '#web/render-part.tsx'
import { ColumnChart } from './column-chart.tsx'
import type { ChartColumn } from './plot.tsx'

const DAYS: ChartColumn[] = [
  { key: 'mon', name: 'Monday', tick: '1.6.', now: 20, before: 30, to: '/orders?day=mon' },
  { key: 'tue', name: 'Tuesday', tick: '2.6.', now: 80, before: 0, to: '/orders?day=tue' },
  { key: 'wed', name: 'Wednesday', tick: '3.6.', now: -5, before: 7 },
  { key: 'thu', name: 'Thursday', tick: '4.6.', now: undefined, before: 9 },
]

function Address() {
  const { pathname, search } = useLocation()
  return <p data-testid="address">{pathname + search}</p>
}

function renderChart(columns = DAYS) {
  return renderPart(
    <NoticesProvider label="notices" productLabel="products">
      <MemoryRouter initialEntries={['/reports']}>
        <Address />
        <ColumnChart
          label="Sales by day"
          rowHeading="Day"
          now="this week"
          before="last week"
          columns={columns}
          format={value => `${value} €`}
          formatTick={value => `${value} €`}
          linkText="Show the orders"
        />
      </MemoryRouter>
    </NoticesProvider>,
  )
}
const getChart = () => screen.getByRole('slider', { name: 'Sales by day' })
const readValue = () => getChart().getAttribute('aria-valuetext')
const getAddress = () => screen.getByTestId('address').textContent

test('the highest column is read first, with its values and a link to what it counts', () => {
  renderChart()
  expect(readValue()).toBe('Tuesday: this week 80 €, last week 0 €')
  expect(screen.getByRole('link', { name: 'Show the orders' }).getAttribute('href')).toBe('/orders?day=tue')
})

test('keys move to each column and stop at the ends; Enter opens what it counts', async () => {
  const user = renderChart()
  // The link of the values comes first.
  await user.tab()
  await user.tab()
  await user.keyboard('{ArrowRight}')
  expect(readValue()).toBe('Wednesday: this week -5 €, last week 7 €')
  expect(screen.queryByRole('link')).toBeNull()
  await user.keyboard('{Enter}')
  expect(getAddress()).toBe('/reports')
  await user.keyboard('{End}')
  expect(readValue()).toBe('Thursday: this week –, last week 9 €')
  await user.keyboard('{ArrowRight}{Home}{ArrowLeft}')
  expect(readValue()).toBe('Monday: this week 20 €, last week 30 €')
  await user.keyboard('{Enter}')
  expect(getAddress()).toBe('/orders?day=mon')
})

test('the axes have values with their unit and the names of the columns', async () => {
  renderChart()
  await waitFor(() => expect(getChart().querySelector('svg')).not.toBeNull())
  const texts = [...getChart().querySelectorAll('text')].map(({ textContent }) => textContent)
  expect(texts).toEqual(expect.arrayContaining(['0 €', '20 €', '40 €', '60 €', '80 €', '1.6.', '4.6.']))
})

test('the pointer picks the column below it; a mouse opens it, a finger does not', async () => {
  renderChart()
  const svg = await waitFor(() => {
    const found = getChart().querySelector('svg')
    expect(found).not.toBeNull()
    return found!
  })
  fireEvent.pointerDown(svg, { clientX: 310, pointerType: 'touch' })
  expect(readValue()).toMatch(/^Thursday/)
  fireEvent.pointerMove(svg, { clientX: 70, pointerType: 'mouse' })
  expect(readValue()).toMatch(/^Monday/)
  fireEvent(svg, new PointerEvent('click', { bubbles: true, pointerType: 'touch' }))
  expect(getAddress()).toBe('/reports')
  fireEvent(svg, new PointerEvent('click', { bubbles: true, pointerType: 'mouse' }))
  expect(getAddress()).toBe('/orders?day=mon')
})

test('the table has the same figures, and its names lead to what they count', async () => {
  const user = renderChart()
  await user.click(screen.getByText('Show as table'))
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map(row => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Day', 'this week', 'last week'],
    ['Monday', '20 €', '30 €'],
    ['Tuesday', '80 €', '0 €'],
    ['Wednesday', '-5 €', '7 €'],
    ['Thursday', '–', '9 €'],
  ])
  expect(within(rows[1]!).getByRole('link').getAttribute('href')).toBe('/orders?day=mon')
})
