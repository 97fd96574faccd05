import { expect, test } from 'vitest'
import { type NumberKey, pressKey } from './number-pad.tsx'

const typedWith = (...keys: NumberKey[]) => keys.reduce(pressKey, '')

test.each([
  [['1', '2', ',', '5'], '12,5'],
  [[',', '5'], '0,5'],
  [['1', ',', ',', '2'], '1,2'],
  [['1', '2', 'back'], '1'],
  [['back'], ''],
  [['3', 'sign'], '-3'],
  [['sign', '3'], '-3'],
  [['3', 'sign', 'sign'], '3'],
  [['sign', ',', '5'], '-0,5'],
] as const)('the keys %o enter %s', (keys, text) => {
  expect(typedWith(...keys)).toBe(text)
})

test('a decimal point from a keyboard also counts as the decimal sign', () => {
  expect(pressKey('1.5', ',')).toBe('1.5')
})
