import { sql } from 'kysely'
import { SELLER_PARTS, type SellerPart } from '#contract/administration/seller.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** Used before the operator has published any terms of purchase. */
const NO_TERMS = { id: 1, title: '', paragraphs: [] as string[] }

/** The operator of the stores, with the newest terms of purchase in that language. */
export async function getOperator(context: Context, language: LanguageCode) {
  const operator = await context.db
    .selectFrom('operator')
    .select(['name', 'business_id', 'address', 'email', 'phone'])
    .executeTakeFirstOrThrow()
  const newest = await context.db
    .selectFrom('terms_version')
    .select(['id', 'texts'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { ...operator, terms: newest ? { id: newest.id, ...newest.texts[language] } : NO_TERMS }
}

/** The name that signs emails; a new installation has no company name yet. */
export async function findSeller(db: Db): Promise<string> {
  const { name } = await db.selectFrom('operator').select('name').executeTakeFirstOrThrow()
  return sellerName(name)
}

export const sellerName = (company: string): string => (company === '' ? 'Puoti' : company)

/** The seller's details that are missing before a store may be published. Terms are published in every language at once. */
export async function findMissingSellerDetails(db: Db): Promise<SellerPart[]> {
  const seller = await db
    .selectFrom('operator')
    .select(['name', 'business_id', 'address'])
    .select(sql<boolean>`EXISTS (SELECT 1 FROM terms_version)`.as('terms'))
    .executeTakeFirstOrThrow()
  return SELLER_PARTS.filter(part => seller[part] === '' || seller[part] === false)
}

/** Whether any store is published. */
export const isAnyPublished = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('store').select('id').where('published', '=', true).limit(1).executeTakeFirst()) !== undefined

/** The version that is accepted from now on; null before the operator has published any. */
export async function findNewestTerms(db: Db): Promise<number | null> {
  const { newest } = await db
    .selectFrom('terms_version')
    .select(({ fn }) => fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  return newest
}

/**
 * Whether newer terms were published than those shown to the shopper. Undefined, from an app that doesn't send the version it
 * showed, counts as the newest.
 */
export const areOutdated = (shown: number | undefined, newest: number | null): boolean =>
  shown !== undefined && newest !== null && shown !== newest

/** Whether the store sells nothing: it was published under the rule that terms of purchase exist, and there are none. */
export async function areTermsMissing(db: Db, storeId: number): Promise<boolean> {
  const store = db.selectFrom('store').select('needs_terms').where('id', '=', storeId)
  return ((await store.executeTakeFirst())?.needs_terms ?? false) && (await findNewestTerms(db)) === null
}
