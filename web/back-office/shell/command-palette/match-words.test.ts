import { expect, test } from 'vitest'
import { hasWords, searchEntries, splitWords } from './match-words.ts'

const matches = (typed: string, text: string) => hasWords(splitWords(text), splitWords(typed))

test('the beginning of a word is enough, in any order, without case and accents', () => {
  expect(matches('stock rec', 'Receive stock')).toBe(true)
  expect(matches('hyllylappu', 'Tulosta HYLLY\u00ADLAPPU')).toBe(true)
  expect(matches('skriv hyllkant', 'Skriv ut hyllkantsetiketter')).toBe(true)
  expect(matches('ecei', 'Receive')).toBe(false)
  expect(matches('receive goods', 'Receive stock')).toBe(false)
})

test('a Finnish or Swedish word is found in another form', () => {
  expect(matches('kampanjan', 'kampanja')).toBe(true)
  expect(matches('varmuuskopiot', 'varmuuskopio')).toBe(true)
  expect(matches('kategorier', 'kategori')).toBe(true)
  // A short word has no ending to leave out, and a long one not half of itself.
  expect(matches('ovet', 'ovi')).toBe(false)
  expect(matches('kauppa', 'kaupunki')).toBe(false)
})

test('labels come before keywords', () => {
  const entries = [
    { id: 'a', label: 'Orders', keywords: 'sales' },
    { id: 'b', label: 'Sales by day' },
  ]
  expect(searchEntries(entries, 'sales').map(({ id }) => id)).toEqual(['b', 'a'])
  expect(searchEntries(entries, '')).toEqual(entries)
})
