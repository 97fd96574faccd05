import { comparedPeriods, daysBetween } from '#domain/administration/compared-periods.ts'
import type { ReportFigure, ReportPeriod } from '#domain/administration/reports.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { Context } from '#server/platform/context.ts'
import { inSnapshot } from '#server/platform/db/transaction.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { derivedFigures, earlierDay, addMissingRows, type FindReportInput, toSalesQuery } from './find-report.ts'
import { findGroupedSales, findReducedSales, marginsBy } from './margin-rows.ts'
import { findVisits, findWaste, type FoundRow } from './report-rows.ts'
import { findSalesBy, ROW_KEYS, type SalesQuery } from './sales-rows.ts'

export type FoundFigures = ReportPeriod & { figures: Partial<Record<ReportFigure, number | null>> }
export type FoundPeriod = FoundFigures & { days: FoundRow[] }

export type Compared<Found> = {
  now: Found
  before: Found
  yearBefore: Found
  isGoingOn: boolean
  testing: readonly number[] | undefined
}

/** A period, the one before and that of last year, all at one moment. Of a day that is going on, what came by this time. */
const findCompared = <Found>(
  { db, now }: Pick<Context, 'db' | 'now'>,
  input: FindReportInput,
  find: (snapshot: Db, query: SalesQuery) => Promise<Found>,
): Promise<Compared<Found>> =>
  inSnapshot(db, async snapshot => {
    const [at, today] = [now(), shopDate(now())]
    const isGoingOn = input.until >= today
    const period = { from: input.from, until: earlierDay(input.until, today) }
    const { before, yearBefore } = comparedPeriods(period, today)
    // Test payments of the earliest of the days are left out too.
    const query = await toSalesQuery(snapshot, { ...input, ...yearBefore, today })
    const compare = (other: ReportPeriod) =>
      find(snapshot, {
        ...query,
        ...other,
        endsAsOf: isGoingOn ? { now: at, daysAgo: daysBetween(other.until, period.until) } : undefined,
      })
    return {
      now: await find(snapshot, { ...query, ...period }),
      before: await compare(before),
      yearBefore: await compare(yearBefore),
      isGoingOn,
      testing: query.testing,
    }
  })

export const findOverview = (context: Pick<Context, 'db' | 'now'>, input: FindReportInput) =>
  findCompared(context, input, findPeriod)

/** Looks for the orders of each visit: a year of a large shop has so many that it takes seconds. */
export const findOverviewVisits = (context: Pick<Context, 'db' | 'now'>, input: FindReportInput) =>
  findCompared(context, input, async (db, query): Promise<FoundFigures> => {
    const days = await findVisits(db, query)
    const reduced = await findReducedSales(db, query)
    const figures = {
      rescued: addUp(reduced, row => row.rescued),
      visits: addUp(days, row => row.visits),
      bought: addUp(days, row => row.bought),
    }
    return { from: query.from, until: query.until, figures: { ...figures, ...derivedFigures(figures, figures) } }
  })

const addUp = <Row>(rows: readonly Row[], getValue: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + getValue(row), 0)

async function findPeriod(db: Db, query: SalesQuery): Promise<FoundPeriod> {
  const sales = await findSalesBy(db, ROW_KEYS.day, query)
  const [margins] = marginsBy(await findGroupedSales(db, query), () => 'all')
  const waste = await findWaste(db, query)
  const [sold, refunded] = [addUp(sales, row => row.sold), addUp(sales, row => row.refunded)]
  const figures = {
    sold,
    refunded,
    net: sold - refunded,
    purchases: addUp(sales, row => row.purchases),
    untaxed: margins?.untaxed ?? 0,
    uncosted: margins?.uncosted ?? 0,
    margin: margins?.margin ?? null,
    waste: addUp(waste, row => row.value),
  }
  const days = addMissingRows(
    'day',
    sales.map(row => ({ ...row, net: row.sold - row.refunded })),
    query,
  )
  return {
    from: query.from,
    until: query.until,
    figures: { ...figures, ...derivedFigures(figures, figures) },
    days: days.toSorted((a, b) => a.key.localeCompare(b.key)),
  }
}
