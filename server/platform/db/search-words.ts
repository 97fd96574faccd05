import { wordsOf } from './search.ts'

/** Digits in groups, as people write a number: +358 40 123, 040-123, (0)40 123. */
const NUMBER = /^[+\d\s()-]*\d[+\d\s()-]*$/

/**
 * The words that a search of users looks for. A phone number is one word however it is grouped, in the form in which numbers are
 * stored; of any other text each word must be found. A single character is ignored: it matches too much.
 */
export function searchWords(text: string): string[] {
  const words = NUMBER.test(text) ? [asKept(text)] : wordsOf(text)
  return words.filter(word => word.length > 1)
}

const asKept = (number: string) =>
  number
    .replaceAll('(0)', '')
    .replaceAll(/[\s()-]/g, '')
    .replace(/^00/, '+')
