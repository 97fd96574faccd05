import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** The words of a search, each of which must be found. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter(word => word !== '')

/** Whether a text, in the form of search_form in 011-search.sql, contains a word. */
export const contains = (searchForm: RawBuilder<string>, word: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`position(search_form(${word}) in ${searchForm}) > 0`

/** The order of Finnish words, whatever the database's own collation is. */
export const inFinnishOrder = (text: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`search_form(${text}) collate "C"`
