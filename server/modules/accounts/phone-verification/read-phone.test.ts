import { expect, test } from 'vitest'
import { readPhone } from './send-code.ts'

const NORDIC = ['FI', 'SE', 'NO', 'DK', 'EE']

test.each([
  ['040 123 4567', '+358401234567'],
  ['(0)40-1234567', '+358401234567'],
  ['+358 40 123 4567', '+358401234567'],
  ['00358 40 123 4567', '+358401234567'],
  ['+358 457 123 4567', '+3584571234567'],
  ['+46 70 123 45 67', '+46701234567'],
  ['+47 900 12 345', '+4790012345'],
  ['+45 20 12 34 56', '+4520123456'],
  ['+372 5123 4567', '+37251234567'],
])('%s is read as %s', (typed, phone) => {
  expect(readPhone(typed, NORDIC)).toBe(phone)
})

test.each(['', 'abc', '+', '+358', '12', '+3584012345678901', '040 123 4567;ext=5', '\u0000', '040123456\n040123457'])(
  '%j is refused as an invalid number',
  typed => {
    expect(readPhone(typed, NORDIC)).toMatchObject({ refused: 'verification.phoneInvalid' })
  },
)

test.each(['+358 600 100 100', '+358 9 123 4567'])('%s is refused as a landline or premium-rate number', typed => {
  expect(readPhone(typed, NORDIC)).toMatchObject({ refused: 'verification.phoneInvalid' })
})

test.each(['+1 212 555 0100', '+44 7400 123456', '+7 912 345 67 89', '+881 6 1234 5678'])(
  '%s is refused as a number of an unsupported country',
  typed => {
    expect(readPhone(typed, NORDIC)).toMatchObject({ refused: 'verification.countryNotAllowed' })
  },
)

test('a number without a country code belongs to the first country', () => {
  expect(readPhone('070 123 45 67', ['SE', 'FI'])).toBe('+46701234567')
})
