import { describe, expect, test } from 'vitest'
import type { AdminHome } from '#contract/administration/dashboard.ts'
import type { TerminalHealthRow } from '#web/back-office/payments/terminals/use-terminal-health.ts'
import { hasShopOpened, countAttentionItems } from './matters.ts'
import { attentionPath, shortCount, shortestPath } from './tiles.tsx'

const none = { sales: 0, purchases: 0, average: null, refunds: 0, refunded: 0 }
const NOTHING_TO_DO: AdminHome = {
  at: '2026-11-20T12:30:00.000Z',
  stores: [],
  today: { current: none, previous: none },
  week: { current: none, previous: none },
  is_test: false,
  excluded_tests: { sales: 0, purchases: 0 },
  hours: [],
  sales_by_store: [],
  stores_with_shortages: [],
  scarce_product_names: [],
  outdated_labels: 0,
  piece_codes_as_cases: 0,
  attention: { orders: 0, in_error: 0, payments: 0, refunds: 0 },
  preorders: { waiting: 0, overdue: 0, withdrawn: 0 },
  invariants: { checked_at: '2026-11-20T12:29:30.000Z', violations: [] },
  terminals: [],
  unknown_codes: { items: [], total: 0 },
  undelivered: { mails: 0, sms: 0, last_at: null },
  seller_missing: [],
  checklist: [],
}
const terminal = (state: TerminalHealthRow['state']): TerminalHealthRow => ({
  id: 1001,
  name: 'till',
  store_id: 1001,
  store_name: 'Teijo',
  is_busy: state === 'busy',
  state,
  finding: undefined,
})

describe('the number of items that need attention', () => {
  test('is 0 without unresolved payments, lost messages and silent terminals, even with empty shelves', () => {
    const stores_with_shortages = [{ id: 1001, name: 'Teijo', low: 2, out: 9, negative: 0 }]
    expect(
      countAttentionItems(
        { ...NOTHING_TO_DO, stores_with_shortages },
        [terminal('asked'), terminal('busy'), terminal('well')],
        [],
      ),
    ).toBe(0)
    expect(countAttentionItems({ ...NOTHING_TO_DO, invariants: { checked_at: null, violations: [] } }, [], [])).toBe(0)
  })

  test('counts each order, withdrawal, broken invariant and silent terminal, lost messages, a stale invariant check, and each store where goods are free', () => {
    const since = '2026-11-20T12:00:00.000Z'
    const home: AdminHome = {
      ...NOTHING_TO_DO,
      attention: { orders: 2, in_error: 1, payments: 2, refunds: 0 },
      preorders: { waiting: 9, overdue: 4, withdrawn: 3 },
      undelivered: { mails: 4, sms: 1, last_at: since },
      invariants: { checked_at: since, violations: [{ invariant: 'I1', rows: 3, since }] },
      open_for_tests: [1001, 1002],
    }
    const terminals = [terminal('silent'), terminal('well')]
    expect(countAttentionItems(home, terminals, [])).toBe(2 + 3 + 1 + 1 + 1 + 1 + 2)
  })

  test('includes what the status of the same page lists, each thing once', () => {
    expect(countAttentionItems(NOTHING_TO_DO, [], ['backup', 'disk'])).toBe(2)
    expect(countAttentionItems(NOTHING_TO_DO, [], ['books', 'payments'])).toBe(2)
    const violations = [{ invariant: 'I1', rows: 3, since: '2026-11-20T12:00:00.000Z' }]
    const home: AdminHome = {
      ...NOTHING_TO_DO,
      attention: { orders: 1, in_error: 0, payments: 1, refunds: 0 },
      invariants: { ...NOTHING_TO_DO.invariants, violations },
    }
    expect(countAttentionItems(home, [], ['books', 'payments', 'backup'])).toBe(3)
  })
})

describe('dashboard tiles', () => {
  test('the stock tile links to the store with the most shortages, to out-of-stock products before low ones', () => {
    const stores_with_shortages = [
      { id: 1003, name: 'Teijo', low: 4, out: 0, negative: 1 },
      { id: 1001, name: 'Kirja', low: 0, out: 2, negative: 0 },
    ]
    expect(shortCount({ ...NOTHING_TO_DO, stores_with_shortages })).toBe(7)
    expect(shortestPath({ ...NOTHING_TO_DO, stores_with_shortages })).toBe('/stock?store=1003&level=low&offered=true')
    expect(shortestPath({ ...NOTHING_TO_DO, stores_with_shortages: stores_with_shortages.slice(1) })).toBe(
      '/stock?store=1001&level=out&offered=true',
    )
    expect(shortestPath(NOTHING_TO_DO)).toBe('/stock')
  })

  test('the orders tile links to all orders in error, or to the order list when there are none', () => {
    expect(attentionPath(NOTHING_TO_DO)).toBe('/orders')
    const attention = { orders: 1, in_error: 0, payments: 0, refunds: 1 }
    expect(attentionPath({ ...NOTHING_TO_DO, attention })).toBe('/orders')
    expect(attentionPath({ ...NOTHING_TO_DO, attention: { ...attention, in_error: 1 } })).toBe(
      '/orders?status=error&days=all',
    )
  })
})

test('a shop can sell once a store is published, and has sold even if all are hidden since', () => {
  const teijo = { id: 1001, name: 'Teijo', published: false }
  expect(hasShopOpened({ ...NOTHING_TO_DO, stores: [teijo] })).toBe(false)
  expect(hasShopOpened({ ...NOTHING_TO_DO, stores: [{ ...teijo, published: true }] })).toBe(true)
  const teijoFigures = {
    id: 1001,
    name: 'Teijo',
    today: { current: none, previous: none },
    week: { current: none, previous: none },
  }
  expect(hasShopOpened({ ...NOTHING_TO_DO, sales_by_store: [teijoFigures] })).toBe(true)
})
