import type { ReportPeriod } from '#domain/administration/reports.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { findReport } from '#server/modules/administration/reports/find-report.ts'
import { findOrders } from '#server/modules/orders/admin-orders/list-orders.ts'
import { findVisits } from '#server/modules/orders/visits/visit-log.ts'
import { listUnresolvedRefunds } from '#server/modules/payments/refunds/queries.ts'
import { findDoubtfulPayments } from '#server/modules/payments/unresolved-payments/doubtful-payments.ts'
import { findProposal } from '#server/modules/stock/purchasing/propose.ts'
import { findStock } from '#server/modules/stock/store-stock/queries.ts'
import type { Context } from '#server/platform/context.ts'
import type { LetterStore, LetterReader } from './find-readers.ts'

type FigureContext = Pick<Context, 'db' | 'now'>

type SalesSums = { purchases: number; soldCents: number; refundedCents: number }

/** `names`: of the first products. */
type SoldOut = { store: LetterStore; count: number; names: string[] }

/** The figures of an evening, each from the query of the page that shows it. */
export type EveningFigures = {
  sales: SalesSums
  idleVisits: number
  doubts: number
  ordersInError: number
  soldOut: SoldOut[]
}

const MAX_NAMED = 6

export async function findEveningFigures(
  context: FigureContext,
  reader: LetterReader,
  day: string,
): Promise<EveningFigures> {
  const { db } = context
  const { scope, ownScope, stores, language } = reader
  const soldOut: SoldOut[] = []
  for (const store of stores) {
    const shelves = { storeId: store.id, level: 'out', offered: true, language, day, size: MAX_NAMED } as const
    const { total, items } = await findStock(db, shelves)
    if (total > 0) soldOut.push({ store, count: total, names: items.map(({ name }) => name) })
  }
  return {
    sales: await findSales(context, reader, { from: day, until: day }),
    idleVisits: (await findVisits(db, { date: day, stores: scope, purchase: false, size: 1 })).total,
    // The page of orders shows those of all the reader's stores.
    doubts: (await findDoubtfulPayments(db, ownScope)).length + (await countOpenRefunds(context, reader)),
    ordersInError: (await findOrders(db, { stores: scope, status: 'error', days: 'all', size: 1, now: context.now() }))
      .total,
    soldOut,
  }
}

/** Those that the page of orders lists: a reversal only if the payment service reported its failure later. */
async function countOpenRefunds(context: FigureContext, { ownScope }: LetterReader): Promise<number> {
  const refunds = await listUnresolvedRefunds(context, ownScope)
  return refunds.filter(({ kind, failure }) => kind === 'refund' || failure?.settled_as === null).length
}

async function findSales(
  context: FigureContext,
  { scope: stores, language }: LetterReader,
  period: ReportPeriod,
): Promise<SalesSums> {
  const { total } = await findReport(context, 'day', { ...period, stores, language })
  return { purchases: total.purchases ?? 0, soldCents: total.sold ?? 0, refundedCents: total.refunded ?? 0 }
}

type LetterWeek = SalesSums & { period: ReportPeriod; idleVisits: number; wasteCents: number }

/** `products`: how many of the supplier's products to order. */
type ReorderHint = { store: LetterStore; supplier: { id: number; name: string }; products: number }

/** The figures of a week and the one before, and what to order now. */
export type WeekFigures = { week: LetterWeek; before: LetterWeek; reorders: ReorderHint[] }

export async function findWeekFigures(
  context: FigureContext,
  reader: LetterReader,
  monday: string,
): Promise<WeekFigures> {
  return {
    week: await findWeek(context, reader, monday),
    before: await findWeek(context, reader, plusDays(monday, -7)),
    reorders: reader.stores.length <= MAX_REORDER_STORES ? await findReorders(context, reader) : [],
  }
}

/** The seven days before a Monday. */
async function findWeek(context: FigureContext, reader: LetterReader, monday: string): Promise<LetterWeek> {
  const period = { from: plusDays(monday, -7), until: plusDays(monday, -1) }
  const { scope: stores, language } = reader
  const { total: visits } = await findReport(context, 'visits', { ...period, stores, language })
  const { total: waste } = await findReport(context, 'waste', { ...period, stores, language })
  const sales = await findSales(context, reader, period)
  return { period, ...sales, idleVisits: visits.idle ?? 0, wasteCents: waste.value ?? 0 }
}

/** A proposal takes some statements for each store and supplier. */
const MAX_REORDER_STORES = 10

async function findReorders({ db, now }: FigureContext, { stores, language }: LetterReader): Promise<ReorderHint[]> {
  const reorders: ReorderHint[] = []
  for (const store of stores) {
    const suppliers = await db
      .selectFrom('supplier')
      .innerJoin('product', 'product.supplier_id', 'supplier.id')
      .innerJoin('store_stock', 'store_stock.product_id', 'product.id')
      .select(['supplier.id', 'supplier.name'])
      .distinct()
      .where('store_stock.store_id', '=', store.id)
      .where('store_stock.offered', '=', true)
      .orderBy('supplier.name')
      .execute()
    for (const supplier of suppliers) {
      const proposal = await findProposal(db, { storeId: store.id, supplierId: supplier.id, language, now: now() })
      const products = proposal?.lines.filter(({ packs }) => packs > 0).length ?? 0
      if (products > 0) reorders.push({ store, supplier, products })
    }
  }
  return reorders
}
