import { describe, expect, test } from 'vitest'
import type { PurchaseOrderDetail } from '#contract/stock/purchase-orders.ts'
import {
  addToDraft,
  changePrice,
  changeText,
  emptyFormValues,
  type Goods,
  isPriceText,
  lineFault,
  toStockMoves,
  readDraft,
  removeLine,
  fillAsOrdered,
  unusualLines,
} from './stock-draft.ts'
import type { WorkKind } from './work-labels.ts'

const MILK: Goods = { productId: 1001, name: 'Milk', unit: 'kpl', codeType: 'standard' }
const FISH: Goods = { productId: 1002, name: 'Fish', unit: 'kg', codeType: 'bulk_encoded_weight' }
const POTATOES: Goods = { productId: 1003, name: 'Potatoes', unit: 'kg', codeType: 'bulk' }

type Scan = [Goods, number]
const after = (kind: WorkKind, ...scans: Scan[]) =>
  scans.reduce(({ draft }, [goods, quantity]) => addToDraft(draft, { kind, goods, quantity }), {
    draft: emptyFormValues('key-12345'),
    outcome: 'ask',
  } as ReturnType<typeof addToDraft>)

describe('a scan', () => {
  test.each(['delivery', 'waste'] as const)('%s: each scan adds the quantity of its code', kind => {
    const { draft, outcome } = after(kind, [MILK, 1], [FISH, 0.155], [MILK, 12], [FISH, 0.2])
    expect(outcome).toBe('added')
    expect(draft.lines.map(({ name, text }) => [name, text])).toEqual([
      ['Fish', '0,355'],
      ['Milk', '13'],
    ])
  })

  test.each(['count', 'correction'] as const)(
    '%s: the first scan asks for the quantity, the second reports the product as already counted',
    kind => {
      expect(after(kind, [MILK, 1])).toMatchObject({ outcome: 'ask', draft: { lines: [{ text: '' }] } })
      const counted = changeText(after(kind, [MILK, 1]).draft, 1001, '7')
      const again = addToDraft(counted, { kind, goods: MILK, quantity: 12 })
      expect(again).toEqual({ draft: counted, outcome: 'already' })
    },
  )

  test('asks for the quantity of goods by weight without a label, and a second scan doesn’t add one', () => {
    expect(after('delivery', [POTATOES, 1])).toMatchObject({ outcome: 'ask', draft: { lines: [{ text: '' }] } })
    expect(after('delivery', [POTATOES, 1], [POTATOES, 1]).outcome).toBe('already')
    expect(after('delivery', [FISH, 0]).outcome).toBe('ask')
  })

  test('adds to a typed quantity with comma or point, and replaces an empty one', () => {
    const typedIn = (text: string) =>
      addToDraft(changeText(after('delivery', [FISH, 1]).draft, 1002, text), {
        kind: 'delivery',
        goods: FISH,
        quantity: 0.1,
      }).draft.lines[0]?.text
    expect([typedIn('0,2'), typedIn('0.2'), typedIn('')]).toEqual(['0,3', '0,3', '0,1'])
  })
})

test.each([
  ['delivery', MILK, '2', undefined],
  ['delivery', MILK, '1,5', 'invalid'],
  ['delivery', MILK, '0', 'invalid'],
  ['delivery', FISH, '1.255', undefined],
  ['delivery', FISH, '1,2555', 'invalid'],
  ['count', MILK, '0', undefined],
  ['count', MILK, '-1', 'invalid'],
  ['correction', MILK, '-3', undefined],
  ['correction', MILK, '0', 'invalid'],
  ['waste', MILK, 'two', 'invalid'],
  ['waste', MILK, ' ', 'empty'],
] as const)('a line for %s of %o with the input "%s" has the fault: %s', (...[kind, goods, text, fault]) => {
  expect(lineFault({ ...goods, text }, kind)).toBe(fault)
})

test('the request has the key, the reason and the lines in the order of the scans', () => {
  const { draft } = after('waste', [MILK, 1], [FISH, 0.5])
  expect(toStockMoves({ ...draft, reason: ' Broken ' }, 'waste')).toEqual({
    key: 'key-12345',
    kind: 'waste',
    reason: 'Broken',
    lines: [
      { product_id: 1001, quantity: 1 },
      { product_id: 1002, quantity: 0.5 },
    ],
  })
  expect(toStockMoves(removeLine(draft, 1001), 'delivery')).not.toHaveProperty('reason')
})

test('a stored draft is restored, and an unreadable one is replaced by an empty one', () => {
  const { draft } = after('delivery', [MILK, 1])
  const stored: unknown = JSON.parse(JSON.stringify({ ...draft, isSent: true }))
  let calls = 0
  const countCall = () => void calls++
  expect(readDraft(stored, () => 'other', countCall)).toEqual({ ...draft, isSent: true })
  expect(readDraft(undefined, () => 'new-key', countCall)).toEqual(emptyFormValues('new-key'))
  expect(calls).toBe(0)
  for (const broken of [null, 'x', { key: 1 }, { ...draft, lines: 1 }])
    expect(readDraft(broken, () => 'another-key', countCall)).toEqual(emptyFormValues('another-key'))
  expect(calls).toBe(4)
})

test('an unreadable line is skipped and reported, and the other lines are kept', () => {
  const { draft } = after('delivery', [MILK, 1], [FISH, 0.2])
  const [fish, milk] = draft.lines
  let calls = 0
  const read = readDraft(
    { ...draft, lines: [fish, { productId: 'x' }, milk] },
    () => 'another-key',
    () => void calls++,
  )
  expect([read, calls]).toEqual([draft, 1])
})

test('a thousand of something is asked about, in either direction', () => {
  const draftWith = (kind: WorkKind, text: string) =>
    unusualLines(changeText(after(kind, [MILK, 1]).draft, MILK.productId, text), kind).map(({ name }) => name)
  expect(draftWith('delivery', '999')).toEqual([])
  expect(draftWith('delivery', '99999')).toEqual(['Milk'])
  expect(draftWith('correction', '-1000')).toEqual(['Milk'])
  expect(draftWith('correction', '-12')).toEqual([])
  expect(draftWith('delivery', 'x')).toEqual([])
})

describe('a delivery of a purchase order', () => {
  const line = { unit: 'kpl', code: null, product_code_type: 'standard', pack: 1, price: 0.8345 } as const
  const order = {
    id: 1007,
    supplier: { id: 1003 },
    lines: [
      { ...line, product_id: 1, name: 'Milk', ordered: 12, received: 4 },
      { ...line, product_id: 2, name: 'Bread', ordered: 6, received: 6, price: null },
    ],
    // Only what a delivery reads of it.
  } as unknown as PurchaseOrderDetail

  test('takes what is missing, beside what was scanned of other products', () => {
    const scanned = { productId: 3, name: 'Soap', unit: 'kpl', codeType: 'standard', text: '1' } as const
    const { lines } = fillAsOrdered({ ...emptyFormValues('key'), lines: [scanned] }, order)
    expect(lines.map(({ productId, text }) => [productId, text])).toEqual([
      [1, '8'],
      [3, '1'],
    ])
  })

  test('sends the order’s supplier and expected prices, unless others were typed', () => {
    const draft = fillAsOrdered({ ...emptyFormValues('key'), deliveryNote: ' L-9 ', savePrices: true }, order)
    const body = { supplier_id: 1003, delivery_note: 'L-9', purchase_order_id: 1007, save_prices: true }
    const sent = { key: 'key', kind: 'delivery', ...body, lines: [{ product_id: 1, quantity: 8, price: 0.8345 }] }
    expect(toStockMoves(draft, 'delivery', order)).toEqual(sent)
    const [dearer, free] = ['0,9', ''].map(
      text => toStockMoves(changePrice(draft, 1, text), 'delivery', order).lines[0],
    )
    expect([dearer?.price, free]).toEqual([0.9, { product_id: 1, quantity: 8 }])
  })

  test('has prices with at most four decimals', () => {
    expect(['', '1,2345', '0'].every(isPriceText)).toBe(true)
    expect(['x', '-1', '1,23456'].some(isPriceText)).toBe(false)
  })
})
