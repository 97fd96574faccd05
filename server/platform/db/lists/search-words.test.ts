import { expect, test } from 'vitest'
import { searchWords } from './search-words.ts'

test.each([
  ['040 123 4567', ['0401234567']],
  ['040-1234567', ['0401234567']],
  ['+358 (0)40 123', ['+35840123']],
  ['00358 40 123', ['+35840123']],
  ['anna example.fi', ['anna', 'example.fi']],
  ['anna 040', ['anna', '040']],
  ['  ', []],
  ['a', []],
  ['+', []],
])('a search for %j uses the words %j', (text, words) => {
  expect(searchWords(text)).toEqual(words)
})
