import { wordsOf } from '#server/platform/db/search.ts'
import { sql, type RawBuilder, type SqlBool } from 'kysely'

const LARGEST_ID = 2_147_483_647
const isDigits = (word: string) => /^\d+$/.test(word)
const idIn = (digits: string) => (Number(digits) <= LARGEST_ID ? Number(digits) : 0)

/** A single letter is too little to search for. */
export const searchedWords = (q: string | undefined): string[] => wordsOf(q ?? '').filter(word => word.length > 1)

/** Matches anywhere in a name; two letters at the beginning of a word: with the space before them they are a trigram. */
const partOf = (word: string) => (word.length === 2 ? ` ${word}` : word)

/** Computed once, instead of for each row that is searched. */
const formOf = (part: string) => sql`(SELECT search_form(${part}))`

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
  const part = partOf(word)
  const inText = (of: string) =>
    sql<SqlBool>`position(${formOf(part)} in ${sql.ref(`${of}.search_text`)}) > 0
      AND ${sql.ref(`${of}.search_grams`)} @> ${triplesIn(part)}`
  if (!isDigits(word)) return inText(version)
  const byName = sql`SELECT product_id FROM product_version WHERE is_current AND ${inText('product_version')}`
  const byId = sql`SELECT id FROM product WHERE id = ${idIn(word)}`
  const byCode = sql`SELECT product_id FROM product_code
    WHERE position(${word} in code_key) > 0 AND text_grams(code_key) @> ${triplesIn(word)}`
  const ids = word.length < 3 ? sql`${byName} UNION ALL ${byId}` : sql`${byName} UNION ALL ${byCode} UNION ALL ${byId}`
  return sql<SqlBool>`${sql.ref(`${version}.product_id`)} = any(ARRAY(${ids}))`
}

/** The same, checked for one product after the other. */
export function hasWord(word: string): RawBuilder<SqlBool> {
  const byName = sql<SqlBool>`position(${formOf(partOf(word))} in version.search_text) > 0`
  if (!isDigits(word)) return byName
  const byId = sql`version.product_id = ${idIn(word)}`
  if (word.length < 3) return sql`(${byName} OR ${byId})`
  return sql`(${byName} OR ${byId} OR ${codeOf(sql`version.product_id`, word)})`
}

const codeOf = (productId: RawBuilder<unknown>, digits: string) => sql`EXISTS (
  SELECT 1 FROM product_code WHERE product_id = ${productId} AND position(${digits} in code_key) > 0)`

/** For one product. OFFSET keeps it a lookup of that product: prevents a join. */
export const isOfferedIn = (storeId: number): RawBuilder<SqlBool> => sql`EXISTS (
  SELECT 1 FROM store_stock WHERE store_id = ${storeId} AND product_id = product.id AND offered OFFSET 0)`
