import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutDirectionControls } from './direction-controls.ts'

const CONTROLS = Array.from('\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069')
const control = fc.constantFrom(...CONTROLS)
const other = fc.string({ unit: 'binary', maxLength: 5 }).filter(text => !CONTROLS.some(each => text.includes(each)))

test('direction controls are removed anywhere in a text, and the rest keeps its order', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ other, controls: fc.array(control, { maxLength: 3 }) })), parts => {
      const mixed = parts.map(part => part.other + part.controls.join('')).join('')
      expect(withoutDirectionControls(mixed)).toBe(parts.map(part => part.other).join(''))
    }),
  )
})

test('a name that reverses the text after it becomes plain', () => {
  expect(withoutDirectionControls('Rye bread\u202E')).toBe('Rye bread')
  expect(withoutDirectionControls('\u2066Maito\u2069')).toBe('Maito')
})

test('direction marks of Hebrew and Arabic texts stay, and so do joined emoji', () => {
  for (const text of ['חלב (3%)\u200f', 'abc\u200e', '\u061c50 حليب', '👩‍🌾 Tila'])
    expect(withoutDirectionControls(text)).toBe(text)
})
