import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Receipt as ReceiptOf } from '#contract/orders/receipts.ts'
import { renderPart } from '#web/render-part.tsx'
import { TestPill } from '#web/shop/stores/stores/opening-pill.tsx'
import { groupByMonth, PurchaseRow } from './purchase-list-page.tsx'
import { Receipt } from './receipt.tsx'

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
  expect(
    groupByMonth(pages).map(({ month, items, purchases }) => [month, items.map(({ id }) => id), purchases]),
  ).toEqual([
    ['2026-11', [4], 40],
    ['2026-10', [3, 2], 40],
    ['2026-09', [1], 40],
  ])
})

test('the list of months is empty without purchases', () => {
  expect(groupByMonth([page([], [])])).toEqual([])
})

const RECEIPT: ReceiptOf = {
  id: 1,
  number: '1',
  seller: { name: 'Kyläkauppa Oy', business_id: '', address: '', email: '', phone: '' },
  store: { name: 'Testilä', address: '', time_zone: 'Europe/Helsinki' },
  at: '2026-11-15T10:00:00Z',
  lines: [],
  vat_by_rate: [],
  total_net_amount: 8,
  total_amount: 10,
  slip: null,
  reference_number: '13',
  payment: 'card',
  app: null,
  event: null,
  refunds: [],
  amount_after_refunds: 10,
}

const offline = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
const wrapped = (part: ReactNode) => (
  <QueryClientProvider client={offline}>
    <MemoryRouter>{part}</MemoryRouter>
  </QueryClientProvider>
)

test.each([
  ['en', 'Test payment: nothing was charged', 'Test payments: no money is charged'],
  ['fi', 'Testimaksu: mitään ei veloitettu', 'Testimaksut: mitään ei veloiteta'],
  ['sv', 'Testbetalning: inget debiterades', 'Testbetalningar: inget debiteras'],
] as const)(
  'in %s a test payment is marked on its receipt and in the list, before it in the store',
  (language, was, will) => {
    const parts = (isTest: boolean | undefined) => (
      <>
        <Receipt receipt={{ ...RECEIPT, is_test: isTest }} />
        <PurchaseRow purchase={{ ...purchase(1, '2026-11'), is_test: isTest }} />
        <TestPill store={{ test_payment: isTest ?? false }} />
      </>
    )
    renderPart(wrapped(parts(true)), { language })
    expect(screen.getByRole('article').textContent.startsWith(was)).toBe(true)
    expect(screen.getByRole('link').textContent).toContain(was)
    expect(screen.getByText(will)).toBeDefined()
  },
)

test('a real payment has none', () => {
  for (const isTest of [false, undefined]) renderPart(wrapped(<Receipt receipt={{ ...RECEIPT, is_test: isTest }} />))
  renderPart(wrapped(<PurchaseRow purchase={purchase(1, '2026-11')} />))
  renderPart(wrapped(<TestPill store={undefined} />))
  renderPart(wrapped(<TestPill store={{ test_payment: false }} />))
  expect(document.body.textContent).toContain('Testilä')
  expect(screen.queryByText(/test payment/i)).toBeNull()
})
