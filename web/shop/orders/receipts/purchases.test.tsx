import { expect, test } from 'vitest'
import { monthsOf } from './purchase-list-page.tsx'

const purchase = (id: number, month: string) => ({
  id,
  store: { id: 1, name: 'Testilä' },
  paid_at: `${month}-15T10:00:00Z`,
  month,
  total_amount: 10,
  refunded_amount: 0,
  isPreorder: false,
})
const page = (months: string[], items: ReturnType<typeof purchase>[]) => ({
  items,
  months: months.map(month => ({ month, purchases: 40, total_amount: 400 })),
  has_more: true,
  mails_receipts: true,
})

test('a month split over two pages is shown once, with its full totals', () => {
  const pages = [
    page(['2026-11', '2026-10'], [purchase(4, '2026-11'), purchase(3, '2026-10')]),
    page(['2026-10', '2026-09'], [purchase(2, '2026-10'), purchase(1, '2026-09')]),
  ]
  expect(monthsOf(pages).map(({ month, items, purchases }) => [month, items.map(({ id }) => id), purchases])).toEqual([
    ['2026-11', [4], 40],
    ['2026-10', [3, 2], 40],
    ['2026-09', [1], 40],
  ])
})

test('the list of months is empty without purchases', () => {
  expect(monthsOf([page([], [])])).toEqual([])
})
