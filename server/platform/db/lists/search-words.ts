import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { normaliseLine } from '#domain/format/normalise-text.ts'

/** Digits in groups, as people write a number: +358 40 123, 040-123, (0)40 123. */
const NUMBER_PATTERN = /^[+\d\s()-]*\d[+\d\s()-]*$/

/**
 * The words that a search of users looks for. A phone number is one word however it is grouped, in the form in which numbers are
 * stored; of any other text each word must be found. A single character is ignored: it matches too much.
 */
export function searchWords(typed: string): string[] {
  const text = normaliseLine(typed)
  const words = NUMBER_PATTERN.test(text) ? [asKept(text)] : splitWords(text)
  return words.filter(word => word.length > 1)
}

const asKept = (number: string) =>
  number
    .replaceAll('(0)', '')
    .replaceAll(/[\s()-]/g, '')
    .replace(/^00/, '+')

/** The words of a search, each of which must be found. */
export const splitWords = (text: string): string[] =>
  normaliseLine(text)
    .split(' ')
    .filter(word => word !== '')

/** Whether a text, in the form of search_form in 011-search.sql, contains a word. */
export const containsWord = (searchForm: RawBuilder<string>, word: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`position(search_form(${word}) in ${searchForm}) > 0`

/** The order of Finnish words, whatever the database's own collation is. */
export const inFinnishOrder = (text: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`search_form(${text}) collate "C"`
