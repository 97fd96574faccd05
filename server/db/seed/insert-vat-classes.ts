import type { Transaction } from 'kysely'
import type { Database } from '../tables.ts'
import type { DemoVatClass, VatClassName } from './data/types.ts'
import { idsByText, type Ids } from './ids.ts'

export async function insertVatClasses(
  db: Transaction<Database>,
  classes: readonly DemoVatClass[],
): Promise<Ids<VatClassName>> {
  const rows = await db
    .insertInto('vat_class')
    .values(classes.map(({ name }) => ({ name })))
    .returning(['id', 'name as text'])
    .execute()
  const ids = idsByText(
    classes.map(({ name }) => ({ key: name, text: name })),
    rows,
  )
  const rates = classes.flatMap(({ name, rates: dated }) =>
    dated.map(({ validFrom, rateBasisPoints }) => ({
      vat_class_id: ids.idOf(name),
      valid_from: validFrom,
      rate_basis_points: rateBasisPoints,
    })),
  )
  await db.insertInto('vat_rate').values(rates).execute()
  return ids
}
