import type { DueSuppliers } from '#contract/stock/purchase-orders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { costCents, parsePurchasePrice } from '#domain/catalogue/purchase-price.ts'
import { isoDate } from '#domain/format/date-format.ts'
import { compareInFinnish } from '#domain/format/finnish-order.ts'
import { eurosFromCents } from '#domain/money.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { nextOrderDay, usualCoverDays } from '#domain/stock/reorder.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { findDrafts, proposeLines } from './propose.ts'
import { findGoods } from './queries.ts'

type DueQuery = { storeId: number; language: LanguageCode; now: Date }

type DueSupplier = DueSuppliers['items'][number]

/** Those of whom something is needed first, by the day on which they next take orders, then by what the order is worth. */
const compareDue = (one: DueSupplier, other: DueSupplier): number =>
  Number(other.products > 0) - Number(one.products > 0) ||
  one.order_day.localeCompare(other.order_day) ||
  other.value - one.value ||
  compareInFinnish(one.name, other.name)

/** What would be ordered from each supplier of a store now. Undefined without the store. */
export async function findDueSuppliers(
  db: Db,
  { storeId, language, now }: DueQuery,
): Promise<DueSuppliers | undefined> {
  const store = await db.selectFrom('store').select('time_zone').where('id', '=', storeId).executeTakeFirst()
  if (!store) return undefined
  const today = isoDate(now, store.time_zone)
  const goods = await findGoods(db, { language, day: today })
  const ids = [...new Set(Array.from(goods.values(), ({ supplierId }) => supplierId))]
  const [suppliers, drafts] = await Promise.all([findTerms(db, ids), findDrafts(db, storeId, ids)])
  const lines = await proposeLines(db, {
    place: { storeId, timeZone: store.time_zone, today },
    goods,
    getTerms(supplierId) {
      const supplier = suppliers.get(supplierId)
      return { leadDays: supplier?.lead_days ?? 0, coverDays: usualCoverDays(supplier?.order_days ?? null, today) }
    },
  })
  const offeredBySupplier = Map.groupBy(lines, ({ supplierId }) => supplierId)
  const items = [...suppliers.values()].flatMap((supplier): DueSupplier[] => {
    const offered = offeredBySupplier.get(supplier.id)
    if (!offered) return []
    const needed = offered.filter(({ packs }) => packs > 0)
    const orderDay = nextOrderDay(supplier.order_days, today)
    return [
      {
        id: supplier.id,
        name: supplier.name,
        order_day: orderDay,
        delivery_day: supplier.lead_days === null ? null : plusDays(orderDay, supplier.lead_days),
        products: needed.length,
        value: eurosFromCents(needed.reduce((sum, line) => sum + orderedCents(line), 0)),
        unpriced: needed.filter(({ price }) => price === null).length,
        min_order: supplier.min_order_cents === null ? null : eurosFromCents(supplier.min_order_cents),
        drafts: drafts.flatMap(({ id, supplier_id }) => (supplier_id === supplier.id ? [id] : [])),
      },
    ]
  })
  return { today, items: items.toSorted(compareDue) }
}

type PricedProduct = { price: number | null; pack: number; packs: number }

const orderedCents = ({ price, pack, packs }: PricedProduct): number =>
  price === null ? 0 : costCents(parsePurchasePrice(price) ?? 0, (thousandthsFromQuantity(pack) ?? 0) * packs)

async function findTerms(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('supplier')
    .select(['id', 'name', 'lead_days', 'order_days', 'min_order_cents'])
    .where('id', '=', anyId(ids))
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}
