import { expect, test } from 'vitest'
import { isKeepable, RETENTION_FIELDS, RETENTION_NAMES, retentionFrom } from './retention-periods.ts'

test('a missing or invalid retention time falls back to its default', () => {
  const usual = retentionFrom({})
  for (const name of RETENTION_NAMES) expect(usual[name]).toBe(RETENTION_FIELDS[name].initial)
  expect(retentionFrom({ visit_days: 30, mailbox_days: 0, bulk_change_days: '9', unknown: 1 })).toEqual({
    ...usual,
    visit_days: 30,
  })
})

test.each(RETENTION_NAMES)('%s has bounds, and its default lies between them', name => {
  const { initial, min, max } = RETENTION_FIELDS[name]
  expect([min, initial, max].map(time => isKeepable(name, time))).toEqual([true, true, true])
  expect([min - 1, max + 1, initial + 0.5, Number.NaN].map(time => isKeepable(name, time))).toEqual(
    Array(4).fill(false),
  )
})
