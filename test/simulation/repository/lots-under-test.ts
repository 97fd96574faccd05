import { randomUUID } from 'node:crypto'
import { lastDay, type Lot, toLot } from '#domain/catalogue/lot.ts'
import type { JudgedProduct } from '#domain/catalogue/markdown.ts'
import { DAY_MS } from '#domain/durations.ts'
import { isoDate } from '#domain/format/date-format.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { beginRecall } from '#server/modules/orders/recalls/begin-recall.ts'
import { informBuyers } from '#server/modules/orders/recalls/inform-buyers.ts'
import { moveStock } from '#server/modules/stock/store-stock/move-stock.ts'
import type { Context } from '#server/platform/context.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { toLotFields } from '#test/rows/lot-fields.ts'
import type { Stocked } from '#test/rows/stock-shop.ts'
import { finish } from '../memory/memory-orders.ts'
import { MemoryRecalls } from '../memory/memory-recalls.ts'
import type { MemoryRows } from '../memory/memory-rows.ts'
import type { LotsUnderTest } from './repository-driver.ts'

const SOON = isoDate(new Date(Date.now() + 3 * DAY_MS), SHOP_TIME_ZONE)
const LATER = '2099-01-01'

/** What codes of packages name. The last one may not be sold. */
export const PACKAGES: readonly Lot[] = [
  { lot: 'L1', bestBefore: SOON },
  { lot: 'L1', bestBefore: LATER },
  { lot: 'L2', bestBefore: LATER },
  { lot: 'L1' },
  { bestBefore: SOON },
  { lot: 'L3', useBy: '2020-01-01' },
]
export const RECALLED_LOT = 'L2'

const MARKDOWN = [{ days_left: 10, percent: 30 }]
/** Of milk and soap, as stockShop has them. */
export const JUDGED: readonly JudgedProduct[] = [{ priceCents: 145, markdown: MARKDOWN }, { priceCents: 299 }]

/** Few: sales soon need other lots than those that they name. */
const DELIVERED = { pieces: 24, ofEachLot: 4 }

/** The statements of server/modules/stock and server/modules/orders, on a real PostgreSQL. */
export function sqlLotsUnderTest(context: Context, { storeId, milk }: Stocked): LotsUnderTest {
  const { db } = context
  let author = { userId: 0, at: new Date() }
  let recallId: number | undefined
  return {
    async deliverLots(userId) {
      author = { userId, at: new Date() }
      const rules = JSON.stringify([{ product_id: milk, group_id: null, steps: MARKDOWN }])
      await db.insertInto('store_markdown').values({ store_id: storeId, rules }).execute()
      const lots = PACKAGES.map(lot => ({ ...toLotFields(lot), quantity: DELIVERED.ofEachLot }))
      const lines = [{ product_id: milk, quantity: DELIVERED.pieces, lots }]
      await moveStock(context, storeId, { key: randomUUID(), kind: 'delivery', lines, author, hasOrderPrices: false })
    },
    async recall() {
      const reasons = { en: 'Glass', fi: 'Lasia', sv: 'Glas' }
      const sold = { sold_from: null, sold_until: null }
      const recall = { product_id: milk, reasons, lots: '', recalled_lots: [RECALLED_LOT], ...sold }
      const begun = await beginRecall(context, recall, author)
      if (!isRefusal(begun)) recallId = begun.id
    },
    async findBuyers() {
      if (recallId === undefined) return []
      await informBuyers(context, recallId)
      const buyers = db.selectFrom('recall_buyer').select(['user_id', 'is_certain']).where('recall_id', '=', recallId)
      return (await buyers.orderBy('user_id').execute()).map(({ user_id, is_certain }) => [user_id, is_certain])
    },
    async lots() {
      const rows = db.selectFrom('stock_lot').selectAll().where('store_id', '=', storeId).orderBy('id')
      return (await rows.execute()).map(row => [row.lot, lastDay(toLot(row)) ?? null, row.quantity_thousandths])
    },
    async packages(orderId) {
      const rows = db.selectFrom('order_line').select(['lot', 'unit_price_cents']).where('order_id', '=', orderId)
      return (await rows.orderBy('id').execute()).map(row => [row.lot, row.unit_price_cents])
    },
  }
}

/** The simulation's. */
export function memoryLotsUnderTest(rows: MemoryRows): LotsUnderTest {
  const recalls = new MemoryRecalls(rows)
  rows.lots.getToday = () => isoDate(new Date(), SHOP_TIME_ZONE)
  JUDGED.forEach((judged, index) => rows.lots.products.set(index + 1, judged))
  return {
    async deliverLots() {
      const lots = PACKAGES.map(lot => ({ lot, thousandths: 1000 * DELIVERED.ofEachLot }))
      rows.deliver(1, 1000 * DELIVERED.pieces, lots)
    },
    async recall() {
      finish(recalls.begin(1, RECALLED_LOT))
    },
    async findBuyers() {
      finish(recalls.inform(rows.now()))
      const [recall] = rows.lots.recalls
      return [...(recall?.buyers ?? [])].toSorted(([a], [b]) => a - b)
    },
    lots: async () =>
      rows.lots.rows.map(({ lot, thousandths }) => [lot.lot ?? null, lastDay(lot) ?? null, thousandths]),
    packages: async orderId =>
      rows.orders.get(orderId)!.lines.map(({ judged }) => [judged?.lot.lot ?? null, judged?.unitCents ?? 0]),
  }
}
