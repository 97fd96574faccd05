import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PurchaseOrderDetail } from '#contract/stock/purchase-orders.ts'
import { type Lot, lotKey } from '#domain/catalogue/lot.ts'
import { stockProblems } from '#domain/stock/stock-moves.ts'
import { divideLots, findLastDate } from './draft-lots.ts'
import {
  addToDraft,
  type StockDraft,
  changePrice,
  changeRest,
  changeText,
  emptyFormValues,
  type DraftGoods,
  isPriceText,
  lineFault,
  toStockMoves,
  readDraft,
  removeLine,
  fillAsOrdered,
  unusualLines,
  nameLot,
} from './stock-draft.ts'
import type { WorkKind } from './work-labels.ts'

const MILK: DraftGoods = { productId: 1001, name: 'Milk', unit: 'kpl', codeType: 'standard' }
const FISH: DraftGoods = { productId: 1002, name: 'Fish', unit: 'kg', codeType: 'bulk_encoded_weight' }
const POTATOES: DraftGoods = { productId: 1003, name: 'Potatoes', unit: 'kg', codeType: 'bulk' }

type Scan = [DraftGoods, number]
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

const scan = (draft: StockDraft, lot: Lot | undefined, kind: WorkKind = 'delivery') =>
  addToDraft(draft, { kind, goods: MILK, quantity: 1, lot }).draft
const L7 = { useBy: '2026-12-31', lot: 'L7' }

describe('lots and dates of a line', () => {
  test('come from its codes; a chosen date is that of the rest, and a line without them sends none', () => {
    const plain = scan(emptyFormValues('key-12345'), undefined)
    expect(toStockMoves(plain, 'delivery').lines).toEqual([{ product_id: 1001, quantity: 1 }])
    const scanned = scan(scan(scan(plain, L7), L7), { lot: 'L8' })
    const dated = changeRest(changeText(scanned, 1001, '10'), 1001, lotKey({ bestBefore: '2027-01-02' }))
    expect(toStockMoves(dated, 'delivery').lines[0]).toEqual({
      product_id: 1001,
      quantity: 10,
      lots: [
        { lot: 'L7', use_by: '2026-12-31', quantity: 2 },
        { lot: 'L8', quantity: 1 },
        { best_before: '2027-01-02', quantity: 7 },
      ],
    })
  })

  test('go with waste, but not with counts and corrections', () => {
    const sent = (kind: WorkKind) =>
      toStockMoves(changeText(scan(emptyFormValues('key-12345'), L7, kind), 1001, '1'), kind).lines[0]?.lots?.length
    expect((['delivery', 'waste', 'count', 'correction'] as const).map(sent)).toEqual([1, 1, undefined, undefined])
  })

  test('are all of a line whose code has no quantity', () => {
    const draft = addToDraft(emptyFormValues('key-12345'), {
      kind: 'delivery',
      goods: POTATOES,
      quantity: 1,
      lot: L7,
    }).draft
    expect(toStockMoves(changeText(draft, 1003, '2,5'), 'delivery').lines[0]?.lots).toMatchObject([{ quantity: 2.5 }])
  })

  test('are offered to the next line without the lot number', () => {
    const { lines } = scan(emptyFormValues('key-12345'), L7)
    expect(
      findLastDate([{ productId: 1 }, { productId: 2, lots: [{ key: '/L9', thousandths: 1 }] }, ...lines], 1),
    ).toBe(lotKey({ useBy: '2026-12-31' }))
    expect(findLastDate(lines, 1001)).toBeUndefined()
  })
})

test('a lot that is read beside an EAN names what the EAN has added', () => {
  const milk = { productId: 1, name: 'Milk', unit: 'kpl', codeType: 'standard' as const }
  const addition = { kind: 'delivery' as const, goods: milk, quantity: 1 }
  const twice = [1, 2].reduce(before => addToDraft(before, addition).draft, emptyFormValues('a-key-of-this-test'))
  const marked = nameLot(twice, { ...addition, lot: { lot: 'L7' } })
  expect(marked.lines.map(({ text, lots }) => ({ text, lots }))).toEqual([
    { text: '2', lots: [{ key: '/L7', thousandths: 1000 }] },
  ])
  expect(nameLot(twice, { ...addition, kind: 'count', lot: { lot: 'L7' } })).toEqual(twice)
})

test('lots are accepted by the server whatever was scanned, typed and chosen', () => {
  const lot = fc.constantFrom<Lot | undefined>(
    undefined,
    L7,
    { lot: 'L7' },
    { bestBefore: '2026-12-31' },
    { useBy: '2026-12-30' },
  )
  fc.assert(
    fc.property(
      fc.array(lot, { minLength: 1, maxLength: 8 }),
      fc.option(lot),
      fc.integer({ min: 1, max: 12 }),
      (...input) => {
        const [scans, rest, typedIn] = input
        const draft = scans.reduce((before, each) => scan(before, each), emptyFormValues('key-12345'))
        const dated = rest ? changeRest(draft, 1001, lotKey(rest)) : draft
        const moves = toStockMoves(changeText(dated, 1001, String(typedIn)), 'delivery')
        expect(stockProblems(moves, new Map([[1001, 'standard']]))).toEqual([])
        const [line] = dated.lines
        const parts = divideLots(line ?? {}, typedIn * 1000)
        const total = rest ? typedIn : Math.min(typedIn, scans.filter(Boolean).length)
        expect(parts.reduce((sum, part) => sum + part.thousandths, 0)).toBe(total * 1000)
      },
    ),
  )
})
