import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** The words of a search, each of which must be found. */
export const wordsOf = (text: string): string[] => text.split(/\s+/).filter(word => word !== '')

/** A text, as search_form in 011-search.sql writes it, has a word in it. */
export const contains = (searchForm: RawBuilder<string>, word: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`position(search_form(${word}) in ${searchForm}) > 0`

/** The order of Finnish words, whatever the database's own is. */
export const inFinnishOrder = (text: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`search_form(${text}) collate "C"`
