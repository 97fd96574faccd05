import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { VAT_CLASSES } from './data/vat-classes.ts'
import type { DemoVatClass } from './data/types.ts'
import { insertVatClasses } from './insert-vat-classes.ts'

/** By the region of PUOTI_LOCALE. */
const CLASSES_OF: Readonly<Record<string, readonly DemoVatClass[]>> = { FI: VAT_CLASSES }

/**
 * Inserts the country's VAT classes, with their rates and start dates, into a shop that has none. A shop that has any stays
 * unchanged, and so does one in a country whose rates are not defined here.
 */
export async function seedVatClasses(db: Kysely<Database>, locale: string): Promise<void> {
  const classes = CLASSES_OF[new Intl.Locale(locale).region ?? '']
  if (!classes) return
  await inTransaction(db, async trx => {
    // Two servers may start on one empty database: the second waits for this lock, and then finds the first one's classes.
    await trx.selectFrom('operator').select('id').forUpdate().execute()
    const known = await trx.selectFrom('vat_class').select('id').limit(1).executeTakeFirst()
    if (!known) await insertVatClasses(trx, classes)
  })
}
