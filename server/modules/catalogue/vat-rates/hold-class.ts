import type { Database } from '#server/platform/schema/tables.ts'
import type { Transaction } from 'kysely'
import { findVatClass } from './queries.ts'

type Trx = Transaction<Database>

/** Locks the class against other changes of it and against new products of it. */
export const holdClass = (trx: Trx, id: number) =>
  trx.selectFrom('vat_class').select(['id', 'name', 'revision']).where('id', '=', id).forUpdate().executeTakeFirst()

/** The class, which must exist: throws otherwise. */
export async function showClass(trx: Trx, id: number, today: string) {
  const found = await findVatClass(trx, id, today)
  if (!found) throw new Error(`There is no VAT class ${id}`)
  return found
}
