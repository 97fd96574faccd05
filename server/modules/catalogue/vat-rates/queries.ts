import type { DatedVatClass } from '#contract/catalogue/vat-rates.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import type { Kysely } from 'kysely'
import { findUsedClasses, isRateUsed } from './rate-use.ts'

type Db = Kysely<Database>
type Rate = { valid_from: string; rate_basis_points: number }

/** The classes with all their rates, and the state of each on a day. */
export async function findVatClasses(db: Db, day: string): Promise<DatedVatClass[]> {
  const classes = await db.selectFrom('vat_class').select(['id', 'name', 'revision']).orderBy('id').execute()
  const rates = await db.selectFrom('vat_rate').selectAll().orderBy('valid_from', 'desc').execute()
  const used = await findUsedClasses(db)
  const shown: DatedVatClass[] = []
  for (const vatClass of classes) {
    const own = rates.filter(rate => rate.vat_class_id === vatClass.id)
    const { id } = vatClass
    shown.push({
      ...vatClass,
      is_used: used.has(id),
      rates: used.has(id) ? await withUse(db, { id, rates: own, day }) : withStates(own, day),
    })
  }
  return shown
}

export const findVatClass = async (db: Db, id: number, day: string) =>
  (await findVatClasses(db, day)).find(vatClass => vatClass.id === id)

/** The newest first: the first that has begun is in force. No sale has used any of them. */
function withStates(rates: readonly Rate[], day: string) {
  const holds = rates.find(({ valid_from }) => valid_from <= day)
  const stateOf = (rate: Rate) => {
    if (rate.valid_from > day) return 'future' as const
    return rate === holds ? ('now' as const) : ('past' as const)
  }
  return rates.map(rate => ({
    valid_from: rate.valid_from,
    vat: rate.rate_basis_points / 100,
    state: stateOf(rate),
    is_used: false,
  }))
}

/** The same, and which rates sales have used. */
async function withUse(db: Db, { id, rates, day }: { id: number; rates: readonly Rate[]; day: string }) {
  const shown = withStates(rates, day)
  for (const [place, rate] of shown.entries()) {
    const span = {
      classId: id,
      from: rate.valid_from,
      until: shown[place - 1]?.valid_from,
      holds: rate.state === 'now',
    }
    rate.is_used = rate.state !== 'future' && (await isRateUsed(db, span))
  }
  return shown
}
