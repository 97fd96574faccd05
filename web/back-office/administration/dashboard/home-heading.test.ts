import { expect, test } from 'vitest'
import { partOfDay } from './home-heading.tsx'

test('the greeting follows the hour, and the night counts as evening', () => {
  const greeted = Array.from({ length: 24 }, (_, hour) => partOfDay(hour))
  expect(greeted.map(part => part[0]).join('')).toBe('eeeemmmmmmmmddddddeeeeee')
})
