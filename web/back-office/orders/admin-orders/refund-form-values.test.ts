import { expect, test } from 'vitest'
import {
  draftFrom,
  EMPTY_DRAFT,
  findRefundLine,
  listRefundableLabels,
  planDraftRefund,
  type RefundLine,
  typedThousandths,
  toRefundLines,
} from './refund-lines.tsx'

const line = (changes: Partial<RefundLine>): RefundLine => ({
  order_line_id: 1,
  product_id: 1001,
  name: 'Milk',
  unit: 'kpl',
  quantity: 3,
  amount: 4.35,
  amounts: null,
  refunded_quantity: 0,
  refunded_amount: 0,
  refunded_amounts: null,
  ...changes,
})
const milk = line({})
const potatoes = line({ order_line_id: 2, unit: 'kg', quantity: 1.255, amount: 2.76 })
const cheese = line({
  order_line_id: 3,
  quantity: 0.5,
  amount: 9.95,
  amounts: [4, 4, 1.95],
  refunded_amounts: [4],
  refunded_quantity: 0.201,
  refunded_amount: 4,
})
const lines = [milk, potatoes, cheese]
const ORDER = { lines, paid_amount: 17.06, refunded_amount: 4, free_sum_limit: null }

test('a full refund covers the total less what is already refunded', () => {
  expect(planDraftRefund(EMPTY_DRAFT, ORDER)?.amountCents).toBe(435 + 276 + 595)
})

test('lines can be refunded by pieces, by a typed weight and by price labels', () => {
  const draft = { kind: 'lines', quantities: { 1: '2', 2: '0,5' }, labels: { 3: [1] }, sum: '' } as const
  expect(toRefundLines(draft, lines)).toEqual([
    { order_line_id: 1, quantity: 2 },
    { order_line_id: 2, quantity: 0.5 },
    { order_line_id: 3, amounts: [1.95] },
  ])
  expect(planDraftRefund(draft, ORDER)?.amountCents).toBe(290 + 110 + 195)
})

test('a refunded label can’t be chosen again, but another label with the same price can', () => {
  expect(listRefundableLabels(cheese)).toEqual([4, 1.95])
})

test('a refund that starts at a line has one piece, a whole weight or its only price label', () => {
  expect(planDraftRefund(draftFrom(milk), ORDER)?.amountCents).toBe(145)
  expect(planDraftRefund(draftFrom(potatoes), ORDER)?.amountCents).toBe(276)
  expect(planDraftRefund(draftFrom(cheese), ORDER)).toBe(undefined)
  const last = line({ ...cheese, refunded_amounts: [4, 4], refunded_amount: 8 })
  expect(planDraftRefund(draftFrom(last), { ...ORDER, lines: [last] })?.amountCents).toBe(195)
})

test('a line is found by what the order shows of it; of two that are alike each has its own', () => {
  const twin = line({ order_line_id: 4 })
  const cheaper = line({ order_line_id: 5, amount: 3.9 })
  const sold = ({ product_id, quantity, amount }: RefundLine) => ({ product_id, quantity, amount })
  const all = [cheaper, potatoes, milk, twin]
  const items = all.map(sold)
  expect(items.map(item => findRefundLine(items, item, all)?.order_line_id)).toEqual([5, 2, 1, 4])
  expect(findRefundLine([], sold(milk), all)).toBe(undefined)
})

test('an empty, excessive or unreadable quantity gives no refund', () => {
  const some = { ...EMPTY_DRAFT, kind: 'lines' } as const
  expect(planDraftRefund(some, ORDER)).toBeUndefined()
  expect(planDraftRefund({ ...some, quantities: { 1: '4' } }, ORDER)).toBeUndefined()
  expect(planDraftRefund({ ...some, quantities: { 1: 'two' } }, ORDER)).toBeUndefined()
})

test.each([
  ['1,5', 1500],
  [' 2 ', 2000],
  ['0.155', 155],
  ['', undefined],
  ['one', undefined],
])('the text "%s" is parsed as a quantity', (text, thousandths) => {
  expect(typedThousandths(text)).toBe(thousandths)
})

test('a free sum may be as much as is left of the order and of the day’s limit', () => {
  const typed = (sum: string) => ({ ...EMPTY_DRAFT, kind: 'sum' as const, sum })
  expect(planDraftRefund(typed('4,50'), ORDER)?.amountCents).toBe(450)
  expect(planDraftRefund(typed('13.06'), ORDER)?.amountCents).toBe(1306)
  for (const sum of ['', 'two', '0', '-1', '0,005', '13,07']) expect(planDraftRefund(typed(sum), ORDER)).toBe(undefined)
  const limited = { ...ORDER, free_sum_limit: { amount: 50, left: 4.5 } }
  expect(planDraftRefund(typed('4,50'), limited)?.amountCents).toBe(450)
  expect(planDraftRefund(typed('4,51'), limited)).toBe(undefined)
})
