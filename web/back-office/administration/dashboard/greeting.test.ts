import { expect, test } from 'vitest'
import { partOfDay } from './greeting.ts'

test('a greeting goes by the clock, and the night is a long evening', () => {
  const greeted = Array.from({ length: 24 }, (_, hour) => partOfDay(hour))
  expect(greeted.map(part => part[0]).join('')).toBe('eeeemmmmmmmmddddddeeeeee')
})
