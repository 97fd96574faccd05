import { expect, test } from 'vitest'
import { businessIdProblem, isBusinessId } from './operator-fields.ts'

// The last one is an old id with six digits.
test.each(['0245458-3', '1531864-4', '1680235-8', ' 0245458-3 ', '245458-3', '0245458\u20113', '0245458–3'])(
  '%j is a business id',
  text => {
    expect(isBusinessId(text)).toBe(true)
  },
)

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
  '0000000-0',
])('%j is not a business id', text => {
  expect(isBusinessId(text)).toBe(false)
})

test('at most one of the ten last digits makes a valid business id', () => {
  for (let number = 1_000_000; number < 1_002_000; number++) {
    const right = [...Array(10).keys()].filter(digit => isBusinessId(`${number}-${digit}`))
    expect(right.length).toBeLessThanOrEqual(1)
  }
})

test('only business ids of Finland are checked, for their form and their check digit', () => {
  expect(businessIdProblem('2345678-9', 'FI')).toBe('digit')
  expect(businessIdProblem('23456789', 'FI')).toBe('format')
  expect(businessIdProblem('0245458-3', 'FI')).toBeUndefined()
  expect(businessIdProblem(' ', 'FI')).toBeUndefined()
  expect(businessIdProblem('556016-0680', 'SE')).toBeUndefined()
  expect(businessIdProblem('anything', null)).toBeUndefined()
})
