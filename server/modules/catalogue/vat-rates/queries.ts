import { sql } from 'kysely'
import type { DatedVatClass } from '#contract/catalogue/vat-rates.ts'
import { shopMidnight } from '#domain/shop-date.ts'
import type { Db } from '#server/platform/schema/tables.ts'

type StoredRate = { valid_from: string; rate_basis_points: number }

/** The classes with all their rates, and the state of each on a day. */
export async function findVatClasses(db: Db, day: string): Promise<DatedVatClass[]> {
  const classes = await db.selectFrom('vat_class').select(['id', 'name', 'revision']).orderBy('id').execute()
  const rates = await db.selectFrom('vat_rate').selectAll().orderBy('valid_from', 'desc').execute()
  const used = await findUsedClasses(db)
  const shown: DatedVatClass[] = []
  for (const vatClass of classes) {
    const classRates = rates.filter(rate => rate.vat_class_id === vatClass.id)
    const { id } = vatClass
    shown.push({
      ...vatClass,
      is_used: used.has(id),
      rates: used.has(id) ? await withUse(db, { id, rates: classRates, day }) : withStates(classRates, day),
    })
  }
  return shown
}

export const findVatClass = async (db: Db, id: number, day: string) =>
  (await findVatClasses(db, day)).find(vatClass => vatClass.id === id)

/** Rates (newest first) with states: the first one begun is in force. Marks none as used. */
function withStates(rates: readonly StoredRate[], day: string) {
  const holds = rates.find(({ valid_from }) => valid_from <= day)
  const getState = (rate: StoredRate) => {
    if (rate.valid_from > day) return 'future' as const
    return rate === holds ? ('now' as const) : ('past' as const)
  }
  return rates.map(rate => ({
    valid_from: rate.valid_from,
    vat: rate.rate_basis_points / 100,
    state: getState(rate),
    is_used: false,
  }))
}

/** `withStates`, plus which rates sales used. */
async function withUse(db: Db, { id, rates, day }: { id: number; rates: readonly StoredRate[]; day: string }) {
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

/** The most purchases that are searched: a rate that was in force for more of them counts as used. */
const MAX_SEARCHED = 20_000

/** The classes that a product has or had. */
async function findUsedClasses(db: Db): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM vat_class WHERE EXISTS (SELECT 1 FROM product_version WHERE vat_class_id = vat_class.id)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** `until`: the day from which the next rate of the class applies. `holds`: it is today's rate. */
type RateSpan = { classId: number; from: string; until: string | undefined; holds: boolean }

/** Whether goods of a class were sold in a period, or are being paid for at the current rate. */
async function isRateUsed(db: Db, { classId, from, until, holds }: RateSpan): Promise<boolean> {
  const before = until === undefined ? sql`true` : sql`paid.paid_at < ${shopMidnight(until)}`
  const { rows } = await sql<{ is_used: boolean }>`
    WITH sold AS (
      SELECT paid.id FROM store JOIN customer_order paid ON paid.store_id = store.id
        AND paid.paid_at >= ${shopMidnight(from)} AND ${before}
      LIMIT ${sql.lit(MAX_SEARCHED + 1)}
    ), searched AS (
      SELECT id FROM sold UNION ALL
      SELECT id FROM customer_order WHERE ${sql.lit(holds)} AND status = 'payment_pending' AND cancelled_at IS NULL
    )
    SELECT (SELECT count(*) FROM sold) > ${sql.lit(MAX_SEARCHED)} OR EXISTS (
      SELECT 1 FROM searched JOIN order_line ON order_line.order_id = searched.id
      JOIN product_version version ON version.id = order_line.product_version_id
      WHERE version.vat_class_id = ${classId}) AS is_used`.execute(db)
  return rows[0]?.is_used ?? true
}
