import { expect, test } from 'vitest'
import { changeIn, EMPTY_DRAFT } from './change-fields.tsx'

test.each([
  ['pricePercent', '+2,5 %', { kind: 'pricePercent', percent: 2.5, to_5_cents: false }],
  ['pricePercent', '−10', { kind: 'pricePercent', percent: -10, to_5_cents: false }],
  ['pricePercent', '0', undefined],
  ['pricePercent', '-100', undefined],
  ['pricePercent', '1,234', undefined],
  ['pricePercent', '', undefined],
  ['priceTo', '1,45 €', { kind: 'priceTo', price: 1.45 }],
  ['priceTo', '-1', undefined],
  ['priceTo', '1,455', undefined],
  ['alarmLimit', '', { kind: 'alarmLimit', alarm_limit: null }],
  ['alarmLimit', '2,5', { kind: 'alarmLimit', alarm_limit: 2.5 }],
  ['alarmLimit', 'x', undefined],
  ['supplier', '', undefined],
  ['group', '', { kind: 'group', group_id: null }],
  ['enabled', '', { kind: 'enabled', enabled: true }],
] as const)('%s with the input %j gives %j', (kind, number, change) => {
  expect(changeIn({ ...EMPTY_DRAFT, kind, number })).toEqual(change)
})

test('a chosen store can be set to offer the products or not, and no store gives no change', () => {
  const draft = { ...EMPTY_DRAFT, kind: 'offered' as const, id: '7' }
  expect(changeIn({ ...draft, yes: false })).toEqual({ kind: 'offered', store_id: 7, offered: false })
  expect(changeIn({ ...draft, id: '' })).toBeUndefined()
  expect(changeIn({ ...draft, kind: 'group' })).toEqual({ kind: 'group', group_id: 7 })
})
