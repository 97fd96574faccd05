import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CellContext, GridColumn, GridProduct } from './grid-cells.ts'
import {
  cellText,
  decideCell,
  enterCells,
  type GridEdits,
  NO_EDITS,
  problemIn,
  redoEdit,
  toRowChanges,
  undoEdit,
  withoutRows,
} from './grid-edits.ts'

const CONTEXT: CellContext = {
  groups: [],
  vatClasses: [
    { id: 11, name: 'food', basisPoints: 1350 },
    { id: 12, name: 'general', basisPoints: 2550 },
  ],
  yes: 'Yes',
  no: 'No',
  today: '2026-11-30',
  campaignDays: { from_day: '2026-12-01', until_day: '2026-12-07' },
}
const MILK: GridProduct = {
  id: 1,
  name: 'Milk',
  price: 2.27,
  purchase_price: 1,
  alarm_limit: null,
  group_id: null,
  vat_class_id: 11,
  order_pack: null,
  enabled: true,
  offered: true,
  campaign: null,
  deposit: 0,
  product_code_type: 'standard',
}
const SOAP = { ...MILK, id: 2, name: 'Soap', purchase_price: null }

const enter = (edits: GridEdits, ...[column, text, product = MILK]: [GridColumn, string, GridProduct?]) =>
  enterCells(edits, [{ product, column, text }], CONTEXT)
const shown = (edits: GridEdits, column: GridColumn, product = MILK) =>
  cellText(column, { product, entries: edits.rows.get(product.id), context: CONTEXT })

test('the margin follows the price, the purchase price and the VAT class, and the price follows the margin', () => {
  expect(shown(NO_EDITS, 'margin')).toBe('50')
  expect(shown(enter(NO_EDITS, 'price', '1,14'), 'margin')).toBe('0,4')
  expect(shown(enter(NO_EDITS, 'purchase_price', '1,50'), 'margin')).toBe('25')
  expect(shown(enter(NO_EDITS, 'vat_class_id', 'general'), 'margin')).toBe('44,7')
  const edits = enter(NO_EDITS, 'margin', '30 %')
  expect([shown(edits, 'price'), shown(edits, 'margin')]).toEqual(['1,62', '29,9'])
  expect(toRowChanges(edits)).toEqual([{ product_id: 1, price: { from: 2.27, to: 1.62 } }])
})

test('a margin without a purchase price waits for one; a price takes its place', () => {
  const waiting = enter(NO_EDITS, 'margin', '30', SOAP)
  expect(problemIn(waiting.rows.get(2), 'margin')).toBe('noPurchasePrice')
  expect([shown(waiting, 'price', SOAP), toRowChanges(waiting)]).toEqual(['2,27', []])
  const bought = enter(waiting, 'purchase_price', '1', SOAP)
  expect([shown(bought, 'price', SOAP), problemIn(bought.rows.get(2), 'margin')]).toEqual(['1,62', undefined])
  const priced = enter(waiting, 'price', '3', SOAP)
  expect([shown(priced, 'price', SOAP), problemIn(priced.rows.get(2), 'margin')]).toEqual(['3,00', undefined])
  expect(enter(waiting, 'margin', '', SOAP).rows.size).toBe(0)
  expect(problemIn(enter(NO_EDITS, 'margin', '100').rows.get(1), 'margin')).toBe('margin')
})

test('of a pasted row with a price and a margin, the price counts', () => {
  const cells = (['price', 'margin'] as const).map((column, at) => ({
    product: MILK,
    column,
    text: ['3', '10'][at] ?? '',
  }))
  expect(shown(enterCells(NO_EDITS, cells, CONTEXT), 'price')).toBe('3,00')
})

test('what is no value stays in its cell as typed, with its problem, and is not saved', () => {
  const edits = enter(enter(NO_EDITS, 'price', 'x1'), 'alarm_limit', '3')
  expect([shown(edits, 'price'), problemIn(edits.rows.get(1), 'price')]).toEqual(['x1', 'amount'])
  expect(toRowChanges(edits)).toEqual([])
  expect(toRowChanges(enter(edits, 'price', '2'))).toEqual([
    { product_id: 1, price: { from: 2.27, to: 2 }, alarm_limit: { from: null, to: 3 } },
  ])
})

test('the former value, however written, is no change; the same text is no step', () => {
  const edits = enter(NO_EDITS, 'price', '3')
  expect(enter(edits, 'price', '2.27 €').rows.size).toBe(0)
  expect(enter(edits, 'price', '3,00')).toBe(edits)
  expect(enter(NO_EDITS, 'margin', '50')).toBe(NO_EDITS)
})

test('the value that was seen first is kept when the product is loaded again', () => {
  const edits = enter(NO_EDITS, 'price', '3')
  const later = enter(edits, 'price', '4', { ...MILK, price: 2.5 })
  expect(toRowChanges(later)).toEqual([{ product_id: 1, price: { from: 2.27, to: 4 } }])
})

test('a decision about a cell of two admins saves mine over theirs, or drops mine', () => {
  const edits = enter(enter(NO_EDITS, 'price', '3'), 'alarm_limit', '3')
  const decided = (side: 'mine' | 'theirs') =>
    toRowChanges(decideCell(edits, { id: 1, field: 'price', side, now: 2.5 }))
  expect(decided('mine')).toEqual([{ product_id: 1, price: { from: 2.5, to: 3 }, alarm_limit: { from: null, to: 3 } }])
  expect(decided('theirs')).toEqual([{ product_id: 1, alarm_limit: { from: null, to: 3 } }])
})

test('saved rows go, with the steps back; others stay', () => {
  const edits = enter(enter(NO_EDITS, 'price', '3'), 'price', '4', SOAP)
  const remaining = withoutRows(edits, [1])
  expect([[...remaining.rows.keys()], remaining.past]).toEqual([[2], []])
})

const someCell = fc.record({
  product: fc.constantFrom(MILK, SOAP),
  column: fc.constantFrom<GridColumn>('price', 'margin', 'purchase_price', 'alarm_limit', 'vat_class_id', 'campaign'),
  text: fc.constantFrom('', '1', '2,50', '30', 'x', 'food', '2 1.12.–3.12.'),
})

test('undoing every step restores every state before, and repeating them every state after', () => {
  fc.assert(
    fc.property(fc.array(fc.array(someCell, { maxLength: 4 }), { maxLength: 8 }), blocks => {
      const states = [NO_EDITS]
      for (const cells of blocks) {
        const next = enterCells(states.at(-1) ?? NO_EDITS, cells, CONTEXT)
        if (next !== states.at(-1)) states.push(next)
      }
      let edits = states.at(-1) ?? NO_EDITS
      for (const state of states.slice(0, -1).toReversed()) {
        edits = undoEdit(edits)
        expect(edits.rows).toEqual(state.rows)
      }
      expect(undoEdit(edits)).toEqual(edits)
      for (const state of states.slice(1)) {
        edits = redoEdit(edits)
        expect(edits.rows).toEqual(state.rows)
      }
    }),
  )
})
