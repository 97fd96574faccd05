import { expect, test } from 'vitest'
import { type CellContext, type GridProduct, readCell, writeCell, writeMargin } from './grid-cells.ts'
import type { GridField } from './grid-change.ts'

const CONTEXT: CellContext = {
  groups: [
    { id: 1, name: 'Maitotuotteet' },
    { id: 2, name: 'Juomat' },
  ],
  vatClasses: [
    { id: 11, name: '13,5 % · Elintarvikkeet', basisPoints: 1350 },
    { id: 12, name: '25,5 % · Yleinen', basisPoints: 2550 },
    { id: 13, name: '25,5 % · Muu', basisPoints: 2550 },
  ],
  yes: 'Kyllä',
  no: 'Ei',
  today: '2026-11-30',
  campaignDays: { from_day: '2026-12-01', until_day: '2026-12-07' },
}
const MILK: GridProduct = {
  id: 1001,
  name: 'Maito',
  price: 3.6,
  purchase_price: null,
  alarm_limit: null,
  group_id: 1,
  vat_class_id: 11,
  order_pack: null,
  enabled: true,
  offered: true,
  campaign: null,
  deposit: 0.1,
  product_code_type: 'standard',
}
const read = (field: GridField, text: string, change: Partial<GridProduct> = {}) =>
  readCell(field, text, { product: { ...MILK, ...change }, context: CONTEXT })

test.each(['3,50', '3.50', '3,50 €', '3.5', ' 3,50\u00a0€ ', '€3,50'])('%j is 3.50 €', text => {
  expect(read('price', text)).toEqual({ value: 3.5 })
})

test.each([
  ['price', '', 'amount'],
  ['price', '3,505', 'amount'],
  ['price', '-1', 'amount'],
  ['price', 'x', 'amount'],
  ['price', '100001', 'amount'],
  ['price', '0,05', 'belowDeposit'],
  ['purchase_price', '', 'purchasePrice'],
  ['purchase_price', '0,83455', 'purchasePrice'],
  ['alarm_limit', '-1', 'quantity'],
  ['order_pack', '0', 'quantity'],
  ['order_pack', '1,5', 'quantity'],
  ['group_id', 'Leivät', 'group'],
  ['vat_class_id', '25,5 %', 'vatClass'],
  ['vat_class_id', '', 'vatClass'],
  ['enabled', 'ehkä', 'yesOrNo'],
  ['campaign', 'x', 'campaign'],
  ['campaign', '0', 'campaign'],
  ['campaign', '3,60', 'campaignNotLower'],
  ['campaign', '0,05', 'belowDeposit'],
  ['campaign', '2,50 29.11.2026–2.12.2026', 'campaignPast'],
  ['campaign', '2,50 1.12.2026–1.12.2028', 'campaignTooLong'],
  ['campaign', '2,50 32.12.–33.12.', 'campaign'],
] as const)('%s: %j is refused as %s', (field, text, problem) => {
  expect(read(field, text)).toEqual({ problem })
})

test.each([
  ['purchase_price', '0,8345 €', 0.8345],
  ['alarm_limit', '', null],
  ['alarm_limit', '2,5', 2.5],
  ['order_pack', '12', 12],
  ['group_id', 'juomat', 2],
  ['group_id', '', null],
  ['vat_class_id', '13,5 %', 11],
  ['vat_class_id', '13.5', 11],
  ['vat_class_id', '25,5 % · muu', 13],
  ['enabled', 'kyllä', true],
  ['offered', 'x', true],
  ['offered', '', false],
  ['enabled', 'Ei', false],
  ['campaign', '', null],
  ['campaign', '2,50 €', { price: 2.5, from_day: '2026-12-01', until_day: '2026-12-07' }],
  ['campaign', '2,50 4.12.–6.12.', { price: 2.5, from_day: '2026-12-04', until_day: '2026-12-06' }],
  ['campaign', '2,50 € 30.12.–2.1.2027', { price: 2.5, from_day: '2026-12-30', until_day: '2027-01-02' }],
  ['campaign', '2,50 30.12.-2.1.', { price: 2.5, from_day: '2026-12-30', until_day: '2027-01-02' }],
  ['campaign', '2,50 4.12.', { price: 2.5, from_day: '2026-12-04', until_day: '2026-12-04' }],
] as const)('%s: %j is a value', (field, text, value) => {
  expect(read(field, text)).toEqual({ value })
})

test('half a pack is allowed for what is weighed', () => {
  expect(read('order_pack', '1,5', { product_code_type: 'bulk' })).toEqual({ value: 1.5 })
})

test('a campaign keeps the days that the product’s has, from today on; goods with a price label have none', () => {
  const campaign = { price: 3, from_day: '2026-11-20', until_day: '2026-12-02' }
  expect(read('campaign', '2,80', { campaign })).toEqual({
    value: { price: 2.8, from_day: '2026-11-30', until_day: '2026-12-02' },
  })
  expect(read('campaign', '2,80', { product_code_type: 'bulk_encoded_price' })).toEqual({ problem: 'onLabel' })
})

test.each([
  ['price', 3.5, '3,50'],
  ['price', 12345, '12345,00'],
  ['purchase_price', 0.8345, '0,8345'],
  ['purchase_price', 2, '2,00'],
  ['purchase_price', null, ''],
  ['alarm_limit', 2.5, '2,5'],
  ['group_id', 2, 'Juomat'],
  ['group_id', 99, '99'],
  ['vat_class_id', 13, '25,5 % · Muu'],
  ['enabled', false, 'Ei'],
  ['campaign', { price: 2.5, from_day: '2026-12-04', until_day: '2026-12-06' }, '2,50 04.12.2026–06.12.2026'],
] as const)('%s: %j is written as %j, and read back', (field, value, text) => {
  expect(writeCell(field, value, CONTEXT)).toBe(text)
  const isUnknown = value === 99 || (field === 'purchase_price' && value === null)
  if (!isUnknown) expect(read(field, text, { price: 99_999 })).toEqual({ value })
})

test('a margin is written in percent, with a hyphen below cost', () => {
  expect([writeMargin(3245), writeMargin(-1350), writeMargin(undefined)]).toEqual(['32,5', '-13,5', ''])
})
