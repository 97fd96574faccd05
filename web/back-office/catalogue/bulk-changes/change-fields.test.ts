import { expect, test } from 'vitest'
import { changeIn, EMPTY_DRAFT } from './change-fields.tsx'

const TODAY = '2026-11-27'
const DAYS = { from_day: '2026-11-30', until_day: '2026-12-06' }
const CAMPAIGN = { ...EMPTY_DRAFT, fromDay: DAYS.from_day, untilDay: DAYS.until_day }

test.each([
  ['pricePercent', '+2,5 %', { kind: 'pricePercent', percent: 2.5, round_to_5_cents: false }],
  ['pricePercent', '−10', { kind: 'pricePercent', percent: -10, round_to_5_cents: false }],
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
  expect(changeIn({ ...EMPTY_DRAFT, kind, number }, TODAY)).toEqual(change)
})

test('a chosen store can be set to offer the products or not, and no store gives no change', () => {
  const draft = { ...EMPTY_DRAFT, kind: 'offered' as const, id: '7' }
  expect(changeIn({ ...draft, yes: false }, TODAY)).toEqual({ kind: 'offered', store_id: 7, offered: false })
  expect(changeIn({ ...draft, id: '' }, TODAY)).toBeUndefined()
  expect(changeIn({ ...draft, kind: 'group' }, TODAY)).toEqual({ kind: 'group', group_id: 7 })
})

test.each([
  ['campaignPercent', '20', { percent: -20, round_to_5_cents: false }],
  ['campaignPercent', '−12,5 %', { percent: -12.5, round_to_5_cents: false }],
  ['campaignPercent', '100', undefined],
  ['campaignPercent', '0', undefined],
  ['campaignPercent', '1,234', undefined],
  ['campaignTo', '1,45 €', { price: 1.45 }],
  ['campaignTo', '0', undefined],
  ['campaignTo', '-1', undefined],
  ['campaignTo', '1,455', undefined],
  ['campaignTo', '', undefined],
] as const)('a campaign, %s, with the input %j gives %j', (kind, number, change) => {
  const expected = change && { kind, ...change, ...DAYS }
  expect(changeIn({ ...CAMPAIGN, kind, number }, TODAY)).toEqual(expected)
})

test.each([
  { fromDay: '' },
  { untilDay: '' },
  { untilDay: '31.2.2026' },
  { fromDay: '2026-11-26' },
  { untilDay: '2026-11-29' },
  { untilDay: '2027-12-24' },
])('a campaign with the days %j is none', days => {
  expect(changeIn({ ...CAMPAIGN, kind: 'campaignTo', number: '1', ...days }, TODAY)).toBeUndefined()
})

test('campaigns end that run, or that have not begun', () => {
  const ended = (yes: boolean) => changeIn({ ...EMPTY_DRAFT, kind: 'endCampaign', yes }, TODAY)
  expect([ended(true), ended(false)]).toEqual([
    { kind: 'endCampaign', state: 'running' },
    { kind: 'endCampaign', state: 'planned' },
  ])
})
