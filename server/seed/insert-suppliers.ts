import type { Transaction } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'
import type { DemoSupplier, SupplierKey } from './data/types.ts'
import { idsByText, type Ids } from './ids.ts'

export async function insertSuppliers(
  db: Transaction<Database>,
  suppliers: readonly DemoSupplier[],
): Promise<Ids<SupplierKey>> {
  const rows = await db
    .insertInto('supplier')
    .values(suppliers.map(({ name, email }) => ({ name, email })))
    .returning(['id', 'name as text'])
    .execute()
  return idsByText(
    suppliers.map(({ key, name }) => ({ key, text: name })),
    rows,
  )
}
