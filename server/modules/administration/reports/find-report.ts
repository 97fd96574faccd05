import {
  type ReportFigure,
  keysIn,
  type ReportPeriod,
  type ReportName,
  REPORTS,
  getReport,
  type RowKind,
  toBasisPoints,
} from '#domain/administration/reports.ts'
import { DAY_MS } from '#domain/durations.ts'
import { compareInFinnish } from '#domain/format/finnish-order.ts'
import { roundHalfAwayFromZero } from '#domain/money.ts'
import { sumClosingDays, type ClosingRate, sumRates } from '#domain/payments/closing.ts'
import { shopDate } from '#domain/shop-date.ts'
import { findBookedSales } from '#server/modules/payments/closings/bookkeeping-rows.ts'
import { findTestingStores } from '#server/modules/payments/closings/find-closings.ts'
import type { Context } from '#server/platform/context.ts'
import { inSnapshot } from '#server/platform/db/transaction.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { findGroupedSales, findGroupNames, marginsBy } from './margin-rows.ts'
import { findInventory, findProducts, findShelves, findVisits, findWaste, type FoundRow } from './report-rows.ts'
import { type SalesQuery, findSalesBy, findSalesByProduct, ROW_KEYS } from './sales-rows.ts'
import { findSummarisedRates, findSummarisedUntil, sinceSummary } from './sales-summary.ts'
import { findMarkdowns, findWasteByLot } from './waste-rows.ts'

type FindRows = (db: Db, query: SalesQuery) => Promise<FoundRow[]>

const salesBy =
  (getKey: (typeof ROW_KEYS)[keyof typeof ROW_KEYS]): FindRows =>
  async (db, query) =>
    (await findSalesBy(db, getKey, query)).map(withNet)

/** Each report’s rows, in any order. */
const REPORT_FINDERS: Record<ReportName, FindRows> = {
  day: salesBy(ROW_KEYS.day),
  week: salesBy(ROW_KEYS.week),
  month: salesBy(ROW_KEYS.month),
  hour: salesBy(ROW_KEYS.hour),
  async store(db, query) {
    const names = await db.selectFrom('store').select(['id', 'name']).execute()
    const nameById = new Map(names.map(({ id, name }) => [String(id), name]))
    return (await findSalesBy(db, ROW_KEYS.store, query)).map(row => ({
      ...withNet(row),
      name: nameById.get(row.key) ?? null,
    }))
  },
  async product(db, query) {
    const rows = await findSalesByProduct(db, query)
    const products = await findProducts(db, query, rows)
    return rows.map(row => ({ ...withNet(row), ...toNamedProduct(products.get(row.key)) }))
  },
  async slow(db, query) {
    const [rows, shelves] = await Promise.all([findSalesByProduct(db, query), findShelves(db, query)])
    const products = await findProducts(db, query, shelves)
    const sold = new Map(rows.map(row => [row.key, row]))
    return shelves
      .filter(({ isOffered }) => isOffered)
      .map(({ key, stock, value }) => {
        const { quantity = 0, sold: soldCents = 0, refunded = 0 } = sold.get(key) ?? {}
        return { key, quantity, net: soldCents - refunded, stock, value, ...toNamedProduct(products.get(key)) }
      })
  },
  async supplier(db, query) {
    const rows = await findSalesByProduct(db, query)
    const products = await findProducts(db, query, rows)
    const bySupplier = Map.groupBy(rows, row => products.get(row.key)?.supplierId)
    return [...bySupplier].map(([supplierId, groupSales]) => {
      const sum = (figure: 'sold' | 'refunded') => groupSales.reduce((cents, row) => cents + row[figure], 0)
      const name = products.get(groupSales[0]?.key ?? '')?.supplier ?? null
      return withNet({ key: String(supplierId), name, sold: sum('sold'), refunded: sum('refunded') })
    })
  },
  async group(db, query) {
    const sales = await findGroupedSales(db, query)
    const names = await findGroupNames(db, query)
    return [...Map.groupBy(sales, ({ groupId }) => String(groupId))].map(([key, groupSales]) => {
      const sum = (figure: 'sold' | 'refunded') => groupSales.reduce((cents, row) => cents + row[figure], 0)
      return withNet({ key, name: names.get(key) ?? null, sold: sum('sold'), refunded: sum('refunded') })
    })
  },
  vat: findVat,
  async margin(db, query) {
    const rows = marginsBy(await findGroupedSales(db, query), ({ productId }) => String(productId))
    const products = await findProducts(db, query, rows)
    return rows.map(row => ({ ...row, ...toNamedProduct(products.get(row.key)) }))
  },
  async marginByGroup(db, query) {
    const names = await findGroupNames(db, query)
    const rows = marginsBy(await findGroupedSales(db, query), ({ groupId }) => String(groupId))
    return rows.map(row => ({ ...row, name: names.get(row.key) ?? null }))
  },
  async marginBySupplier(db, query) {
    const sales = await findGroupedSales(db, query)
    const keys = sales.map(({ productId }) => ({ key: String(productId) }))
    const products = await findProducts(db, query, keys)
    const names = new Map([...products.values()].map(({ supplierId, supplier }) => [String(supplierId), supplier]))
    const rows = marginsBy(sales, ({ productId }) => String(products.get(String(productId))?.supplierId))
    return rows.map(row => ({ ...row, name: names.get(row.key) ?? null }))
  },
  async waste(db, query) {
    const rows = await findWaste(db, query)
    const products = await findProducts(db, query, rows)
    return rows.map(row => ({ ...row, ...toNamedProduct(products.get(row.key)) }))
  },
  wasteByLot: findWasteByLot,
  async markdown(db, query) {
    const rows = await findMarkdowns(db, query)
    const products = await findProducts(db, query, rows)
    return rows.map(row => ({ ...row, ...toNamedProduct(products.get(row.key)) }))
  },
  async stock(db, query) {
    const rows = await findShelves(db, query)
    const products = await findProducts(db, query, rows)
    return rows
      .filter(({ stock }) => stock !== 0)
      .map(({ key, stock, value }) => ({ key, stock, value, ...toNamedProduct(products.get(key)) }))
  },
  async inventory(db, query) {
    const rows = await findInventory(db, query)
    const products = await findProducts(db, query, rows)
    return rows.map(row => ({ ...row, unpriced: Number(row.price === null), ...toNamedProduct(products.get(row.key)) }))
  },
  async visits(db, query) {
    return (await findVisits(db, query)).map(row => ({ ...row, idle: row.visits - row.bought }))
  },
}

const toNamedProduct = (product: { name: string; unit: string } | undefined) =>
  product ? { name: product.name, unit: product.unit } : { name: null }

const withNet = <Row extends { sold: number; refunded: number }>(row: Row) => ({ ...row, net: row.sold - row.refunded })

/** By rate, from the same rows as the closings: VAT is summed over receipts and refunds. */
async function findVat(db: Db, query: SalesQuery): Promise<FoundRow[]> {
  const [booked, summarised, terminals] = await Promise.all([
    findBookedSales(db, { ...query, also: sinceSummary(query) }),
    findSummarisedRates(db, query),
    db.selectFrom('terminal').select(['id', 'provider']).execute(),
  ])
  const areTests = query.testing === undefined
  const kind = new Set(terminals.filter(({ provider }) => (provider === 'test') === areTests).map(({ id }) => id))
  const since = sumClosingDays(booked).flatMap(({ terminalId, byRate }) =>
    byRate.map(rate => ({ ...rate, terminalId })),
  )
  const rates = [...summarised, ...since].filter(({ terminalId }) => kind.has(terminalId))
  return sumRates(rates).map((rate: ClosingRate) => ({
    key: String(rate.rateBasisPoints),
    sold: rate.salesCents,
    refunded: rate.refundsCents,
    net: rate.grossCents,
    untaxed: rate.netCents,
    tax: rate.vatCents,
  }))
}

export type FoundReport = {
  rows: FoundRow[]
  total: Partial<Record<ReportFigure, number | null>>
  areTests: boolean
  excludesTests: boolean
}

export type FindReportInput = Omit<SalesQuery, 'testing' | 'summarisedUntil' | 'today'>

/** A report with all its rows: days and hours in order, records with the most important first. */
export async function findReport(
  { db, now }: Pick<Context, 'db' | 'now'>,
  name: ReportName,
  input: FindReportInput,
): Promise<FoundReport> {
  const { rows: kind, figures } = getReport(name)
  const today = shopDate(now())
  // In a snapshot no sale moves from the orders to the summary in between, and the total is that of the rows.
  const { found, testing, purchases } = await inSnapshot(db, snapshot => findRows(snapshot, name, { ...input, today }))
  const rows = sortRows(name, addMissingRows(kind, found, { ...input, until: earlierDay(input.until, today) }))
  const total = Object.fromEntries(figures.map(figure => [figure, sumFigure(rows, figure)]))
  if (name === 'product') total['purchases'] = purchases
  const complete = (row: Partial<Record<ReportFigure, number | null>>) => ({ ...row, ...derivedFigures(row, total) })
  return {
    rows: rows.map(row => Object.assign(row, complete(row))),
    total: complete(total),
    areTests: testing === undefined,
    excludesTests: testing !== undefined && testing.length > 0,
  }
}

type DatedInput = FindReportInput & Pick<SalesQuery, 'today'>

async function findRows(db: Db, name: ReportName, input: DatedInput) {
  const query = await toSalesQuery(db, input)
  const found = await REPORT_FINDERS[name](db, query)
  // A purchase of two products is in two rows.
  const [all] = name === 'product' ? await findSalesBy(db, ROW_KEYS.all, query) : []
  return { found, testing: query.testing, purchases: all?.purchases ?? 0 }
}

export async function toSalesQuery(db: Db, input: DatedInput): Promise<SalesQuery> {
  const [testing, summarisedUntil] = await Promise.all([
    findTestingStores(db, new Date(Date.parse(input.from) - 2 * DAY_MS)),
    findSummarisedUntil(db, input.stores),
  ])
  return { ...input, testing, summarisedUntil }
}

export const earlierDay = (one: string, other: string) => (one < other ? one : other)

/** Rows for days, weeks and months without anything. Days to come have none. */
export function addMissingRows(kind: RowKind, rows: readonly FoundRow[], period: ReportPeriod): FoundRow[] {
  const keys = new Set(rows.map(({ key }) => key))
  const missing = kind === 'hour' ? hoursBetween(rows) : keysIn(kind, period)
  const empty = { purchases: 0, sold: 0, refunded: 0, net: 0, visits: 0, bought: 0, idle: 0 }
  return [...rows, ...missing.filter(key => !keys.has(key)).map(key => ({ key, ...empty }))]
}

function hoursBetween(rows: readonly FoundRow[]): string[] {
  const hours = rows.map(({ key }) => Number(key))
  const [first, last] = [Math.min(...hours), Math.max(...hours)]
  return hours.length === 0 ? [] : Array.from({ length: last - first + 1 }, (_, index) => String(first + index))
}

const byName = (a: FoundRow, b: FoundRow) =>
  compareInFinnish(a.name ?? '', b.name ?? '') || Number(a.key) - Number(b.key)

function sortRows(name: ReportName, rows: FoundRow[]): FoundRow[] {
  const { rows: kind, chart } = REPORTS[name]
  if (kind === 'hour' || kind === 'rate') return rows.toSorted((a, b) => Number(a.key) - Number(b.key))
  if (kind === 'day' || kind === 'week' || kind === 'month') return rows.toSorted((a, b) => a.key.localeCompare(b.key))
  // Slow sellers: what sold least, and of those what ties up most.
  if (name === 'slow')
    return rows.toSorted((a, b) => (a.net ?? 0) - (b.net ?? 0) || (b.value ?? 0) - (a.value ?? 0) || byName(a, b))
  return rows.toSorted((a, b) => (b[chart] ?? 0) - (a[chart] ?? 0) || byName(a, b))
}

/** Quantities of different units and prices have no sum, nor has what is unknown in all rows. */
function sumFigure(rows: readonly FoundRow[], figure: ReportFigure): number | null {
  const isUnknown = rows.length > 0 && rows.every(row => row[figure] === null)
  if (figure === 'quantity' || figure === 'stock' || figure === 'price' || isUnknown) return null
  return rows.reduce((sum, row) => sum + (row[figure] ?? 0), 0)
}

/** The figures that follow from others. */
export function derivedFigures(row: Omit<FoundRow, 'key'>, total: Omit<FoundRow, 'key'>) {
  const { sold, purchases, net, idle, visits, bought, untaxed, uncosted, margin } = row
  return {
    average: sold == null || !purchases ? null : roundHalfAwayFromZero(sold, purchases),
    share: toBasisPoints(net ?? 0, total.net ?? 0),
    idle_share: toBasisPoints(idle ?? 0, visits ?? 0),
    bought_share: toBasisPoints(bought ?? 0, visits ?? 0),
    margin_share: margin == null ? null : toBasisPoints(margin, (untaxed ?? 0) - (uncosted ?? 0)),
  }
}
