import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { AdminHome, HourOfSales, StoreSales } from '#contract/administration/dashboard.ts'
import { NoticesProvider } from '#web/kit/ui/notices/notices-provider.tsx'
import { renderPart } from '#web/render-part.tsx'
import { SalesByHour, SalesByStore } from './sales-charts.tsx'

const sold = (sales: number, purchases = sales > 0 ? 1 : 0) => ({ sales, purchases })
const figures = (sales: number) => ({ ...sold(sales), average: null, refunds: 0, refunded: 0 })
const hour = (at: number, now: number, before: number): HourOfSales => ({
  hour: at,
  current: sold(now),
  previous: sold(before),
})
const store = (name: string, today: number, before = 0): StoreSales => ({
  id: today,
  name,
  today: { current: sold(today, 1200), previous: sold(before) },
  week: { current: sold(today + 100), previous: sold(before + 100) },
})

// A Friday, half past two in Finland.
const HOME: AdminHome = {
  at: '2026-11-20T12:30:00.000Z',
  stores: [],
  today: { current: figures(60.5), previous: figures(20) },
  week: { current: figures(60.5), previous: figures(20) },
  is_test: false,
  excluded_tests: sold(0),
  hours: [],
  sales_by_store: [],
  stores_with_shortages: [],
  scarce_product_names: [],
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

const inPage = (part: ReactNode) =>
  renderPart(
    <NoticesProvider label="notices" productLabel="products">
      <MemoryRouter>{part}</MemoryRouter>
    </NoticesProvider>,
  )
const renderHours = async (hours: HourOfSales[], storeId = '') => {
  const user = inPage(<SalesByHour home={{ ...HOME, hours }} timeZone="Europe/Helsinki" store={storeId} />)
  const summary = screen.queryByText('Show as table')
  if (summary) await user.click(summary)
}
const renderStores = (sales_by_store: StoreSales[]) =>
  inPage(<SalesByStore home={{ ...HOME, sales_by_store }} timeZone="Europe/Helsinki" />)

const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s/gu, ' ')
/** The cells of the table's rows. */
const rows = () => screen.getAllByRole('row').map(row => [...row.children].map(cell => plain(cell.textContent)))

test('the hours are read as values beside those of a week ago, and as a table', async () => {
  await renderHours([hour(8, 40, 80), hour(14, 20.5, 0), hour(16, 0, 7)])
  expect(plain(screen.getByRole('slider').getAttribute('aria-valuetext'))).toBe(
    '08–09: Today 40,00 €, Last Friday 80,00 €',
  )
  const [heads, ...hours] = rows()
  expect(heads).toEqual(['Hour', 'Today', 'Last Friday'])
  expect(hours).toHaveLength(13)
  expect(hours[0]).toEqual(['08–09', '40,00 €', '80,00 €'])
  expect(hours[1]).toEqual(['09–10', '0,00 €', '0,00 €'])
  expect(hours[6]).toEqual(['14–15', '20,50 €', '0,00 €'])
  // Not begun yet.
  expect(hours[8]).toEqual(['16–17', '–', '7,00 €'])
})

test('an hour leads to its orders of today, if it has any', async () => {
  await renderHours([hour(8, 40, 80), hour(16, 0, 7)], '7')
  expect(screen.getByRole('link', { name: '08–09' }).getAttribute('href')).toBe(
    '/orders?paid_from=2026-11-20&paid_until=2026-11-20&paid_hour=8&store_id=7',
  )
  expect(screen.queryByRole('link', { name: '16–17' })).toBeNull()
})

test('an hour that has not begun here shows what a store further east has sold', async () => {
  await renderHours([hour(16, 3, 0)])
  expect(rows().find(([name]) => name === '16–17')).toEqual(['16–17', '3,00 €', '0,00 €'])
})

test('without sales on either day there is a sentence instead of a chart', async () => {
  await renderHours([])
  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.getByText('No sales yet today, or a week ago.')).toBeDefined()
})

test('the stores are a table, the one with the highest sales today first, and each leads to its overview', () => {
  renderStores([store('Kirja', 10, 0), store('Teijo', 50, 100)])
  const [heads, first, second] = rows()
  expect(heads).toEqual(['Store', 'Today', 'A week ago', 'This week', 'Last week', 'Purchases'])
  expect(first).toEqual(['Teijo', '50,00 €', '100,00 €', '150,00 €', '200,00 €', '1 200'])
  expect(second![0]).toBe('Kirja')
  expect(screen.getByRole('link', { name: 'Teijo' }).getAttribute('href')).toBe(
    '/reports?store=50&from=2026-11-20&until=2026-11-20',
  )
})
