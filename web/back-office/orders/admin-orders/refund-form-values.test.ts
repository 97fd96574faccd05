import { expect, test } from 'vitest'
import {
  EMPTY_DRAFT,
  labelsLeft,
  planDraftRefund,
  type RefundLine,
  typedThousandths,
  toRefundLines,
} from './refund-lines.tsx'

const line = (own: Partial<RefundLine>): RefundLine => ({
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
  ...own,
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

test('a full refund covers the total less what is already refunded', () => {
  expect(planDraftRefund(EMPTY_DRAFT, lines)?.amountCents).toBe(435 + 276 + 595)
})

test('lines can be refunded by pieces, by a typed weight and by price labels', () => {
  const draft = { kind: 'lines', quantities: { 1: '2', 2: '0,5' }, labels: { 3: [1] } } as const
  expect(toRefundLines(draft, lines)).toEqual([
    { order_line_id: 1, quantity: 2 },
    { order_line_id: 2, quantity: 0.5 },
    { order_line_id: 3, amounts: [1.95] },
  ])
  expect(planDraftRefund(draft, lines)?.amountCents).toBe(290 + 110 + 195)
})

test('a refunded label can’t be chosen again, but another label with the same price can', () => {
  expect(labelsLeft(cheese)).toEqual([4, 1.95])
})

test('an empty, excessive or unreadable quantity gives no refund', () => {
  const some = { ...EMPTY_DRAFT, kind: 'lines' } as const
  expect(planDraftRefund(some, lines)).toBeUndefined()
  expect(planDraftRefund({ ...some, quantities: { 1: '4' } }, lines)).toBeUndefined()
  expect(planDraftRefund({ ...some, quantities: { 1: 'two' } }, lines)).toBeUndefined()
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
