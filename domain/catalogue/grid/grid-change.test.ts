import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldsIn, type GridValues, mergeRow } from './grid-change.ts'

const NOW: GridValues = {
  price: 1.75,
  purchase_price: null,
  alarm_limit: 2,
  group_id: null,
  vat_class_id: 1,
  order_pack: null,
  enabled: true,
  offered: true,
  campaign: { price: 1.5, from_day: '2026-12-04', until_day: '2026-12-06' },
}

test('fields that another admin changed are kept, and mine are taken', () => {
  const stored = { ...NOW, alarm_limit: 5 }
  expect(mergeRow({ price: { from: 1.75, to: 2 } }, stored)).toEqual([
    { field: 'price', from: 1.75, to: 2, outcome: 'changed' },
  ])
})

test('a field that both changed is theirs until someone decides, unless both chose the same', () => {
  const cells = mergeRow({ price: { from: 1.5, to: 2 }, alarm_limit: { from: 1, to: 2 } }, NOW)
  expect(cells).toEqual([
    { field: 'price', from: 1.75, to: 2, outcome: 'theirs' },
    { field: 'alarm_limit', from: 2, to: 2, outcome: 'same' },
  ])
})

test('campaigns are the same when their price and days are', () => {
  const campaign = { price: 1.5, from_day: '2026-12-04', until_day: '2026-12-06' }
  const outcome = (from: typeof campaign, to: typeof campaign | null) =>
    mergeRow({ campaign: { from, to } }, NOW).map(cell => cell.outcome)
  expect(outcome(campaign, null)).toEqual(['changed'])
  expect(outcome({ ...campaign, price: 1.4 }, null)).toEqual(['theirs'])
  expect(outcome({ ...campaign, price: 1.4 }, campaign)).toEqual(['same'])
})

test('whatever two admins change, a cell is saved only over the value that its admin saw', () => {
  const price = fc.constantFrom(1, 2, 3)
  fc.assert(
    fc.property(price, price, price, (from, to, now) => {
      const [cell] = mergeRow({ price: { from, to } }, { ...NOW, price: now })
      expect(cell?.outcome === 'changed').toBe(from === now && to !== now)
      expect(cell?.outcome === 'theirs').toBe(from !== now && to !== now)
    }),
  )
})

test('the changed fields of all rows are listed once, in the order of the columns', () => {
  expect(fieldsIn([{ enabled: { from: true, to: false } }, { price: { from: 1, to: 2 } }, {}])).toEqual([
    'price',
    'enabled',
  ])
})
