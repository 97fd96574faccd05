import { expect, test } from 'vitest'
import { ApiError } from '#web/kit/api/api-error.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { changedOrderText } from './changed-order-text.ts'

// Returns the key with its values.
const t = ((key: string, values: object) => `${key} ${Object.values(values).join()}`) as unknown as Translate
const item = (product_id: number, name: string) => ({ product_id, name })
const order = {
  order_items: [item(1001, 'Milk'), item(1002, 'Lager'), item(1003, 'Cider')],
  store: { id: 1, name: 'Testilä' },
  total_amount: 2.9,
  isPreorder: false,
  status: 'checkout',
} as unknown as Parameters<typeof changedOrderText>[1]
const changed = (body: object) => new ApiError({ status: 409, code: 'order.changed', body })
const gone = (...ids: number[]) => ({ unsellable: ids.map(product_id => ({ product_id, reason: 'unavailable' })) })

test('names the goods that are no longer sold', () => {
  expect(changedOrderText(changed(gone(1002, 1003)), order, t)).toBe('checkout.noLongerSold Lager, Cider')
})

test('advises the shopper of a booked pre-order to contact the store', () => {
  const booked = { ...order, isPreorder: true, status: 'preorder_delivered' } as const
  expect(changedOrderText(changed(gone(1001)), booked, t)).toBe('preorder.noLongerSold Milk')
})

test('says that the store has left the app', () => {
  expect(changedOrderText(changed({ unsellable: [], store_closed: true }), order, t)).toBe(
    'checkout.storeClosed Testilä',
  )
})

test('gives the new total for any other body', () => {
  for (const body of [{}, { unsellable: 'x' }, { unsellable: [null, { product_id: 'x' }] }, gone(4711)])
    expect(changedOrderText(changed(body), order, t)).toMatch(/^checkout\.orderChanged 2,90/)
})
