import { expect, test } from 'vitest'
import { groupDigits, spellDigits } from './door-code.ts'

test.each([
  ['72689863', '7268 9863'],
  ['123456', '123 456'],
  ['1234567', '1234 567'],
  ['1234', '1234'],
])('the door code %s is shown as %s, not grouped like a number', (code, shown) => {
  expect(groupDigits(code)).toBe(shown)
})

test('a screen reader gets each digit', () => {
  expect(spellDigits('7268')).toBe('7 2 6 8')
})
