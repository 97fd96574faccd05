import { sql } from 'kysely'
import { StoreScope } from '#domain/accounts/store-scope.ts'
import { DAY_MS } from '#domain/durations.ts'
import { type AttemptState, FINAL_STATES, HOLDS_TERMINAL, OPEN_STATES } from '#domain/payments/attempt-states.ts'
import { UNRESOLVED_AFTER_MS } from '#domain/payments/payment-timeouts.ts'
import { OPEN_REFUND_STATES } from '#domain/payments/refund-states.ts'
import { REDACTION_MARK } from '#server/modules/accounts/privacy/redact-texts.ts'
import { differingDays } from '#server/modules/administration/reports/compute-summary.ts'
import {
  ALL_SEALED,
  LATE_SEAL,
  PUT_IN_BETWEEN,
  reasonSealInSql,
  sealInSql,
} from '#server/platform/audit-log/hash-chain.ts'
import type { Invariant } from './invariant.ts'
import { RECALL_INVARIANTS } from './recall-invariants.ts'
import { STOCK_INVARIANTS } from './stock-invariants.ts'

/**
 * The length of a UUID. Salt and reason are sealed as one text: with a longer salt, the start of a reason could be moved
 * unnoticed.
 */
const SALT_LENGTH = 36

const UNSEALED_ENTRY = sql`NOT EXISTS (SELECT 1 FROM audit_chain WHERE entry_id = entry.id)`
const UNSEALED_LATE = sql`entry.id > ${ALL_SEALED} AND NOT EXISTS (${LATE_SEAL})`

/**
 * No audit entry was changed, removed or inserted since it was sealed. A reason without a salt was cut by an erasure, whole or in
 * part. Whether the newest entries were cut off can only be seen by comparison with the server's log.
 */
export const SEALED_TRAIL: Invariant = {
  id: 'I13',
  description: 'the audit log matches its hash chain',
  violations: ({ sealsAfter }) => sql`
    WITH sealed AS (
      SELECT *, lag(id) OVER (ORDER BY id) AS id_before, lag(chain_sha256) OVER (ORDER BY id) AS chain_before
      FROM audit_chain WHERE id >= ${sealsAfter}
    )
    SELECT 'changed' AS what, seal.id AS seal_id, seal.entry_id FROM sealed seal
    LEFT JOIN audit_entry entry ON entry.id = seal.entry_id
    WHERE (seal.id = 1 OR seal.id > ${sealsAfter})
      AND ${sealInSql(sql`coalesce(seal.chain_before, '')`)} <> seal.chain_sha256
    UNION ALL
    SELECT 'taken away', seal.id, seal.entry_id FROM sealed seal
    WHERE (seal.id = 1 OR seal.id > ${sealsAfter}) AND coalesce(seal.id_before, 0) <> seal.id - 1
    UNION ALL
    SELECT 'other reason', seal.id, seal.entry_id FROM sealed seal JOIN audit_entry entry ON entry.id = seal.entry_id
    WHERE (seal.salt IS NOT NULL AND (${reasonSealInSql} <> seal.reason_sha256 OR length(seal.salt) <> ${SALT_LENGTH}))
      OR (seal.salt IS NULL AND seal.reason_sha256 IS NOT NULL AND position(${REDACTION_MARK} IN entry.reason) = 0)
      OR (seal.reason_sha256 IS NULL AND entry.reason IS NOT NULL)
    UNION ALL
    SELECT 'put in between', NULL, entry.id FROM audit_entry entry
    WHERE ${PUT_IN_BETWEEN} AND ${sealsAfter === 0 ? UNSEALED_ENTRY : UNSEALED_LATE}`,
}

const stateList = (states: readonly AttemptState[]) => sql.join(states.map(state => sql.lit(state)))

const PAID_STATES = stateList(['APPROVED', 'MANUAL'])
const OPEN_STATE_LIST = stateList(OPEN_STATES)
const FINAL_STATE_LIST = stateList(FINAL_STATES)
/** The refund states in which money went back, or may have. */
const GIVEN_BACK = sql.join(['DONE' as const, ...OPEN_REFUND_STATES].map(state => sql.lit(state)))

/** The minutely check covers this many of the last days. */
const SUMMARY_DAYS = 3

/** How long an attempt may be open beyond the time in which it ends or becomes unresolved, before it is reported. */
const LATE_SECONDS = 60
/** Once sent, an attempt may have no known outcome for this long; before, it ends at its deadline. */
const UNRESOLVED_AFTER_SECONDS = UNRESOLVED_AFTER_MS / 1000
/** Longer than an email or an SMS is retried that does not say until when. */
const UNSENT_MINUTES = 15

const openTwice = (
  holding: readonly AttemptState[],
  column: 'order_id' | 'terminal_id' | 'user_id',
  also = sql`true`,
) => sql`
  SELECT ${sql.lit(column)} AS what, ${sql.ref(column)} AS id, count(*)::integer AS attempts FROM payment_attempt
  WHERE state IN (${stateList(holding)}) AND ${also} GROUP BY ${sql.ref(column)} HAVING count(*) > 1`

/**
 * What must always be true of the rows of orders, payments and stock: the part of I1 to I12 in docs/developer/faults.md that a
 * running shop can check itself; and of its audit log. The terminals' records are not included; the fault machine compares those.
 */
export const OWN_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I1',
    description: 'an order is paid at most once',
    violations: ({ attemptsAfter }) => sql`
      SELECT order_id, count(*)::integer AS paid FROM payment_attempt
      WHERE state IN (${PAID_STATES}) AND order_id IN (SELECT order_id FROM payment_attempt WHERE id > ${attemptsAfter})
      GROUP BY order_id HAVING count(*) > 1`,
  },
  {
    id: 'I2',
    description: 'what was paid is a complete order',
    violations: ({ attemptsAfter }) => sql`
      SELECT attempt.id AS attempt_id, attempt.order_id, paid.status FROM payment_attempt attempt
      JOIN customer_order paid ON paid.id = attempt.order_id
      WHERE attempt.id > ${attemptsAfter} AND attempt.state IN (${PAID_STATES}) AND paid.status <> 'complete'`,
  },
  {
    id: 'I3',
    description: 'a complete order was paid',
    violations: ({ ordersAfter }) => sql`
      SELECT id AS order_id FROM customer_order
      WHERE id > ${ordersAfter} AND status = 'complete' AND NOT EXISTS (
        SELECT 1 FROM payment_attempt WHERE order_id = customer_order.id AND state IN (${PAID_STATES}))`,
  },
  {
    id: 'I4',
    description:
      'attempt, order and the sum of its lines are the same amount, and what went back is the sum of its refunds and of their parts',
    violations: ({ attemptsAfter }) => sql`
      SELECT 'paid' AS what, attempt.id AS attempt_id, attempt.amount_cents, paid.total_cents,
        lines.cents::integer AS parts_cents
      FROM payment_attempt attempt JOIN customer_order paid ON paid.id = attempt.order_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(total_cents), 0) AS cents FROM order_line WHERE order_id = attempt.order_id) lines
      WHERE attempt.id > ${attemptsAfter} AND attempt.state IN (${PAID_STATES}, ${OPEN_STATE_LIST})
        AND (attempt.amount_cents <> paid.total_cents OR paid.total_cents <> lines.cents)
      UNION ALL
      SELECT 'given back', account.attempt_id, account.refunded_cents, account.paid_cents, refunds.cents::integer
      FROM refund_account account
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount_cents), 0) AS cents FROM refund
        WHERE attempt_id = account.attempt_id AND state IN (${GIVEN_BACK})) refunds
      WHERE account.attempt_id > ${attemptsAfter} AND account.refunded_cents <> refunds.cents
      UNION ALL
      -- Of each VAT rate, the refunds' VAT and their lines are the same amount; a free sum has no goods.
      SELECT 'parts of a refund', refund.attempt_id, refund.amount_cents, part.rate_basis_points, part.cents
      FROM refund CROSS JOIN LATERAL (
        SELECT rate_basis_points, sum(cents)::integer AS cents, sum(thousandths) AS thousandths FROM (
          SELECT line.rate_basis_points, part.amount_cents AS cents, part.quantity_thousandths AS thousandths
          FROM refund_line part JOIN order_line line ON line.id = part.order_line_id WHERE part.refund_id = refund.id
          UNION ALL SELECT rate_basis_points, -gross_cents, 0 FROM refund_vat WHERE refund_id = refund.id) parts
        GROUP BY rate_basis_points) part
      WHERE refund.attempt_id > ${attemptsAfter} AND refund.kind = 'refund'
        AND (part.cents <> 0 OR (refund.is_free_sum AND part.thousandths <> 0))`,
  },
  {
    id: 'I5',
    description:
      'each line of a complete standard order moved stock once, one of a pre-order never, and shelves are the sums of their moves',
    violations: ({ ordersAfter, movesAfter }) => sql`
      SELECT 'line' AS what, line.id, (-line.quantity_thousandths)::text AS should_be, sold.quantity_thousandths::text AS is
      FROM order_line line JOIN customer_order paid ON paid.id = line.order_id
      LEFT JOIN stock_move sold ON sold.order_line_id = line.id AND sold.kind = 'sale'
      WHERE paid.id > ${ordersAfter} AND paid.status = 'complete' AND paid.order_type = 'standard'
        AND sold.quantity_thousandths IS DISTINCT FROM -line.quantity_thousandths
      UNION ALL
      SELECT 'line of a pre-order', line.id, '0', move.quantity_thousandths::text FROM stock_move move
      LEFT JOIN refund_line part ON part.id = move.refund_line_id
      JOIN order_line line ON line.id = coalesce(move.order_line_id, part.order_line_id)
      JOIN customer_order ordered ON ordered.id = line.order_id
      WHERE move.id > ${movesAfter} AND ordered.order_type = 'preorder'
      UNION ALL
      SELECT 'shelf', shelf.product_id, moves.sum::text, shelf.quantity_thousandths::text FROM store_stock shelf
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(quantity_thousandths), 0) AS sum FROM stock_move
        WHERE store_id = shelf.store_id AND product_id = shelf.product_id) moves
      WHERE (shelf.store_id, shelf.product_id) IN (SELECT store_id, product_id FROM stock_move WHERE id > ${movesAfter})
        AND shelf.quantity_thousandths <> moves.sum`,
  },
  {
    id: 'I6',
    description: 'no attempt stays open a minute longer than it may',
    violations: ({ at }) => sql`
      SELECT id AS attempt_id, order_id, terminal_id, state FROM payment_attempt
      WHERE state IN (${OPEN_STATE_LIST})
        AND coalesce(sent_at + make_interval(secs => ${UNRESOLVED_AFTER_SECONDS}), deadline_at)
          < coalesce(${at ?? null}::timestamptz, now()) - make_interval(secs => ${LATE_SECONDS})`,
  },
  {
    id: 'I7',
    description: 'an ended attempt has the code SUCCESS if and only if it was paid',
    violations: ({ attemptsAfter }) => sql`
      SELECT id AS attempt_id, state, string_code FROM payment_attempt
      WHERE id > ${attemptsAfter} AND state IN (${FINAL_STATE_LIST}) AND (state IN (${PAID_STATES})) <> (string_code = 'SUCCESS')`,
  },
  {
    id: 'I8',
    description: 'what is booked of an event is the sum of its pre-orders, and no more than its caps',
    violations: ({ ordersAfter }) => sql`
      WITH recent AS (
        SELECT DISTINCT preorder_event_id AS event_id FROM customer_order
        WHERE id > ${ordersAfter} AND preorder_event_id IS NOT NULL
        -- The daily check includes events without a pre-order: nothing may be booked of them.
        UNION SELECT event_id FROM preorder_event_item WHERE ${ordersAfter}::integer = 0
      ), item AS (
        SELECT * FROM preorder_event_item WHERE event_id IN (SELECT event_id FROM recent)
      ), line AS (
        SELECT booked.preorder_event_id AS event_id, product_id, sum(quantity_thousandths) AS sum
        FROM customer_order booked JOIN order_line ON order_line.order_id = booked.id
        WHERE booked.preorder_event_id IN (SELECT event_id FROM recent) AND booked.status <> 'checkout'
          AND booked.cancelled_at IS NULL
        GROUP BY booked.preorder_event_id, product_id
      )
      SELECT event_id, product_id, coalesce(line.sum, 0)::text AS should_be, item.booked_thousandths::text AS is,
        item.cap_thousandths::text AS cap
      FROM item FULL JOIN line USING (event_id, product_id)
      WHERE item.booked_thousandths IS DISTINCT FROM coalesce(line.sum, 0)
        OR item.booked_thousandths > item.cap_thousandths`,
  },
  {
    id: 'I9',
    description: 'an order, a terminal and a shopper have at most one open attempt',
    violations: () => sql`
      ${openTwice(OPEN_STATES, 'order_id')} UNION ALL ${openTwice(HOLDS_TERMINAL, 'terminal_id', sql`occupies_terminal`)}
      UNION ALL ${openTwice(OPEN_STATES, 'user_id')}`,
  },
  {
    id: 'I10',
    description: 'the status of an order is the last one in its history',
    violations: ({ ordersAfter }) => sql`
      SELECT orders.id AS order_id, orders.status, last.to_status AS last_event FROM customer_order orders
      LEFT JOIN LATERAL (
        SELECT to_status FROM order_event WHERE order_id = orders.id ORDER BY id DESC LIMIT 1) last ON true
      WHERE orders.id > ${ordersAfter} AND CASE
        WHEN orders.cancelled_at IS NOT NULL THEN last.to_status IS DISTINCT FROM 'cancelled'
        WHEN orders.status = 'checkout' THEN coalesce(last.to_status, 'checkout') <> 'checkout'
        WHEN orders.status = 'payment_pending' THEN NOT EXISTS (
          SELECT 1 FROM payment_attempt WHERE order_id = orders.id AND state IN (${OPEN_STATE_LIST}))
        ELSE last.to_status IS DISTINCT FROM orders.status END`,
  },
  ...RECALL_INVARIANTS,
  {
    id: 'I17',
    description: 'a paid order with goods of a minimum age was approved before, by another person than its shopper',
    violations: ({ ordersAfter }) => sql`
      SELECT paid.id AS order_id FROM customer_order paid
      WHERE paid.id > ${ordersAfter} AND paid.status = 'complete'
        AND EXISTS (SELECT FROM order_line WHERE order_id = paid.id AND age_limited)
        AND NOT EXISTS (SELECT FROM order_approval approval WHERE approval.order_id = paid.id AND approval.decision = 'approved'
          AND approval.decided_by <> paid.user_id AND approval.total_cents = paid.total_cents)`,
  },
  ...STOCK_INVARIANTS,
  {
    id: 'I12',
    description: 'what was promised by mail or SMS is sent',
    violations: () => sql`
      SELECT kind, state, count(*)::integer AS messages FROM outbox_message
      WHERE kind <> 'push' AND CASE state WHEN 'failed' THEN sent_at > now() - interval '2 minutes'
        -- One that says until when is tried until then.
        ELSE greatest(created_at, expires_at) < now() - make_interval(mins => ${UNSENT_MINUTES}) END
      GROUP BY kind, state`,
  },
  SEALED_TRAIL,
  {
    id: 'I14',
    description: 'the daily summary of sales is the sum of the orders, refunds and receipts',
    violations: ({ ordersAfter, at }) => {
      const now = (at ?? new Date()).getTime()
      const from = ordersAfter === 0 ? '2000-01-01' : new Date(now - SUMMARY_DAYS * DAY_MS).toISOString().slice(0, 10)
      return sql`
        SELECT 'orders' AS what, day.* FROM (${differingDays({ from, until: '9000-01-01', stores: StoreScope.all })}) day
        UNION ALL
        SELECT part.what, part.store_id, part.date::text, NULL, sum(part.sold)::text, sum(part.refunded)::text
        FROM (
          SELECT what, store_id, date, -sold_cents AS sold, -refunded_cents AS refunded
          FROM sales_by_hour CROSS JOIN (VALUES ('products'), ('rates')) kind (what)
          UNION ALL SELECT 'products', store_id, date, sold_cents, refunded_cents FROM sales_by_product
          UNION ALL SELECT 'rates', store_id, date, sold_cents, refunded_cents FROM sales_by_vat_rate) part
        WHERE date >= ${from}::date GROUP BY 1, 2, 3 HAVING sum(part.sold) <> 0 OR sum(part.refunded) <> 0
        UNION ALL
        SELECT 'VAT of groups', part.store_id, part.date::text, NULL, sum(part.vat)::text, NULL
        FROM (
          SELECT store_id, date, vat_cents AS vat FROM sales_by_group
          UNION ALL SELECT store_id, date, -vat_cents FROM sales_by_vat_rate) part
        WHERE part.date >= ${from}::date GROUP BY 1, 2, 3 HAVING sum(part.vat) <> 0`
    },
  },
]
