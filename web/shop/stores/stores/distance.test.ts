import { expect, test } from 'vitest'
import { distanceText } from './distance.tsx'

test.each([
  [3, 'metres', '0'],
  [347, 'metres', '350'],
  [994, 'metres', '990'],
  [996, 'kilometres', '1'],
  [1240, 'kilometres', '1,2'],
  [9_960, 'kilometres', '10'],
  [12_300, 'kilometres', '12'],
])('%i m is shown in %s as %s', (metres, unit, distance) => {
  expect(distanceText(metres)).toEqual({ unit, distance })
})
