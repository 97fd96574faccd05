import { describe, expect, test } from 'vitest'
import { bookingProblems, type EventForm, eventProblems } from './preorder-event-form.ts'

const ZONE = 'Europe/Helsinki'
const SOUND: EventForm = {
  names: { en: '', fi: 'Kalapäivä', sv: '' },
  descriptions: { en: '', fi: '', sv: '' },
  start_date: '2026-12-04',
  end_date: '2026-12-05',
  order_until: null,
  status: 'open',
  store_ids: [1001, 1002],
  products: [
    { product_id: 1, cap: null },
    { product_id: 2, cap: 2.5 },
    { product_id: 3, cap: 0 },
  ],
}
const wrongIn = (form: Partial<EventForm>) =>
  eventProblems({ ...SOUND, ...form }, ZONE).map(({ field, problem }) => `${field} ${problem}`)

describe('an event form', () => {
  test('is valid with a name in one language, and with or without caps', () => {
    expect(wrongIn({})).toEqual([])
  })

  test('needs a name, and texts of limited length', () => {
    const none = { en: ' ', fi: '', sv: '' }
    expect(wrongIn({ names: none, descriptions: { ...none, sv: 'x'.repeat(2001) } })).toEqual([
      'names required',
      'descriptions.sv tooLong',
    ])
  })

  test('needs valid dates, with the last one not before the first', () => {
    expect(wrongIn({ start_date: '', end_date: '2026-02-30' })).toEqual(['start_date required', 'end_date date'])
    expect(wrongIn({ end_date: '2026-12-03' })).toEqual(['end_date endsBeforeStart'])
    expect(wrongIn({ end_date: '2026-12-04' })).toEqual([])
  })

  test('accepts an order deadline up to the end of its last day in the shop', () => {
    expect(wrongIn({ order_until: '2026-12-05T22:00:00.000Z' })).toEqual([])
    expect(wrongIn({ order_until: '2026-12-05T22:00:01.000Z' })).toEqual(['order_until untilAfterEnd'])
    expect(wrongIn({ order_until: 'soon' })).toEqual(['order_until date'])
  })

  test('may lack stores and products while the event is not open', () => {
    const bare = { store_ids: [], products: [] }
    expect(wrongIn({ ...bare, status: 'draft' })).toEqual([])
    expect(wrongIn({ ...bare, status: 'closed' })).toEqual([])
    expect(wrongIn(bare)).toEqual(['store_ids required', 'products required'])
  })

  test('accepts only caps within bounds and with at most three decimals', () => {
    const caps = [-1, 0.0005, Number.NaN, 2_000_000]
    expect(wrongIn({ products: caps.map((cap, at) => ({ product_id: at + 1, cap })) })).toEqual([
      'items.1 invalidQuantity',
      'items.2 invalidQuantity',
      'items.3 invalidQuantity',
      'items.4 invalidQuantity',
    ])
  })

  test('refuses a repeated store or product, and too many products', () => {
    const item = { product_id: 1, cap: null }
    expect(wrongIn({ store_ids: [1, 1], products: [item, item] })).toEqual(['store_ids repeated', 'products repeated'])
    const many = Array.from({ length: 201 }, (_, at) => ({ product_id: at + 1, cap: null }))
    expect(wrongIn({ products: many })).toEqual(['products tooMany'])
  })
})

describe('after a booking', () => {
  const bookings = {
    products: [
      { product_id: 1, booked: 0 },
      { product_id: 2, booked: 1.5 },
    ],
    stores: [
      { store_id: 1001, orders: 2 },
      { store_id: 1002, orders: 0 },
    ],
    orders: 2,
  }
  const refusedIn = (form: Partial<EventForm>) => bookingProblems({ ...SOUND, ...form }, bookings)
  const cappedAt = (cap: number | null) => ({ products: [{ product_id: 2, cap }] })

  test('a cap below the booked quantity is refused with that quantity', () => {
    expect(refusedIn(cappedAt(1.5))).toEqual([])
    expect(refusedIn(cappedAt(null))).toEqual([])
    expect(refusedIn(cappedAt(1.499))).toEqual([{ field: 'items.2', problem: 'belowBooked', booked: 1.5 }])
    expect(refusedIn(cappedAt(0))).toEqual([{ field: 'items.2', problem: 'belowBooked', booked: 1.5 }])
  })

  test('a booked product cannot be removed, and one without bookings can', () => {
    expect(refusedIn({ products: [] })).toEqual([{ field: 'items.2', problem: 'hasBookings', booked: 1.5 }])
  })

  test('a store with pre-orders cannot be removed, and one without can', () => {
    expect(refusedIn({ store_ids: [1001] })).toEqual([])
    expect(refusedIn({ store_ids: [1002] })).toEqual([{ field: 'stores.1001', problem: 'hasOrders', count: 2 }])
  })

  test('the event cannot become a draft again, but it can be closed and moved', () => {
    expect(refusedIn({ status: 'draft' })).toEqual([{ field: 'status', problem: 'hasOrders', count: 2 }])
    expect(refusedIn({ status: 'closed', start_date: '2027-01-01', end_date: '2027-01-02' })).toEqual([])
  })
})
