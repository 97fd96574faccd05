import { expect, test } from 'vitest'
import { chartHours } from './chart-hours.ts'

const sold = { sales: 1, purchases: 1 }
const none = { sales: 0, purchases: 0 }

test('the chart covers the hours from 8 to 21 and extends to sales outside them', () => {
  expect(chartHours([]).map(({ hour }) => hour)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
  const wide = chartHours([
    { hour: 6, current: sold, previous: none },
    { hour: 22, current: none, previous: sold },
  ])
  expect([wide.length, wide[0]?.current, wide[1]?.current, wide.at(-1)?.previous]).toEqual([17, sold, none, sold])
})
