import { sql, type Kysely } from 'kysely'
import { SELLER_PARTS, type SellerPart } from '#contract/administration/seller.ts'
import type { Database } from '#server/platform/schema/tables.ts'

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
