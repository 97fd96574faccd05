import { type Selectable, sql } from 'kysely'
import type { TerminalPayment, TerminalRefund } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { TestPayment, TestRefund, TestTerminalLedger } from '#server/adapters/payment-terminal/test-terminal.ts'
import { compiledOnce } from '#server/platform/db/compiled.ts'
import { committedSoon } from '#server/platform/db/sql-fragments.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'

const WAITING_STATES = ['waiting', 'hung'] as const

/** The virtual terminal's ledger: a separate table that only the terminal and its page use. */
export const testTerminalLedger = (db: Db): TestTerminalLedger => ({
  find: serviceId => findPayment(db, serviceId),
  receive: (payment, state) => receivePayment(db, payment, state),
  async decide(serviceId, { state, cancelledBy }) {
    await db
      .updateTable('test_terminal_payment')
      .set({ state, cancelled_by: cancelledBy ?? null, decided_at: sql`now()` })
      .where('service_id', '=', serviceId)
      .where('state', 'in', WAITING_STATES)
      .execute()
  },
  async approveAfter(serviceId, thinkMs) {
    await db
      .updateTable('test_terminal_payment')
      .set({ state: 'approved', decided_at: sql`now()` })
      .where('service_id', '=', serviceId)
      .where('state', '=', 'waiting')
      .where('received_at', '<=', sql<Date>`now() - make_interval(secs => ${thinkMs / 1000}::double precision)`)
      .execute()
  },
  recordRefund: (payment, refund) => recordRefund(db, payment, refund),
  findRefund: refundId => findRefund(db, refundId),
  takings: (terminalId, moments) => sumTakings(db, terminalId, moments),
})

async function sumTakings(db: Db, terminalId: number, moments: readonly Date[]): Promise<number[]> {
  const { rows } = await sql<{ place: number; cents: number }>`
    SELECT width_bucket(at, ${moments}::timestamptz[]) AS place, sum(cents)::bigint AS cents FROM (
      SELECT decided_at AS at, amount_cents AS cents FROM test_terminal_payment
      WHERE terminal_id = ${terminalId} AND state = 'approved' AND decided_at BETWEEN ${moments[0]} AND ${moments.at(-1)}
      UNION ALL
      SELECT refund.received_at, -refund.amount_cents FROM test_terminal_refund refund
      JOIN test_terminal_payment paid USING (service_id)
      WHERE paid.terminal_id = ${terminalId} AND refund.state = 'refunded'
        AND refund.received_at BETWEEN ${moments[0]} AND ${moments.at(-1)}
    ) moved GROUP BY place`.execute(db)
  const byPlace = new Map(rows.map(({ place, cents }) => [place, cents]))
  return moments.slice(1).map((_, place) => byPlace.get(place + 1) ?? 0)
}

async function findRefund(db: Db, refundId: string): Promise<TestRefund | undefined> {
  const row = await db
    .selectFrom('test_terminal_refund')
    .selectAll()
    .where('refund_key', '=', refundId)
    .executeTakeFirst()
  return row && { refundId, amountCents: row.amount_cents, isRefunded: row.state === 'refunded', at: row.received_at }
}

/** Approved when the payment was approved and refunds don't exceed it. */
async function recordRefund(
  db: Db,
  { serviceId }: TerminalPayment,
  { refundId, amountCents }: TerminalRefund,
): Promise<TestRefund> {
  await sql`
    INSERT INTO test_terminal_refund (refund_key, service_id, amount_cents, state)
    SELECT ${refundId}, ${serviceId}, ${amountCents}::integer, CASE WHEN ${amountCents}::integer <= (
      SELECT coalesce(sum(paid.amount_cents), 0) FROM test_terminal_payment paid
      WHERE paid.service_id = ${serviceId} AND paid.state = 'approved'
    ) - (
      SELECT coalesce(sum(refund.amount_cents), 0) FROM test_terminal_refund refund
      WHERE refund.service_id = ${serviceId} AND refund.state = 'refunded'
    ) THEN 'refunded' ELSE 'refused' END
    ON CONFLICT (refund_key) DO NOTHING`.execute(db)
  const refund = await findRefund(db, refundId)
  if (!refund) throw new Error(`the test terminal has lost the refund ${refundId}`)
  return refund
}

async function findPayment(db: Db, serviceId: string): Promise<TestPayment | undefined> {
  const row = await db
    .selectFrom('test_terminal_payment')
    .selectAll()
    .where('service_id', '=', serviceId)
    .executeTakeFirst()
  return row && toTestPayment(row)
}

type NewTestPayment = Pick<TerminalPayment, 'serviceId' | 'terminalId' | 'amountCents' | 'currency'> & {
  state: TestPayment['state']
}

const insertReceived = compiledOnce((db, { serviceId, terminalId, amountCents, currency, state }: NewTestPayment) => ({
  compile: () =>
    sql<Selectable<Database['test_terminal_payment']>>`
    WITH ${committedSoon} INSERT INTO test_terminal_payment (service_id, terminal_id, amount_cents, currency, state)
    SELECT ${serviceId}, ${terminalId}::integer, ${amountCents}::integer, ${currency}, ${state} FROM soon
    ON CONFLICT (service_id) DO NOTHING RETURNING *`.compile(db),
}))

async function receivePayment(
  db: Db,
  { serviceId, terminalId, amountCents, currency }: TerminalPayment,
  state: TestPayment['state'],
) {
  const [written] = await insertReceived(db, { serviceId, terminalId, amountCents, currency, state })
  const payment = written ? toTestPayment(written) : await findPayment(db, serviceId)
  if (!payment) throw new Error(`the test terminal has lost the payment ${serviceId}`)
  return payment
}

/** Payments that wait at virtual terminals, oldest first. */
export const findWaitingTestPayments = (db: Db) =>
  db
    .selectFrom('test_terminal_payment')
    .innerJoin('terminal', 'terminal.id', 'test_terminal_payment.terminal_id')
    .innerJoin('store', 'store.id', 'terminal.store_id')
    // Only for display: the ledger itself belongs to the terminal.
    .leftJoin('payment_attempt', 'payment_attempt.service_id', 'test_terminal_payment.service_id')
    .select(['test_terminal_payment.service_id as serviceId', 'test_terminal_payment.amount_cents as amountCents'])
    .select(['payment_attempt.order_id as orderId'])
    .select(['test_terminal_payment.state', 'terminal.name as terminalName', 'store.name as storeName'])
    .where('test_terminal_payment.state', 'in', WAITING_STATES)
    .orderBy('test_terminal_payment.received_at')
    .execute()

type TestPaymentRow = {
  service_id: string
  terminal_id: number
  amount_cents: number
  currency: string
  state: TestPayment['state']
  cancelled_by: 'shopper' | 'merchant' | null
  received_at: Date
  decided_at: Date | null
}

const toTestPayment = (row: TestPaymentRow): TestPayment => ({
  serviceId: row.service_id,
  terminalId: row.terminal_id,
  amountCents: row.amount_cents,
  currency: row.currency,
  state: row.state,
  cancelledBy: row.cancelled_by,
  at: row.decided_at ?? row.received_at,
})
