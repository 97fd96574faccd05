import type { Transaction } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'
import type { DemoOperator } from './data/types.ts'

/** The operator's one row is there from the migration on, empty. */
export async function insertOperator(db: Transaction<Database>, operator: DemoOperator, now: Date): Promise<void> {
  const { name, businessId: business_id, address, email, phone, terms } = operator
  await db.updateTable('operator').set({ name, business_id, address, email, phone }).execute()
  await db
    .insertInto('terms_version')
    .values({ texts: JSON.stringify(terms), published_at: now })
    .execute()
}
