import { expect, test } from 'vitest'
import { isBusinessId } from './operator-fields.ts'

// The last one is an old id with six digits.
test.each(['0245458-3', '1531864-4', '1680235-8', ' 0245458-3 ', '245458-3'])('%j is a business id', text => {
  expect(isBusinessId(text)).toBe(true)
})

test.each([
  '0245458-4',
  '2045458-3',
  '02454583',
  '0245458-',
  '',
  'FI02454583',
  '12345-6',
  '12345678-9',
  '0000006-0',
  '0000006-1',
])('%j is not a business id', text => {
  expect(isBusinessId(text)).toBe(false)
})

test('at most one of the ten last digits makes a valid business id', () => {
  for (let number = 1_000_000; number < 1_002_000; number++) {
    const right = [...Array(10).keys()].filter(digit => isBusinessId(`${number}-${digit}`))
    expect(right.length).toBeLessThanOrEqual(1)
  }
})
