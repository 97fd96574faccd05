import { expect, test } from 'vitest'
import { percentText } from './percent-text.ts'

test.each([
  [0, '0\u00a0%'],
  [10, '10\u00a0%'],
  [13.5, '13,5\u00a0%'],
  [25.55, '25,55\u00a0%'],
])('%s percent is written as %s', (percent, text) => {
  expect(percentText(percent)).toBe(text)
})
