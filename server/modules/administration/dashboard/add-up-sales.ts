import type { Compared, Figures, HourOfSales, StoreSales } from '#contract/administration/dashboard.ts'
import { eurosFromCents, roundHalfAwayFromZero } from '#domain/money.ts'
import type { findGivenBack, SalesRow } from './sales.ts'

type GivenBack = Awaited<ReturnType<typeof findGivenBack>>
type Period = 'today' | 'day' | 'week' | 'before'
type Named = { id: number; name: string; published: boolean }

const sold = (row: SalesRow | undefined, period: Period | 'whole') => ({
  sales: eurosFromCents(row?.[`${period}_cents`] ?? 0),
  purchases: row?.[`${period}_count`] ?? 0,
})

function figures(rows: readonly SalesRow[], givenBack: GivenBack, period: Period): Figures {
  const cents = rows.reduce((sum, row) => sum + row[`${period}_cents`], 0)
  const purchases = rows.reduce((sum, row) => sum + row[`${period}_count`], 0)
  return {
    sales: eurosFromCents(cents),
    purchases,
    average: purchases > 0 ? eurosFromCents(roundHalfAwayFromZero(cents, purchases)) : null,
    refunds: givenBack[`${period}_count`],
    refunded: eurosFromCents(givenBack[`${period}_cents`]),
  }
}

/** The figures of all stores together, by the hour and by the store. */
export function addUpSales(rows: readonly SalesRow[], givenBack: GivenBack, stores: readonly Named[]) {
  const ofStores = rows.filter(({ store_id }) => store_id !== null)
  const byId = new Map(ofStores.map(row => [row.store_id, row]))
  const compared = (now: Period, before: Period): Compared => ({
    now: figures(ofStores, givenBack, now),
    before: figures(ofStores, givenBack, before),
  })
  const hours = rows.flatMap((row): HourOfSales[] =>
    row.hour === null ? [] : [{ hour: row.hour, now: sold(row, 'today'), before: sold(row, 'whole') }],
  )
  const sales_by_store = stores.flatMap(({ id, name, published }): StoreSales[] => {
    const row = byId.get(id)
    if (!published && !row) return []
    const today = { now: sold(row, 'today'), before: sold(row, 'day') }
    return [{ id, name, today, week: { now: sold(row, 'week'), before: sold(row, 'before') } }]
  })
  return {
    today: compared('today', 'day'),
    week: compared('week', 'before'),
    hours: hours.toSorted((a, b) => a.hour - b.hour),
    sales_by_store,
  }
}
