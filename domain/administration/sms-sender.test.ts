import { expect, test } from 'vitest'
import { mustBeAuthorised } from './shop-status.ts'

test.each([
  { what: 'a name', sender: 'Puoti', countries: ['FI', 'SE'], expected: true },
  { what: 'a Finnish number', sender: '+358401234567', countries: ['FI'], expected: true },
  { what: 'a foreign number', sender: '+46701234567', countries: ['FI'], expected: false },
  { what: 'an unknown sender', sender: undefined, countries: ['FI'], expected: true },
  { what: 'a name without shoppers in Finland', sender: 'Puoti', countries: ['SE', 'NO'], expected: false },
])('$what must be authorised: $expected', ({ expected, ...sending }) => {
  expect(mustBeAuthorised(sending)).toBe(expected)
})
