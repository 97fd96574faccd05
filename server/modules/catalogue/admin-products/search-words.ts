import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { splitWords } from '#server/platform/db/lists/search-words.ts'

const MAX_ID = 2_147_483_647

const isDigits = (word: string) => /^\d+$/.test(word)

const idIn = (digits: string) => (Number(digits) <= MAX_ID ? Number(digits) : 0)

/** A single letter is too little to search for. */
export const searchedWords = (q: string | undefined): string[] => splitWords(q ?? '').filter(word => word.length > 1)

/** Matches anywhere in a name; two letters at the beginning of a word: with the space before them they are a trigram. */
const termPattern = (word: string) => (word.length === 2 ? ` ${word}` : word)

/** Computed once, instead of for each row that is searched. */
const searchFormSql = (part: string) => sql`(SELECT search_form(${part}))`

/** Some trigrams that together cover the part: each further one is another list of the index to read. */
function triplesIn(part: string) {
  const last = part.length - 3
  const starts = Array.from({ length: Math.ceil(part.length / 3) }, (_, at) => Math.min(3 * at, last) + 1)
  return sql`ARRAY[${sql.join(starts.map(start => sql`substr(search_form(${part}), ${sql.lit(start)}, 3)`))}]`
}

/**
 * Whether a product's version, under an alias, contains a word in its names, or in its codes or id if the word consists of
 * digits; uses the indexes.
 */
export function hasWordByIndex(word: string, version: string): RawBuilder<SqlBool> {
  const part = termPattern(word)
  const inText = (text: string) =>
    sql<SqlBool>`position(${searchFormSql(part)} in ${sql.ref(`${text}.search_text`)}) > 0
      AND ${sql.ref(`${text}.search_grams`)} @> ${triplesIn(part)}`
  if (!isDigits(word)) return inText(version)
  const byName = sql`SELECT product_id FROM product_version WHERE is_current AND ${inText('product_version')}`
  const byId = sql`SELECT id FROM product WHERE id = ${idIn(word)}`
  const byCode = sql`SELECT product_id FROM product_code
    WHERE position(${word} in code_key) > 0 AND text_grams(code_key) @> ${triplesIn(word)}`
  const ids = word.length < 3 ? sql`${byName} UNION ALL ${byId}` : sql`${byName} UNION ALL ${byCode} UNION ALL ${byId}`
  return sql<SqlBool>`${sql.ref(`${version}.product_id`)} = any(ARRAY(${ids}))`
}

/** `hasWordByIndex` for `version`, checked row by row. */
export function hasWord(word: string): RawBuilder<SqlBool> {
  const byName = sql<SqlBool>`position(${searchFormSql(termPattern(word))} in version.search_text) > 0`
  if (!isDigits(word)) return byName
  const byId = sql`version.product_id = ${idIn(word)}`
  if (word.length < 3) return sql`(${byName} OR ${byId})`
  return sql`(${byName} OR ${byId} OR ${hasCodeSql(sql`version.product_id`, word)})`
}

const hasCodeSql = (productId: RawBuilder<unknown>, digits: string) => sql`EXISTS (
  SELECT 1 FROM product_code WHERE product_id = ${productId} AND position(${digits} in code_key) > 0)`
