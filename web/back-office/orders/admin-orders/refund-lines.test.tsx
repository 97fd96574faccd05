import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPart } from '#web/render-part.tsx'
import { EMPTY_DRAFT, planDraftRefund, type RefundLine, RefundLines } from './refund-lines.tsx'

const line = (changes: Partial<RefundLine>): RefundLine => ({
  order_line_id: 1,
  product_id: 1001,
  name: 'Milk',
  unit: 'pcs',
  quantity: 3,
  amount: 4.35,
  amounts: null,
  refunded_quantity: 1,
  refunded_amount: 1.45,
  refunded_amounts: null,
  ...changes,
})
const LINES = [
  line({}),
  line({
    order_line_id: 2,
    name: 'Salmon',
    unit: 'kg',
    quantity: 0.456,
    amount: 9.12,
    refunded_quantity: 0,
    refunded_amount: 0,
  }),
  line({
    order_line_id: 3,
    name: 'Cheese',
    quantity: 0.5,
    amount: 9.95,
    amounts: [4, 4, 1.95],
    refunded_amounts: [4],
    refunded_quantity: 0.201,
    refunded_amount: 4,
  }),
]

const ORDER = { lines: LINES, paid_amount: 13.47, refunded_amount: 1.45, free_sum_limit: null }

function Form() {
  const [draft, setDraft] = useState({ ...EMPTY_DRAFT, kind: 'lines' as const })
  return (
    <>
      <RefundLines lines={LINES} draft={draft} onChange={next => setDraft({ ...next, kind: 'lines' })} />
      <output>{planDraftRefund(draft, ORDER)?.amountCents ?? 'nothing'}</output>
    </>
  )
}

test('a button on each line fills in what is left: pieces, a weight and price labels', async () => {
  const user = renderPart(<Form />)
  const all = (name: string) => user.click(screen.getByRole('button', { name: `All of it: ${name}` }))
  await all('Salmon')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Salmon, quantity to refund' }).value).toBe('0,456')
  expect(document.querySelector('output')?.textContent).toBe('912')
  await all('Milk')
  expect(screen.getByRole('group', { name: 'Milk, quantity to refund' }).textContent).toBe('2')
  await all('Cheese')
  const labels = within(screen.getByRole('group', { name: 'Price labels of Cheese' }))
  expect(labels.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([true, true])
  expect(document.querySelector('output')?.textContent).toBe(String(912 + 290 + 595))
})
