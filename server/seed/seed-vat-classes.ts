import { findCountry } from '#domain/administration/operator-fields.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import type { DemoVatClass, VatClassName } from '#server/seed/demo-data/types.ts'
import { VAT_CLASSES } from '#server/seed/vat-classes.ts'
import { type Ids, idsByText } from './ids.ts'

/** By the region of PUOTI_LOCALE. */
const CLASSES_OF: Readonly<Record<string, readonly DemoVatClass[]>> = { FI: VAT_CLASSES }

/**
 * Inserts the country's VAT classes, with their rates and start dates, into a shop that has none. A shop that has any stays
 * unchanged, and so does one in a country whose rates are not defined here.
 */
export async function seedVatClasses(db: Db, locale: string): Promise<void> {
  const classes = CLASSES_OF[findCountry(locale) ?? '']
  if (!classes) return
  await inTransaction(db, async trx => {
    // Two servers may start on one empty database: the second waits for this lock, and then finds the first one's classes.
    await trx.selectFrom('operator').select('id').forUpdate().execute()
    const existing = await trx.selectFrom('vat_class').select('id').limit(1).executeTakeFirst()
    if (!existing) await insertVatClasses(trx, classes)
  })
}

/** Inserts the classes with their rates; existing classes stay unchanged. */
export async function insertVatClasses(db: Trx, classes: readonly DemoVatClass[]): Promise<Ids<VatClassName>> {
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
      vat_class_id: ids.getId(name),
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
