import { type Kysely, sql } from 'kysely'
import { SELLER_PARTS, type SellerPart } from '#contract/administration/seller.ts'
import type { Database } from '#server/platform/schema/tables.ts'

/** The name that signs emails; a new installation has no company name yet. */
export async function findSeller(db: Kysely<Database>): Promise<string> {
  const { name } = await db.selectFrom('operator').select('name').executeTakeFirstOrThrow()
  return sellerName(name)
}

export const sellerName = (company: string): string => (company === '' ? 'Puoti' : company)

/** The seller's details that are missing before a store may be published. Terms are published in every language at once. */
export async function findMissingSeller(db: Kysely<Database>): Promise<SellerPart[]> {
  const known = await db
    .selectFrom('operator')
    .select(['name', 'business_id', 'address'])
    .select(sql<boolean>`EXISTS (SELECT 1 FROM terms_version)`.as('terms'))
    .executeTakeFirstOrThrow()
  return SELLER_PARTS.filter(part => known[part] === '' || known[part] === false)
}

/** Whether any store is published. */
export const isAnyPublished = async (db: Kysely<Database>): Promise<boolean> =>
  (await db.selectFrom('store').select('id').where('published', '=', true).limit(1).executeTakeFirst()) !== undefined
