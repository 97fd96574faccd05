import type { FieldChange } from '#domain/field-changes.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import type { Kysely } from 'kysely'

type Named = 'supplier_id' | 'vat_class_id' | 'offered_in'
type Names = Record<Named, ReadonlyMap<unknown, string>>

const byId = (rows: readonly { id: number; name: string }[]) =>
  new Map<unknown, string>(rows.map(({ id, name }) => [id, name]))

/** What the ids in changes are called. */
export async function namesIn(db: Kysely<Database>): Promise<Names> {
  const namesOf = async (table: 'supplier' | 'vat_class' | 'store') =>
    byId(await db.selectFrom(table).select(['id', 'name']).execute())
  return {
    supplier_id: await namesOf('supplier'),
    vat_class_id: await namesOf('vat_class'),
    offered_in: await namesOf('store'),
  }
}

const isNamed = (field: string): field is Named => ['supplier_id', 'vat_class_id', 'offered_in'].includes(field)

/** Ids say nothing to a reader. */
export function named({ field, from, to }: FieldChange, newSupplier: string | null, names: Names): FieldChange {
  if (!isNamed(field)) return { field, from, to }
  const nameOf = (id: unknown) => names[field].get(id) ?? JSON.stringify(id)
  const shown = (value: unknown) => (value === null ? null : Array.isArray(value) ? value.map(nameOf) : nameOf(value))
  return { field, from: shown(from), to: field === 'supplier_id' && newSupplier ? newSupplier : shown(to) }
}
