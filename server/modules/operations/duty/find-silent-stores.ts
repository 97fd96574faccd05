import { sql } from 'kysely'
import { HOUR_MS } from '#domain/durations.ts'
import {
  historyDates,
  isSilent,
  MIN_HISTORY_DAYS,
  type RecentSales,
  type SalesDay,
  type SalesRates,
  salesRates,
  SILENT_AFTER_SALES,
  usualSales,
  WEEK_MS,
} from '#domain/operations/duty/silence.ts'
import type { OpeningHours } from '#domain/stores/opening-hours.ts'
import { plusDays, toInstant, zonedTime } from '#domain/zoned-time.ts'
import { daysAround, withHours } from '#server/modules/stores/public-stores/queries.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/schema/tables.ts'

type SilentStore = { storeId: number; lastSaleAt: Date }
type OpenStore = { id: number; hours: OpeningHours }

/** Published stores that have stopped selling. The usual sales of a store are counted again each hour. */
export class SilenceWatch {
  readonly #rates = new Map<number, { at: number; rates: SalesRates | undefined }>()

  async find({ db, now }: Pick<Context, 'db' | 'now'>): Promise<SilentStore[]> {
    const at = now()
    const lastSales = await findLastSales(db, at)
    const silent: SilentStore[] = []
    for (const { id, hours } of await findOpenStores(db, at)) {
      const lastAt = lastSales.get(id)
      if (lastAt === undefined) continue
      const rates = await this.#findRates(db, { id, hours }, { lastAt, now: at })
      if (rates === undefined) continue
      // Few stores are that late: only their sales before the last one are counted.
      if (usualSales(rates, hours, { from: lastAt, until: at }) <= SILENT_AFTER_SALES) continue
      const recent = await findRecentSales(db, { id, hours }, lastAt)
      if (isSilent({ rates, hours }, recent, at)) silent.push({ storeId: id, lastSaleAt: lastAt })
    }
    return silent
  }

  async #findRates(db: Db, store: OpenStore, times: FindSalesDaysInput): Promise<SalesRates | undefined> {
    const now = times.now.getTime()
    const stored = this.#rates.get(store.id)
    if (stored && now - stored.at < HOUR_MS) return stored.rates
    const rates = salesRates(await findSalesDays(db, store, times), store.hours)
    this.#rates.set(store.id, { at: now, rates })
    return rates
  }
}

async function findOpenStores(db: Db, now: Date): Promise<OpenStore[]> {
  const rows = await withHours(db.selectFrom('store').where('published', '=', true), daysAround(now)).execute()
  return rows.map(({ id, weekly, exceptions, always_open: alwaysOpen, time_zone: timeZone }) => ({
    id,
    hours: { weekly, exceptions, alwaysOpen, timeZone },
  }))
}

/** Pre-orders are left out: they are paid anywhere. */
const isSaleInStore = sql<boolean>`paid_at IS NOT NULL AND order_type = 'standard'`

/** When each published store last sold; a store that never did is missing. */
async function findLastSales(db: Db, now: Date): Promise<Map<number, Date>> {
  const { rows } = await sql<{ id: number; paid_at: Date }>`
    SELECT store.id, last.paid_at FROM store CROSS JOIN LATERAL (
      SELECT paid_at FROM customer_order WHERE store_id = store.id AND ${isSaleInStore} AND paid_at <= ${now}
      ORDER BY paid_at DESC LIMIT 1) last
    WHERE store.published`.execute(db)
  return new Map(rows.map(({ id, paid_at }) => [id, paid_at]))
}

async function findRecentSales(db: Db, { id, hours }: OpenStore, lastAt: Date): Promise<RecentSales> {
  const startOfDay = new Date(toInstant(zonedTime(lastAt, hours.timeZone).date, 0, hours.timeZone))
  const counts = await db
    .selectFrom('customer_order')
    .select(({ fn }) => [
      fn.countAll<number>().as('inWeek'),
      fn.countAll<number>().filterWhere('paid_at', '>=', startOfDay).as('inDay'),
    ])
    .where('store_id', '=', id)
    .where(isSaleInStore)
    .where('paid_at', '>', new Date(lastAt.getTime() - WEEK_MS))
    .where('paid_at', '<=', lastAt)
    .executeTakeFirstOrThrow()
  return { lastAt, ...counts }
}

type FindSalesDaysInput = { lastAt: Date; now: Date }

/** The days of the history, without those of campaigns as long as two weeks are left. */
async function findSalesDays(
  db: Db,
  { id, hours }: OpenStore,
  { lastAt, now }: FindSalesDaysInput,
): Promise<SalesDay[]> {
  const { timeZone } = hours
  const dates = historyDates(zonedTime(now, timeZone).date, zonedTime(lastAt, timeZone).date)
  const [from = ''] = dates
  const until = plusDays(from, dates.length)
  const { rows } = await sql<{ date: string; hour: number; sales: number }>`
    SELECT (paid_at AT TIME ZONE ${timeZone})::date::text AS date,
      extract(hour FROM paid_at AT TIME ZONE ${timeZone})::integer AS hour, count(*)::integer AS sales
    FROM customer_order WHERE store_id = ${id} AND ${isSaleInStore}
      AND paid_at >= ${new Date(toInstant(from, 0, timeZone))} AND paid_at < ${new Date(toInstant(until, 0, timeZone))}
    GROUP BY 1, 2`.execute(db)
  const perDay = Map.groupBy(rows, ({ date }) => date)
  const days = dates.map(date => ({
    date,
    sales: Array.from({ length: 24 }, (_, hour) => perDay.get(date)?.find(row => row.hour === hour)?.sales ?? 0),
  }))
  // A store that opened lately has no days before its first sale.
  const opened = days.slice(
    Math.max(
      0,
      days.findIndex(({ date }) => perDay.has(date)),
    ),
  )
  const campaigns = await findCampaignDays(db, id, from)
  const usual = opened.filter(({ date }) => !campaigns.has(date))
  return usual.length >= MIN_HISTORY_DAYS ? usual : opened
}

async function findCampaignDays(db: Db, storeId: number, from: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('campaign_day')
    .innerJoin('store_stock', 'store_stock.product_id', 'campaign_day.product_id')
    .select('day')
    .distinct()
    .where('store_stock.store_id', '=', storeId)
    .where('store_stock.offered', '=', true)
    .where('day', '>=', from)
    .execute()
  return new Set(rows.map(({ day }) => day))
}
