import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DAY_MS } from '#domain/durations.ts'
import { shopDate } from '#domain/shop-date.ts'
import { toInstant, plusDays } from '#domain/zoned-time.ts'
import { jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { PAST_MESSAGES, SHOPPERS } from '#server/seed/demo-data/past.ts'
import type { DemoShop } from '#server/seed/demo-data/types.ts'
import type { GeneratedOrder } from './generated-order.ts'
import { type SeededShop, insertEvents, countBooked } from './insert-event-history.ts'
import { insertLots, insertMarkdowns } from './insert-lots.ts'
import {
  type SeededIds,
  requireFound,
  type InsertedOrders,
  insertOrders,
  insertSorted,
  toIsoText,
} from './insert-orders.ts'
import { insertPurchases } from './insert-purchases.ts'
import { insertRefunds } from './insert-refunds.ts'
import { makeLots, nameSoldLots } from './make-lots.ts'
import { pastDates, makeSales, type MadeSales, type SalesInput } from './make-sales.ts'
import { type MadeMove, makeStock } from './make-stock.ts'

const HISTORY_WEEKS = 8

const MESSAGE_HOUR = 16 * 60

/**
 * Eight weeks before now: sales with their payments and receipts, refunds, visits, deliveries with lots, waste, pre-orders and
 * messages. The same each time, relative to the day. The shelves end as the demo has them.
 */
export async function insertHistory(trx: Trx, seeded: SeededShop): Promise<void> {
  const { demo, now } = seeded
  const dates = pastDates(shopDate(now), HISTORY_WEEKS * 7)
  const opensAt = toInstant(requireFound(dates[0], 'a day'), 0, 'Europe/Helsinki')
  await backdateRecords(trx, new Date(opensAt - DAY_MS))
  await insertShoppers(trx, seeded, new Date(opensAt - DAY_MS))
  const belonging = await findBelonging(trx, seeded)
  const past: SalesInput = { demo, dates, now: now.getTime(), shoppers: listShoppers(demo) }
  const sales = makeSales(past)
  const preorders = await insertEvents(trx, past, { ...seeded, belonging })
  const moves = makeStock(past, sales.orders, opensAt)
  const lots = makeLots(moves, shopDate(now))
  nameSoldLots(lots)
  const inserted = await insertOrders(trx, [...sales.orders, ...preorders], belonging)
  await countBooked(trx)
  const returned = new Set(moves.flatMap(({ kind, order }) => (kind === 'return' && order ? [order] : [])))
  const refundLines = await insertRefunds(trx, inserted, { ...belonging, returned })
  const moveIds = await insertStock(trx, moves, { belonging, inserted, refundLines })
  await insertLots(trx, lots, { ...belonging, moveIds })
  await insertMarkdowns(trx, belonging)
  await insertPurchases(trx, { adminId: belonging.adminId, now })
  await insertVisits(trx, sales, belonging)
  await insertMessages(trx, belonging, now)
}

const demoEmail = (name: string) => `${name}@posti.example`

const listShoppers = ({ users }: DemoShop) => [
  ...SHOPPERS.map(({ name, store }) => ({ email: demoEmail(name), store })),
  ...users.filter(({ isAdmin }) => !isAdmin).map(({ email, activeStore }) => ({ email, store: activeStore })),
]

/** What the shop had from its first day on. */
async function backdateRecords(trx: Trx, created_at: Date): Promise<void> {
  for (const table of ['store', 'terminal', 'product', 'product_version', 'app_user'] as const)
    await trx.updateTable(table).set({ created_at }).execute()
  await trx.updateTable('terms_version').set({ published_at: created_at }).execute()
}

/** Their numbers begin with 047 000, which no Finnish operator has assigned. */
async function insertShoppers(trx: Trx, { now, storeIds }: SeededShop, created_at: Date): Promise<void> {
  const languages = await trx.selectFrom('language').select(['id', 'code']).execute()
  const rows = SHOPPERS.map(({ name, language, store }, index) => ({
    email: demoEmail(name),
    phone: `+3584700002${String(index).padStart(2, '0')}`,
    is_verified: true,
    language_id: requireFound(languages.find(({ code }) => code === language) ?? languages[0], language).id,
    active_store_id: storeIds.getId(store),
    created_at,
    last_login_at: now,
  }))
  await trx.insertInto('app_user').values(rows).execute()
}

async function findBelonging(trx: Trx, { storeIds, productIds, currency }: SeededShop) {
  const users = await trx.selectFrom('app_user').select(['id', 'email', 'is_admin']).execute()
  const versions = await trx.selectFrom('product_version').select(['id', 'product_id']).execute()
  const terminals = await trx.selectFrom('terminal').select(['id', 'store_id']).execute()
  const terms = await trx.selectFrom('terms_version').select('id').executeTakeFirst()
  const belonging: SeededIds = {
    storeIds,
    productIds,
    versionIds: new Map(versions.map(({ id, product_id }) => [product_id, id])),
    terminalIds: new Map(terminals.map(({ id, store_id }) => [store_id, id])),
    userIds: new Map(users.map(({ id, email }) => [email, id])),
    adminId: requireFound(
      users.find(user => user.is_admin),
      'an admin',
    ).id,
    termsId: requireFound(terms, 'terms of purchase').id,
    currency,
  }
  return belonging
}

type StockHistory = {
  belonging: SeededIds
  inserted: readonly InsertedOrders[]
  refundLines: ReadonlyMap<GeneratedOrder, number>
}

/** The ledger; the shelves have their quantities already. Returns the ids of the moves. */
async function insertStock(trx: Trx, moves: readonly MadeMove[], { belonging, inserted, refundLines }: StockHistory) {
  const { storeIds, productIds, userIds, adminId } = belonging
  const entries = [...new Map(moves.flatMap(move => (move.entry ? [[move.entry, move] as const] : []))).values()]
  const entryIds = await insertSorted(trx, 'stock_entry', {
    rows: entries.map(({ entry = '', store, at }) => ({
      client_key: entry,
      content_sha256: `\\x${createHash('sha256').update(entry).digest('hex')}`,
      store_id: storeIds.getId(store),
      user_id: adminId,
      created_at: toIsoText(at),
    })),
    columns: 'client_key text, content_sha256 bytea, store_id integer, user_id integer, created_at timestamptz',
  })
  const idOfEntry = new Map(entries.map(({ entry }, index) => [entry, entryIds[index]]))
  const idOfLine = inserted[0]?.lineIds
  const moveIds = await insertSorted(trx, 'stock_move', {
    rows: moves.map(({ store, product, kind, order, line, ...move }) => ({
      store_id: storeIds.getId(store),
      product_id: productIds.getId(product.key),
      quantity_thousandths: move.quantityThousandths,
      kind,
      order_line_id: kind === 'sale' && line ? requireFound(idOfLine?.get(line), 'a line') : null,
      refund_line_id: kind === 'return' && order ? requireFound(refundLines.get(order), 'a refund') : null,
      user_id: kind === 'sale' && order ? requireFound(userIds.get(order.shopper), order.shopper) : adminId,
      reason: move.reason ?? null,
      stock_entry_id: move.entry === undefined ? null : requireFound(idOfEntry.get(move.entry), move.entry),
      created_at: toIsoText(move.at),
    })),
    columns: `store_id integer, product_id integer, quantity_thousandths bigint, kind text, order_line_id bigint,
      refund_line_id bigint, user_id integer, reason text, stock_entry_id bigint, created_at timestamptz`,
  })
  return new Map(moves.map((move, index) => [move, requireFound(moveIds[index], 'a move')]))
}

async function insertVisits(trx: Trx, { visits }: MadeSales, { storeIds, userIds }: SeededIds): Promise<void> {
  await insertSorted(trx, 'visit', {
    rows: visits.map(({ store, shopper, at, lastAt, beganBy }) => ({
      store_id: storeIds.getId(store),
      user_id: requireFound(userIds.get(shopper), shopper),
      created_at: toIsoText(at),
      last_at: toIsoText(lastAt),
      began_by: beganBy,
    })),
    columns: 'store_id integer, user_id integer, created_at timestamptz, last_at timestamptz, began_by text',
  })
  await sql`
    UPDATE app_user SET last_login_at = last.at
    FROM (SELECT user_id, max(created_at) AS at FROM visit GROUP BY 1) last WHERE app_user.id = last.user_id`.execute(
    trx,
  )
}

/** Sent long ago: of their deliveries only the counts are left. */
async function insertMessages(trx: Trx, { adminId }: SeededIds, now: Date): Promise<void> {
  const rows = PAST_MESSAGES.map(({ daysAgo, delivered, failed, ...message }, index) => ({
    ...message,
    client_key: `demo message ${index}`,
    sent_at: toIsoText(toInstant(plusDays(shopDate(now), -daysAgo), MESSAGE_HOUR, 'Europe/Helsinki')),
    delivered,
    failed,
  }))
  await sql`
    WITH sent AS (
      INSERT INTO message (client_key, content_sha256, language_id, title, text, url, state, send_at, sent_at, devices, user_id,
        created_at)
      SELECT client_key, sha256(convert_to(client_key, 'UTF8')), language.id, title, text, url, 'sent', sent_at, sent_at,
        delivered + failed, ${adminId}::integer, sent_at - interval '1 hour'
      FROM ${jsonRecordset(rows, 'client_key text, language text, title text, text text, url text, sent_at timestamptz, delivered integer, failed integer')}
        JOIN language ON language.code = r.language ORDER BY sent_at
      RETURNING *)
    INSERT INTO push_notification (type, language_id, title, body, url, message_id, reference, expires_at, delivered_count,
      failed_count, created_at)
    SELECT 'promotions', sent.language_id, sent.title, sent.text, sent.url, sent.id, 'message ' || sent.id,
      sent.sent_at + interval '1 day', r.delivered, r.failed, sent.sent_at
    FROM sent JOIN ${jsonRecordset(rows, 'client_key text, delivered integer, failed integer')} USING (client_key)`.execute(
    trx,
  )
}
