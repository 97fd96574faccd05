import { describe, expect, test } from 'vitest'
import { mayChangeState, orderProblems, PURCHASE_ORDER_STATES, stateAfterDelivery } from './purchase-order.ts'

const ordered = { orderedThousandths: 6000, receivedThousandths: 0 }
const part = { orderedThousandths: 6000, receivedThousandths: 2000 }
const all = { orderedThousandths: 6000, receivedThousandths: 6000 }
const more = { orderedThousandths: 0, receivedThousandths: 1000 }

describe('an order', () => {
  test('closes when everything has come, and opens again when some of it is undone', () => {
    expect(stateAfterDelivery('sent', [all, part])).toBe('sent')
    expect(stateAfterDelivery('sent', [all, more])).toBe('closed')
    expect(stateAfterDelivery('closed', [all, ordered])).toBe('sent')
    expect(stateAfterDelivery('cancelled', [all])).toBe('cancelled')
    expect(stateAfterDelivery('draft', [all])).toBe('draft')
  })

  test('turns from a draft to sent to closed, and is cancelled only while nothing has come', () => {
    const turns = PURCHASE_ORDER_STATES.flatMap(from =>
      PURCHASE_ORDER_STATES.filter(to => mayChangeState(from, to, [ordered])).map(to => `${from} ${to}`),
    )
    expect(turns).toEqual(['draft sent', 'draft cancelled', 'sent closed', 'sent cancelled'])
    expect(mayChangeState('sent', 'cancelled', [ordered, part])).toBe(false)
    expect(mayChangeState('sent', 'closed', [part])).toBe(true)
  })
})

test('a line names one of the supplier’s products, once, with a quantity that it can have', () => {
  const types = new Map([
    [1, 'standard'],
    [2, 'bulk'],
  ] as const)
  const problems = orderProblems(
    [
      { product_id: 1, quantity: 1.5 },
      { product_id: 2, quantity: 1.5 },
      { product_id: 2, quantity: 1 },
      { product_id: 3, quantity: 1 },
    ],
    types,
  )
  expect(problems).toEqual([
    { field: 'lines.0.quantity', problem: 'invalidQuantity' },
    { field: 'lines.2.product_id', problem: 'repeated' },
    { field: 'lines.3.product_id', problem: 'unknown' },
  ])
})
