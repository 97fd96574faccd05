import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AdminHome, HourOfSales, StoreSales } from '#contract/administration/dashboard.ts'
import { renderPart } from '#web/render-part.tsx'
import { SalesByHour, SalesByStore } from './sales-charts.tsx'

const sold = (sales: number, purchases = sales > 0 ? 1 : 0) => ({ sales, purchases })
const figures = (sales: number) => ({ ...sold(sales), average: null, refunds: 0, refunded: 0 })
const hour = (at: number, now: number, before: number): HourOfSales => ({
  hour: at,
  now: sold(now),
  before: sold(before),
})
const store = (name: string, today: number, before = 0): StoreSales => ({
  id: today,
  name,
  today: { now: sold(today, 1200), before: sold(before) },
  week: { now: sold(today + 100), before: sold(before + 100) },
})

// A Friday, half past two in Finland.
const HOME: AdminHome = {
  at: '2026-11-20T12:30:00.000Z',
  stores: [],
  today: { now: figures(60.5), before: figures(20) },
  week: { now: figures(60.5), before: figures(20) },
  are_tests: false,
  tests_left_out: sold(0),
  hours: [],
  sales_by_store: [],
  short_stores: [],
  short_names: [],
  outdated_labels: 0,
  piece_codes_as_cases: 0,
  attention: { orders: 0, in_error: 0, payments: 0, refunds: 0 },
  preorders: { waiting: 0, overdue: 0, withdrawn: 0 },
  invariants: { checked_at: null, violations: [] },
  terminals: [],
  unknown_codes: { items: [], total: 0 },
  undelivered: { mails: 0, sms: 0, last_at: null },
  seller_missing: [],
  checklist: [],
}

const renderHours = (hours: HourOfSales[]) =>
  renderPart(<SalesByHour home={{ ...HOME, hours }} timeZone="Europe/Helsinki" />)
const renderStores = (sales_by_store: StoreSales[]) => renderPart(<SalesByStore home={{ ...HOME, sales_by_store }} />)

const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s/gu, ' ')
/** The CSS of a bar, as it was written: happy-dom computes no `max()`. */
function readStyle(bar: Element): { length: string; isOutlined: boolean } {
  const sheets = [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('')
  const [, css = ''] = new RegExp(`\\.${[...bar.classList].at(-1)}\\{([^}]*)\\}`).exec(sheets) ?? []
  return {
    length: /(?:^|;)(?:height|width):(max[^;]*|0%)/.exec(css)?.[1] ?? '',
    isOutlined: /(?:^|;)border:/.test(css),
  }
}
/** The cells of the table's rows. */
const rows = () => screen.getAllByRole('row').map(row => [...row.children].map(cell => plain(cell.textContent)))

test('each hour has a bar of today and one of a week ago, scaled to the largest of both', () => {
  renderHours([hour(8, 40, 80), hour(10, 20, 0)])
  const pairs = [...screen.getByRole('img').children[0]!.children].map(pair => [...pair.children])
  expect(pairs.every(pair => pair.length === 2)).toBe(true)
  const heights = pairs.map(pair => pair.map(bar => readStyle(bar).length))
  expect(heights.slice(0, 3)).toEqual([
    ['max(3px, 100%)', 'max(3px, 50%)'],
    ['0%', '0%'],
    ['0%', 'max(3px, 25%)'],
  ])
})

test('only bars of sales are outlined, because the outline of an empty one would look like a sale', () => {
  renderHours([hour(8, 40, 0)])
  const [first] = screen.getByRole('img').children[0]!.children
  expect([...first!.children].map(bar => readStyle(bar).isOutlined)).toEqual([false, true])
})

test('every third hour of the axis is named', () => {
  renderHours([hour(6, 1, 0), hour(20, 1, 0)])
  const labels = [...screen.getByRole('img').children[1]!.children].map(label => label.textContent)
  expect(labels).toHaveLength(15)
  expect(labels.filter(label => label !== '')).toEqual(['6', '9', '12', '15', '18'])
  expect(labels.indexOf('9')).toBe(3)
})

test('screen readers hear the sums of the hours, and read them as a table', () => {
  renderHours([hour(8, 40, 80), hour(14, 20.5, 0), hour(16, 0, 7)])
  expect(plain(screen.getByRole('img').getAttribute('aria-label'))).toBe(
    'Bars for each hour: today 60,50 €, last Friday 20,00 € by this time. The same as a table below.',
  )
  const [heads, ...hours] = rows()
  expect(heads).toEqual(['Hour', 'today', 'last Friday'])
  expect(hours).toHaveLength(13)
  expect(hours[0]).toEqual(['08–09', '40,00 €', '80,00 €'])
  expect(hours[1]).toEqual(['09–10', '0,00 €', '0,00 €'])
  expect(hours[6]).toEqual(['14–15', '20,50 €', '0,00 €'])
  // Not begun yet.
  expect(hours[8]).toEqual(['16–17', '–', '7,00 €'])
})

test('an hour that has not begun here shows what a store further east has sold', () => {
  renderHours([hour(16, 3, 0)])
  expect(rows().find(([name]) => name === '16–17')).toEqual(['16–17', '3,00 €', '0,00 €'])
})

test('without sales on either day there is a sentence instead of bars', () => {
  renderHours([])
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getByText('No sales yet today, or a week ago.')).toBeDefined()
})

test('a store has two bars on the scale of all stores, and its amount', () => {
  renderStores([store('Kirja', 10, 0), store('Teijo', 50, 100)])
  const [first, second] = [...screen.getByRole('img').children].map(card => [...card.children])
  expect([first![0]?.textContent, plain(first![1]?.textContent)]).toEqual(['Teijo', '50,00 €'])
  expect([...first![2]!.children].map(bar => readStyle(bar).length)).toEqual(['max(3px, 50%)', 'max(3px, 100%)'])
  expect([second![0]?.textContent, plain(second![1]?.textContent)]).toEqual(['Kirja', '10,00 €'])
  expect([...second![2]!.children].map(bar => readStyle(bar).length)).toEqual(['max(3px, 10%)', '0%'])
})

test('stores without sales have no bars', () => {
  renderStores([store('Kirja', 0, 0)])
  const [card] = screen.getByRole('img').children
  const none = { length: '0%', isOutlined: false }
  expect([...card!.children[2]!.children].map(readStyle)).toEqual([none, none])
})

test('only the six stores with the highest sales are drawn, and the table has all in the given order', () => {
  const stores = [3, 1, 8, 2, 7, 6, 5, 4].map(sales => store(`Store ${sales}`, sales))
  renderStores(stores)
  const chart = screen.getByRole('img')
  expect(chart.getAttribute('aria-label')).toBe(
    'A pair of bars for each store, today and a week ago. The same as a table below.',
  )
  expect(
    within(chart)
      .getAllByText(/^Store/)
      .map(name => name.textContent),
  ).toEqual([8, 7, 6, 5, 4, 3].map(sales => `Store ${sales}`))
  expect(screen.getByText('2 more stores in the table')).toBeDefined()
  const [heads, ...cells] = rows()
  expect(heads).toEqual(['Store', 'today', 'A week ago', 'This week', 'Last week', 'Purchases'])
  expect(cells.map(([name]) => name)).toEqual(stores.map(({ name }) => name))
  expect(cells[2]).toEqual(['Store 8', '8,00 €', '0,00 €', '108,00 €', '100,00 €', '1 200'])
})
