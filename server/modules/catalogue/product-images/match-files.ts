import { sql } from 'kysely'
import type { PhotoFileMatch } from '#contract/catalogue/product-images.ts'
import type { LanguageCode } from '#contract/values.ts'
import {
  matchPhoto,
  photoKeys,
  type PhotoName,
  type PhotoProduct,
  parsePhotoName,
} from '#domain/catalogue/photo-match.ts'
import { imageFiles } from '#domain/catalogue/product-images.ts'
import { type LabelLayouts, readLayouts } from '#server/modules/catalogue/products/find-scale-label-layouts.ts'
import { currentOfProduct, firstImage } from '#server/modules/catalogue/products/queries.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** More choices than these are no help. */
const MAX_CHOICES = 8
const MAX_CANDIDATES = 30

type FilesToMatch = { names: readonly string[]; language: LanguageCode }

/** The products of photos, by the names of their files. */
export async function matchFiles(db: Db, { names, language }: FilesToMatch): Promise<PhotoFileMatch[]> {
  const layouts = await readLayouts(db)
  const photos = names.map(parsePhotoName)
  const holders = await findByCodes(
    db,
    photos.flatMap(photo => photoKeys(photo, layouts)),
  )
  const coded = photos.map(photo => photoKeys(photo, layouts).flatMap(key => holders.get(key) ?? []))
  const uncoded = photos.filter((_, at) => coded[at]?.length === 0)
  const words = new Set(uncoded.flatMap(({ unnumbered }) => unnumbered.filter(isTelling)))
  const productsByWord = await findByWords(db, [...words])
  const candidates = photos.map((photo, at) => (coded[at]?.length ? coded[at] : sharedWith(photo, productsByWord)))
  const products = await findProducts(db, [...new Set(candidates.flat())])
  return photos.map((photo, at) => toAnswer({ photo, ids: candidates[at] ?? [], products, layouts, language }))
}

type PhotoProductRow = PhotoProduct & { shown: (language: LanguageCode) => PhotoFileMatch['products'][number] }
type AnswerInput = {
  photo: PhotoName
  ids: readonly number[]
  products: ReadonlyMap<number, PhotoProductRow>
  layouts: LabelLayouts
  language: LanguageCode
}

function toAnswer({ photo, ids, products, layouts, language }: AnswerInput): PhotoFileMatch {
  const found = matchPhoto(
    photo,
    [...new Set(ids)].flatMap(id => products.get(id) ?? []),
    layouts,
  )
  const matched = 'id' in found ? [found.id] : 'ids' in found ? found.ids.slice(0, MAX_CHOICES) : []
  return { match: found.kind, products: matched.flatMap(id => products.get(id)?.shown(language) ?? []) }
}

async function findByCodes(db: Db, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('product_code')
    .select(['code_key', 'product_id'])
    .where('code_key', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute()
  return new Map(rows.map(({ code_key, product_id }) => [code_key, product_id]))
}

/** A single letter, or only a number, does not identify a product. */
const isTelling = (word: string) => word.length > 2 && /\p{L}/u.test(word)

/** The products that share telling words with a file’s name: those with the most, and of these the ones with the shortest names. */
function sharedWith({ unnumbered }: PhotoName, productsByWord: ReadonlyMap<string, readonly NamedProduct[]>): number[] {
  const counts = new Map<NamedProduct, number>()
  for (const word of new Set(unnumbered))
    for (const product of productsByWord.get(word) ?? []) counts.set(product, (counts.get(product) ?? 0) + 1)
  const found = [...counts].toSorted(
    ([a, countA], [b, countB]) => countB - countA || a.length - b.length || a.id - b.id,
  )
  return found.slice(0, MAX_CANDIDATES).map(([{ id }]) => id)
}

/** `length`: of its names. */
type NamedProduct = { id: number; length: number }

/** The products whose names have some of the words, by the word. Accents don’t matter: the search’s index has letters after z for å, ä, ö. */
async function findByWords(db: Db, words: readonly string[]): Promise<Map<string, NamedProduct[]>> {
  if (words.length === 0) return new Map()
  const { rows } = await sql<{ word: string; id: number; length: number }>`
    SELECT DISTINCT word, product_id AS id, length(search_text) AS length
    FROM product_version, regexp_split_to_table(translate(search_text, '{|}', 'aao'), '[\\s[:punct:]’–]+') AS word
    WHERE is_current AND word = any(${[...words]}::text[])`.execute(db)
  return Map.groupBy(rows, ({ word }) => word)
}

async function findProducts(db: Db, ids: readonly number[]): Promise<Map<number, PhotoProductRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('product')
    .innerJoin('product_version as version', currentOfProduct)
    .innerJoin('supplier', 'supplier.id', 'product.supplier_id')
    .select(['product.id', 'version.names', 'product.ean13', 'product.ean_case', 'product.product_code'])
    .select(['product.further_codes', 'product.product_code_type', 'supplier.name as supplier_name'])
    .select(firstImage.as('first_image'))
    .where('product.id', '=', anyId(ids))
    .execute()
  return new Map(
    rows.map(row => [
      row.id,
      {
        id: row.id,
        names: Object.values(row.names),
        ean13: row.ean13,
        eanCase: row.ean_case,
        product_code: row.product_code,
        further_codes: row.further_codes,
        productCodeType: row.product_code_type,
        shown: language => ({
          id: row.id,
          name: textInLanguage(row.names, language),
          supplier: { name: row.supplier_name },
          thumbnail: row.first_image
            ? (imageFiles(row.first_image.hash, row.first_image.widths)[0]?.url ?? null)
            : null,
        }),
      },
    ]),
  )
}
