import { sql } from 'kysely'
import type { AdminHome, StoreShortages } from '#contract/administration/dashboard.ts'
import type { LanguageCode } from '#contract/values.ts'
import { HOLDS_TERMINAL } from '#domain/payments/attempt-states.ts'
import { isAboutRefund } from '#server/modules/payments/refunds/refund-failures.ts'
import { isOpenWithdrawal } from '#server/modules/preorders/booking/queries.ts'
import { inFinnishOrder } from '#server/platform/db/lists/search-words.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Db } from '#server/platform/schema/tables.ts'

const SHOWN_NAMES = 3

/** All stores, by name. */
export const findStores = (db: Db) =>
  db
    .selectFrom('store')
    .select(['id', 'name', 'time_zone', 'published', 'payment_mode', 'archived_at'])
    .orderBy(inFinnishOrder(sql.ref('name')))
    .orderBy('id')
    .execute()

type StoreShortageNames = { stores: StoreShortages[]; names: string[] }

/**
 * How many of the offered products are low, out of stock or negative, by store, and a few names. Counts as the stock list does.
 */
export async function findShort(
  db: Db,
  storeIds: readonly number[],
  language: LanguageCode,
): Promise<StoreShortageNames> {
  const { rows } = await sql<StoreShortageNames>`
    WITH short AS (
      SELECT store_id, product_id, level, quantity_thousandths AS left_over FROM store_stock
      WHERE store_id = ${anyId(storeIds)} AND offered AND is_standard AND level IN ('low', 'out', 'negative')),
    counted AS (
      SELECT store.id, store.name, count(*) FILTER (WHERE level = 'low') AS low,
        count(*) FILTER (WHERE level = 'out') AS out, count(*) FILTER (WHERE level = 'negative') AS negative
      FROM short JOIN store ON store.id = short.store_id GROUP BY store.id),
    first AS (
      SELECT product_id, min(left_over) AS left_over FROM short
      GROUP BY product_id ORDER BY left_over, product_id LIMIT ${sql.lit(SHOWN_NAMES)})
    SELECT
      (SELECT coalesce(jsonb_agg(to_jsonb(counted) ORDER BY low + out + negative DESC, name), '[]') FROM counted) AS stores,
      (SELECT coalesce(jsonb_agg(text_in(version.names, ${sql.lit(language)}) ORDER BY left_over, first.product_id), '[]')
        FROM first JOIN product_version version ON version.product_id = first.product_id AND version.is_current) AS names
    `.execute(db)
  return rows[0] ?? { stores: [], names: [] }
}

/** Orders in error, and orders with a payment or refund that an admin must settle. */
export async function findAttention(db: Db, storeIds: readonly number[]): Promise<AdminHome['attention']> {
  const { rows } = await sql<AdminHome['attention']>`
    SELECT count(DISTINCT order_id) AS orders, count(*) FILTER (WHERE why = 'error') AS in_error,
      count(*) FILTER (WHERE why = 'payment') AS payments, count(*) FILTER (WHERE why = 'refund') AS refunds
    FROM (
      SELECT id AS order_id, 'error' AS why FROM customer_order WHERE status = 'error' AND cancelled_at IS NULL
      UNION ALL
      SELECT order_id, 'payment' FROM payment_attempt WHERE state IN ('UNRESOLVED', 'REVIEW', 'REVERSAL_DUE')
      UNION ALL SELECT order_id, 'refund' FROM refund WHERE state = 'UNRESOLVED'
      UNION ALL SELECT refund.order_id, 'refund' FROM refund_failure failure JOIN refund ON ${isAboutRefund}
        WHERE failure.settled_as IS NULL) doubt
    JOIN customer_order orders ON orders.id = doubt.order_id
    WHERE orders.store_id = ${anyId(storeIds)}`.execute(db)
  return rows[0] ?? { orders: 0, in_error: 0, payments: 0, refunds: 0 }
}

/**
 * The numbers of pre-orders that are not picked up yet, of delivered ones after the last day of their event (by the clock of the
 * store), and of open withdrawals.
 */
export async function findPreorders(db: Db, storeIds: readonly number[], at: Date): Promise<AdminHome['preorders']> {
  const { rows } = await sql<AdminHome['preorders']>`
    SELECT (
        SELECT count(*) FROM preorder_withdrawal JOIN customer_order ON customer_order.id = preorder_withdrawal.order_id
        WHERE ${isOpenWithdrawal} AND store_id = ${anyId(storeIds)}) AS withdrawn,
      count(*) AS waiting,
      count(*) FILTER (WHERE orders.status = 'preorder_delivered'
        AND event.end_date < (${at}::timestamptz AT TIME ZONE store.time_zone)::date) AS overdue
    FROM customer_order orders JOIN preorder_event event ON event.id = orders.preorder_event_id
    JOIN store ON store.id = orders.store_id
    WHERE orders.status IN ('preorder_booked', 'preorder_delivered') AND orders.cancelled_at IS NULL
      AND orders.store_id = ${anyId(storeIds)}`.execute(db)
  return rows[0] ?? { waiting: 0, overdue: 0, withdrawn: 0 }
}

// Literals: with parameters, a prepared plan would not use the index of these few among all payments.
const HOLDING_STATES = sql<(typeof HOLDS_TERMINAL)[number]>`(${sql.join(HOLDS_TERMINAL.map(state => sql.lit(state)))})`

/** The terminals that take the payments of published stores: the real ones, or the test ones. */
export const findUsedTerminals = (db: Db, storeIds: readonly number[]) =>
  db
    .selectFrom('terminal')
    .innerJoin('store', 'store.id', 'terminal.store_id')
    .select(['terminal.id', 'terminal.name', 'terminal.provider', 'store_id', 'store.name as store_name'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('payment_attempt')
          .select('id')
          .whereRef('terminal_id', '=', 'terminal.id')
          .where('state', 'in', HOLDING_STATES),
      )
        .$castTo<boolean>()
        .as('is_busy'),
    )
    .where('store.published', '=', true)
    .where('terminal.retired_at', 'is', null)
    .where('store.id', '=', anyId(storeIds))
    .where(sql<boolean>`(terminal.provider = 'test') = (store.payment_mode = 'test')`)
    .orderBy(inFinnishOrder(sql.ref('store.name')))
    .orderBy('terminal.id')
    .execute()

type ShopState = Pick<AdminHome, 'invariants' | 'undelivered'>

type ShopStateRow = {
  checked_at: Date | null
  violations: { invariant: string; rows: number; since: string }[]
  mails: number
  sms: number
  failed_at: Date | null
}

/** The state that does not depend on a store, in one statement. */
export async function findShopState(db: Db, now: Date): Promise<ShopState> {
  const { rows } = await sql<ShopStateRow>`
    SELECT looks.*, messages.*
    FROM (
      SELECT max(checked_at) AS checked_at, coalesce(jsonb_agg(
          jsonb_build_object('invariant', invariant, 'rows', violations, 'since', violated_since) ORDER BY violated_since, invariant)
        FILTER (WHERE violations > 0), '[]') AS violations FROM invariant_check) looks,
    (
      SELECT count(*) FILTER (WHERE kind <> 'sms') AS mails, count(*) FILTER (WHERE kind = 'sms') AS sms,
        max(sent_at) AS failed_at FROM outbox_message
      WHERE state = 'failed' AND kind <> 'push' AND sent_at > ${now}::timestamptz - interval '24 hours') messages`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('the state of the shop is one row')
  return {
    invariants: {
      checked_at: row.checked_at?.toISOString() ?? null,
      violations: row.violations.map(({ since, ...what }) => ({ ...what, since: new Date(since).toISOString() })),
    },
    undelivered: { mails: row.mails, sms: row.sms, last_at: row.failed_at?.toISOString() ?? null },
  }
}
