import { afterEach, expect, test } from 'vitest'
import type { CellContext, GridProduct } from '#domain/catalogue/grid/grid-cells.ts'
import { NO_EDITS } from '#domain/catalogue/grid/grid-edits.ts'
import { eraseStored, readStored, writeStored } from '#web/kit/api/browser-storage.ts'
import { changeGrid, readDraft, storeDraft } from './grid-draft.ts'

const CONTEXT: CellContext = {
  groups: [],
  vatClasses: [{ id: 11, name: 'food', basisPoints: 1350 }],
  yes: 'Yes',
  no: 'No',
  today: '2026-11-30',
  campaignDays: { from_day: '2026-12-01', until_day: '2026-12-07' },
}
const MILK: GridProduct = {
  id: 1001,
  name: 'Milk',
  price: 2.27,
  purchase_price: null,
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
const cells = (['price', 'margin', 'campaign', 'enabled'] as const).map((column, index) => ({
  product: MILK,
  column,
  text: ['x', '30', '2 4.12.–6.12.', 'No'][index] ?? '',
}))

afterEach(() => eraseStored('puoti-grid-1001'))

test('unsaved changes, also those with a problem, are read back as they were', () => {
  const edits = changeGrid(NO_EDITS, { type: 'enter', cells: cells.slice(1), context: CONTEXT })
  const wrong = changeGrid(edits, { type: 'enter', cells: cells.slice(0, 1), context: CONTEXT })
  for (const each of [edits, wrong]) {
    storeDraft(1001, each)
    expect(readDraft(1001).rows).toEqual(each.rows)
  }
  expect(readDraft(1002).rows.size).toBe(0)
})

test('without changes nothing is stored', () => {
  storeDraft(1001, changeGrid(NO_EDITS, { type: 'enter', cells, context: CONTEXT }))
  storeDraft(1001, NO_EDITS)
  expect(readStored('puoti-grid-1001')).toBeNull()
})

test.each(['', 'x', '{}', '[[1001]]', '[["a",{}]]'])('a stored text that is no draft is none: %j', text => {
  writeStored('puoti-grid-1001', text)
  expect(readDraft(1001)).toEqual(NO_EDITS)
})

test('a row that another version of the app wrote is left out, and others stay', () => {
  const row = { name: 'Milk', cells: { price: { from: 1, text: '2', read: { value: 2 } } } }
  const rows = [
    [1001, row],
    [1002, { ...row, cells: { weight: row.cells.price } }],
  ]
  writeStored('puoti-grid-1001', JSON.stringify(rows))
  expect([...readDraft(1001).rows]).toEqual([[1001, row]])
})
