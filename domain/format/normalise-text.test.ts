import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparisonKey, normaliseLine, normaliseText, searchKey } from './normalise-text.ts'

/** Texts of the characters that spreadsheets, PDF files and web pages mix into names. */
const pasted = fc.string({
  unit: fc.constantFrom(
    ...Array.from('äÄa\u0308\u030ao\u00a0 \t\n\r\u0085\u2028\u2003\u200b\u200d\u00ad\ufeff\u2060\u202e.9ŋ'),
  ),
})

test('spellings that look the same become the same line', () => {
  const nfd = 'Mäkelän Mylly'.normalize('NFD')
  for (const text of ['Mäkelän Mylly', nfd, 'Mäkelän\u00a0Mylly', ' Mäkelän  Mylly\t', 'Mäkelän\r\nMylly'])
    expect(normaliseLine(text)).toBe('Mäkelän Mylly')
  expect(normaliseLine('Kaura-\njuoma')).toBe('Kaura- juoma')
  expect(normaliseLine('Ruis\u00adlei\u200bpä\ufeff')).toBe('Ruisleipä')
})

test('a longer text keeps its lines and paragraphs', () => {
  expect(normaliseText('  Avoinna\u00a0\r\n  ma–pe 8–20 \r\r\n\n\n\nTervetuloa\u0085!\t')).toBe(
    'Avoinna\nma–pe 8–20\n\nTervetuloa\n!',
  )
})

test('joined emoji and the direction marks of Hebrew and Arabic stay', () => {
  for (const text of ['👩‍🌾 Tila', 'חלב (3%)\u200f', '\u061c50 حليب']) {
    expect(normaliseLine(text)).toBe(text)
    expect(normaliseText(text)).toBe(text)
  }
})

test('a letter keeps at most 30 marks: ordering thousands of them would take seconds', () => {
  const marks = '\u0301'.repeat(16_000) + '\u0323'.repeat(16_000)
  for (const normalise of [normaliseLine, normaliseText, comparisonKey, searchKey])
    expect(normalise(`a${marks} b`).length).toBeLessThan(40)
  expect(normaliseLine(`x${'\u0344'.repeat(20)}`)).toBe(normaliseLine(normaliseLine(`x${'\u0344'.repeat(20)}`)))
})

test('names are compared without case, and searched also without accents', () => {
  expect(comparisonKey('LEIPÄ\u00a0 Oy'.normalize('NFD'))).toBe('leipä oy')
  expect(searchKey(' Ruisleipä  PALA')).toBe('ruisleipa pala')
})

test('normalising twice changes nothing, and no result holds unusual white space or a decomposed letter', () => {
  fc.assert(
    fc.property(pasted, text => {
      for (const normalise of [normaliseLine, normaliseText, comparisonKey, searchKey])
        expect(normalise(normalise(text))).toBe(normalise(text))
      expect(normaliseLine(text)).toBe(normaliseLine(text).normalize('NFC'))
      expect(normaliseLine(text)).not.toMatch(/[^\S ]|^ | $| {2}|[\u0085\u200b\u2060\u00ad\u202e]/u)
      expect(normaliseText(text)).not.toMatch(/[^\S \n]|^\s|\s$| {2}| \n|\n |\n{3}|[\u0085\u200b\u2060\u00ad\u202e]/u)
      expect(normaliseLine(normaliseText(text))).toBe(normaliseLine(text))
    }),
  )
})
