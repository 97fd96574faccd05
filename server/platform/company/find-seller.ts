import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'

/** The name that signs emails; a new installation has no company name yet. */
export async function findSeller(db: Kysely<Database>): Promise<string> {
  const { name } = await db.selectFrom('operator').select('name').executeTakeFirstOrThrow()
  return sellerName(name)
}

export const sellerName = (company: string): string => (company === '' ? 'Puoti' : company)
