import { expect, test } from 'vitest'
import { formatPhone, parsePhone } from './phone-format.ts'

test.each([
  ['+358401234567', '+358 40 123 4567'],
  ['+35850123456', '+358 50 123 456'],
  ['+358470000100', '+358 47 000 0100'],
  ['+46701234567', '+46 70 123 45 67'],
  ['+4740612345', '+47 406 12 345'],
  ['+4532123456', '+45 32 12 34 56'],
  ['+37251234567', '+372 5123 4567'],
  ['+442079460958', '+442079460958'],
  ['029 534 5000', '029 534 5000'],
])('%s is shown as %s', (phone, shown) => {
  expect(formatPhone(phone).replaceAll('\u00a0', ' ')).toBe(shown)
})

test('a formatted number contains no space that can break over two lines', () => {
  expect(formatPhone('+358401234567')).not.toContain(' ')
})

test.each([
  ['+358 40 123 4567', '+358401234567'],
  ['+358\u00a040\u00a0123\u00a04567', '+358401234567'],
  ['00358 (40) 123-4567', '+358401234567'],
  ['040 123 4567', undefined],
  ['+358 40 CALL ME', undefined],
  ['+0401234567', undefined],
  ['', undefined],
])('%j is parsed as %s', (typed, phone) => {
  expect(parsePhone(typed)).toBe(phone)
})
