import { sql } from 'kysely'
import { toLotColumns } from '#domain/catalogue/lot.ts'
import { vatTotals } from '#domain/catalogue/vat.ts'
import { jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import type { StoreKey } from '#server/seed/demo-data/types.ts'
import type { Ids } from '#server/seed/ids.ts'
import type { GeneratedLine, GeneratedOrder } from './generated-order.ts'

/** The rows that the past refers to. */
export type SeededIds = {
  storeIds: Ids<StoreKey>
  productIds: Ids<string>
  versionIds: ReadonlyMap<number, number>
  terminalIds: ReadonlyMap<number, number>
  userIds: ReadonlyMap<string, number>
  adminId: number
  termsId: number
  currency: string
}

export type InsertedOrders = { order: GeneratedOrder; id: number; lineIds: ReadonlyMap<GeneratedLine, number> }

export const toIsoText = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString()

export function requireFound<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`The demo's past names ${what}, but nothing of that name`)
  return value
}

/**
 * Inserts rows in their order and returns their ids in the same order: the ids of an identity column grow with the rows of a
 * sorted SELECT, but they need not be returned sorted.
 */
export async function insertSorted(
  trx: Trx,
  table: string,
  { rows, columns }: { rows: readonly object[]; columns: string },
): Promise<number[]> {
  const names = columns.split(',').map(column => column.trim().split(' ')[0] ?? '')
  const numbered = rows.map((row, place) => Object.assign({ place }, row))
  const list = sql.join(names.map(name => sql.ref(name)))
  const { rows: inserted } = await sql<{ id: number }>`
    INSERT INTO ${sql.table(table)} (${list})
    SELECT ${list} FROM ${jsonRecordset(numbered, `place integer, ${columns}`)} ORDER BY place RETURNING id`.execute(
    trx,
  )
  return inserted.map(({ id }) => id).toSorted((a, b) => a - b)
}

/** Inserts orders with their lines, payments, history and receipts. No receipt is emailed. */
export async function insertOrders(
  trx: Trx,
  orders: readonly GeneratedOrder[],
  belonging: SeededIds,
): Promise<InsertedOrders[]> {
  const sorted = orders.toSorted((a, b) => a.createdAt - b.createdAt)
  const ids = await insertSorted(trx, 'customer_order', {
    rows: sorted.map(order => orderRow(order, belonging)),
    columns: `user_id integer, store_id integer, order_type text, status text, total_cents integer, net_cents integer,
      terms_version_id integer, created_at timestamptz, updated_at timestamptz, paid_at timestamptz,
      cancelled_at timestamptz, preorder_event_id integer, booked_at timestamptz, delivery_notified_at timestamptz`,
  })
  const placed = sorted.map((order, index) => ({ order, id: requireFound(ids[index], 'an order') }))
  const lines = placed.flatMap(({ order, id }) => order.lines.map(line => ({ id, line })))
  const lineIds = await insertSorted(trx, 'order_line', {
    rows: lines.map(({ id, line }) => lineRow(id, line, belonging)),
    columns: `order_id bigint, product_version_id integer, product_id integer, quantity_thousandths bigint,
      amounts_cents integer[], unit_price_cents integer, deposit_cents integer, total_cents integer,
      rate_basis_points integer, perishable boolean, lot text, best_before date, use_by date, full_price_cents integer,
      reduced_percent smallint`,
  })
  const idOfLine = new Map(lines.map(({ line }, index) => [line, requireFound(lineIds[index], 'a line')]))
  await insertSteps(trx, placed, { ...belonging, payments: await insertPayments(trx, placed, belonging) })
  await sql`
    INSERT INTO receipt (order_id, operator_name, business_id, operator_address, operator_email, operator_phone, store_name,
      store_address, time_zone, event_names, created_at)
    SELECT sold.id, operator.name, operator.business_id, operator.address, operator.email, operator.phone, store.name,
      store.address, store.time_zone, event.names, sold.paid_at
    FROM customer_order sold JOIN store ON store.id = sold.store_id CROSS JOIN operator
    LEFT JOIN preorder_event event ON event.id = sold.preorder_event_id
    WHERE sold.status = 'complete' ORDER BY sold.paid_at`.execute(trx)
  return placed.map(({ order, id }) => ({ order, id, lineIds: idOfLine }))
}

function orderRow(
  { store, shopper, lines, preorder, ...order }: GeneratedOrder,
  { storeIds, userIds, termsId }: SeededIds,
) {
  const { grossCents, netCents } = vatTotals(lines)
  const last = order.steps.at(-1)?.at ?? order.createdAt
  return {
    user_id: requireFound(userIds.get(shopper), shopper),
    store_id: storeIds.getId(store),
    order_type: preorder ? 'preorder' : 'standard',
    status: order.status,
    total_cents: grossCents,
    net_cents: netCents,
    terms_version_id: termsId,
    created_at: toIsoText(order.createdAt),
    updated_at: toIsoText(last),
    paid_at: toIsoText(order.paidAt),
    cancelled_at: toIsoText(order.cancelledAt),
    preorder_event_id: preorder?.eventId ?? null,
    booked_at: toIsoText(preorder?.bookedAt),
    delivery_notified_at: toIsoText(preorder?.deliveredAt),
  }
}

function lineRow(orderId: number, { product, ...line }: GeneratedLine, { productIds, versionIds }: SeededIds) {
  const product_id = productIds.getId(product.key)
  return {
    order_id: orderId,
    product_version_id: requireFound(versionIds.get(product_id), product.key),
    product_id,
    quantity_thousandths: line.quantityThousandths,
    amounts_cents: line.amountsCents,
    unit_price_cents: line.reduced?.priceCents ?? product.priceCents,
    deposit_cents: line.depositCents,
    total_cents: line.totalCents,
    rate_basis_points: line.rateBasisPoints,
    perishable: product.perishable,
    ...toLotColumns(line.lot),
    full_price_cents: line.reduced ? product.priceCents : null,
    reduced_percent: line.reduced?.percent ?? null,
  }
}

type PlacedOrder = { order: GeneratedOrder; id: number }

async function insertSteps(
  trx: Trx,
  placed: readonly PlacedOrder[],
  { userIds, adminId, payments }: SeededIds & { payments: InsertedPayments },
): Promise<void> {
  const steps = placed.flatMap(({ order, id }) => order.steps.map(step => ({ order, id, step })))
  await insertSorted(trx, 'order_event', {
    rows: steps
      .toSorted((a, b) => a.step.at - b.step.at)
      .map(({ order, id, step }) => ({
        order_id: id,
        from_status: step.from,
        to_status: step.to,
        actor: step.actor,
        user_id: step.actor === 'admin' ? adminId : requireFound(userIds.get(order.shopper), order.shopper),
        kind: step.kind,
        ...(step.kind === 'payment' ? requireFound(payments.get(paymentKey(id, toIsoText(step.at))), 'a payment') : {}),
        created_at: toIsoText(step.at),
      })),
    columns: `order_id bigint, from_status text, to_status text, actor text, user_id integer, kind text,
      attempt_id bigint, outcome text, created_at timestamptz`,
  })
}

type InsertedPayments = Map<string, { attempt_id: number; outcome: string }>

const paymentKey = (orderId: number, outcomeAt: string | null) => `${orderId} ${outcomeAt}`

/** The attempts, and the payments in the virtual terminal's own ledger. Returns what the history has of each attempt. */
async function insertPayments(
  trx: Trx,
  placed: readonly PlacedOrder[],
  { storeIds, terminalIds, userIds, currency }: SeededIds,
): Promise<InsertedPayments> {
  const attempts = placed.flatMap(({ order, id }) => order.attempts.map(attempt => ({ order, id, attempt })))
  const rows = attempts
    .toSorted((a, b) => a.attempt.sentAt - b.attempt.sentAt)
    .map(({ order, id, attempt }, index) => {
      const isApproved = attempt.state === 'APPROVED'
      const serviceId = `demo${String(index).padStart(6, '0')}`
      return {
        order_id: id,
        user_id: requireFound(userIds.get(order.shopper), order.shopper),
        terminal_id: requireFound(terminalIds.get(storeIds.getId(order.store)), order.store),
        service_id: serviceId,
        amount_cents: vatTotals(order.lines).grossCents,
        currency,
        state: attempt.state,
        order_status_before: attempt.before,
        created_at: toIsoText(attempt.sentAt),
        sent_at: toIsoText(attempt.sentAt),
        deadline_at: toIsoText(attempt.outcomeAt),
        outcome_at: toIsoText(attempt.outcomeAt),
        string_code: isApproved ? 'SUCCESS' : 'DECLINED',
        transaction_id: isApproved ? `test-${serviceId}` : null,
        receipt_text: isApproved ? 'TEST MODE\nNo money was taken' : null,
        source: 'live',
      }
    })
  const ids = await insertSorted(trx, 'payment_attempt', {
    rows,
    columns: `order_id bigint, user_id integer, terminal_id integer, service_id text, amount_cents integer, currency text,
      state text, order_status_before text, created_at timestamptz, sent_at timestamptz, deadline_at timestamptz,
      outcome_at timestamptz, string_code text, transaction_id text, receipt_text text, source text`,
  })
  await sql`
    INSERT INTO test_terminal_payment (service_id, terminal_id, amount_cents, currency, state, received_at, decided_at)
    SELECT service_id, terminal_id, amount_cents, currency, lower(state), sent_at, outcome_at FROM payment_attempt`.execute(
    trx,
  )
  return new Map(
    rows.map(({ order_id, outcome_at, string_code }, index) => [
      paymentKey(order_id, outcome_at),
      { attempt_id: requireFound(ids[index], 'an attempt'), outcome: string_code },
    ]),
  )
}
