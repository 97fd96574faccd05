import { expect, test } from 'vitest'
import { barLength, chartHours } from './chart-scale.ts'

const sold = { sales: 1, purchases: 1 }
const none = { sales: 0, purchases: 0 }

test('the chart covers the hours from 8 to 21 and extends to sales outside them', () => {
  expect(chartHours([]).map(({ hour }) => hour)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
  const wide = chartHours([
    { hour: 6, now: sold, before: none },
    { hour: 22, now: none, before: sold },
  ])
  expect([wide.length, wide[0]?.now, wide[1]?.now, wide.at(-1)?.before]).toEqual([17, sold, none, sold])
})

test('a bar is its share of the largest value, at least visible; zero and negative values have none', () => {
  expect([30, 15, 0.01].map(value => barLength(value, 30))).toEqual([
    'max(3px, 100%)',
    'max(3px, 50%)',
    `max(3px, ${(0.01 / 30) * 100}%)`,
  ])
  expect([0, -5].map(value => barLength(value, 30))).toEqual(['0', '0'])
})
