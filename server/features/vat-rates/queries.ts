import type { DatedVatClass } from '#contract/vat-rates.ts'
import type { Database } from '#server/db/tables.ts'
import type { Kysely } from 'kysely'

type Db = Kysely<Database>

/** The classes with all their rates, as they stand on a day. */
export async function findVatClasses(db: Db, day: string): Promise<DatedVatClass[]> {
  const classes = await db.selectFrom('vat_class').select(['id', 'name']).orderBy('id').execute()
  const rates = await db.selectFrom('vat_rate').selectAll().orderBy('valid_from', 'desc').execute()
  return classes.map(vatClass => ({
    ...vatClass,
    rates: withStates(
      rates.filter(rate => rate.vat_class_id === vatClass.id),
      day,
    ),
  }))
}

export const findVatClass = async (db: Db, id: number, day: string) =>
  (await findVatClasses(db, day)).find(vatClass => vatClass.id === id)

/** The newest first: the first that has begun holds. */
function withStates(rates: readonly { valid_from: string; rate_basis_points: number }[], day: string) {
  const holds = rates.find(({ valid_from }) => valid_from <= day)
  const stateOf = (rate: (typeof rates)[number]) => {
    if (rate.valid_from > day) return 'future' as const
    return rate === holds ? ('now' as const) : ('past' as const)
  }
  return rates.map(rate => ({
    valid_from: rate.valid_from,
    vat: rate.rate_basis_points / 100,
    state: stateOf(rate),
  }))
}
