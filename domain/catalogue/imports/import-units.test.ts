import { expect, test } from 'vitest'
import { readRow } from './import-row.ts'
import { UNIT_WORDS, unitNamed } from './import-units.ts'

test.each([
  ['KPL', 'kpl'],
  ['Kpl.', 'kpl'],
  [' kpl ', 'kpl'],
  ['PKT', 'pkt'],
  ['Pullo', 'plo'],
  ['ST', 'kpl'],
  ['pcs.', 'kpl'],
  ['KG', 'kg'],
  ['PÅSE', 'ps'],
])('%j is read as %s', (text, unit) => {
  expect(readRow([text], ['unit'])).toMatchObject({ values: new Map([['unit', unit]]), problems: [] })
})

test.each(['burk', 'nippu', 'Kenno.', 'kpl/ltk', 'g', 'constructor'])('%j stays a unit of the shop’s own', text => {
  expect(unitNamed(text)).toBe(text)
  expect(readRow([text], ['unit']).values.get('unit')).toBe(text)
})

test('an empty unit changes nothing', () => {
  expect(readRow(['  '], ['unit']).values.has('unit')).toBe(false)
})

test('each word is of one unit', () => {
  const words = Object.entries(UNIT_WORDS).flatMap(([unit, others]) => [unit, ...others])
  expect(new Set(words).size).toBe(words.length)
  for (const [unit, others] of Object.entries(UNIT_WORDS))
    expect([unit, ...others].map(unitNamed)).toEqual(Array(others.length + 1).fill(unit))
})
