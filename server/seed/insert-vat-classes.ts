import type { Transaction } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'
import type { DemoVatClass, VatClassName } from './data/types.ts'
import { idsByText, type Ids } from './ids.ts'

/** Inserts the classes with their rates; existing classes stay unchanged. */
export async function insertVatClasses(
  db: Transaction<Database>,
  classes: readonly DemoVatClass[],
): Promise<Ids<VatClassName>> {
  const names = classes.map(({ name }) => name)
  await db
    .insertInto('vat_class')
    .values(names.map(name => ({ name })))
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute()
  const rows = await db.selectFrom('vat_class').select(['id', 'name as text']).where('name', 'in', names).execute()
  const ids = idsByText(
    names.map(name => ({ key: name, text: name })),
    rows,
  )
  const rates = classes.flatMap(({ name, rates: dated }) =>
    dated.map(({ validFrom, rateBasisPoints }) => ({
      vat_class_id: ids.idOf(name),
      valid_from: validFrom,
      rate_basis_points: rateBasisPoints,
    })),
  )
  await db
    .insertInto('vat_rate')
    .values(rates)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return ids
}
