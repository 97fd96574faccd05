import { sql } from 'kysely'
import type { VisitDetails, VisitMoment } from '#contract/orders/visits.ts'
import type { LanguageCode } from '#contract/values.ts'
import { eurosFromCents } from '#domain/money.ts'
import { findPaymentApp, getPaymentMethod } from '#domain/payments/terminals/terminal-providers.ts'
import { VISIT_HOURS } from '#domain/stores/visit.ts'
import { inSnapshot } from '#server/platform/db/transaction.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { findVisitRows } from './visit-log.ts'
import { isOfVisit } from './visit-orders.ts'

/** A visit with all that is known of it; undefined if there is none. */
export const findVisit = (db: Db, id: number, language: LanguageCode): Promise<VisitDetails | undefined> =>
  inSnapshot(db, snapshot => findInSnapshot(snapshot, id, language))

async function findInSnapshot(db: Db, id: number, language: LanguageCode): Promise<VisitDetails | undefined> {
  const [row] = await findVisitRows(db, [id])
  if (!row) return undefined
  const { last_at, question_sent_at, question_sent_by } = await db
    .selectFrom('visit')
    .leftJoin('app_user', 'app_user.id', 'visit.question_sent_by')
    .select(['visit.last_at', 'visit.question_sent_at', 'app_user.email as question_sent_by'])
    .where('visit.id', '=', id)
    .executeTakeFirstOrThrow()
  const moments = await Promise.all([
    findDoorCodes(db, id),
    findCheckouts(db, id, language),
    findPayments(db, id),
    findReceipts(db, id),
  ])
  const began: VisitMoment = { kind: 'began', at: row.created_at }
  return {
    ...row,
    last_at: last_at.toISOString(),
    moments: [began, ...moments.flat()].toSorted((a, b) => a.at.localeCompare(b.at)),
    question: question_sent_at && {
      at: question_sent_at.toISOString(),
      by: question_sent_by,
      paid_afterwards: await findPaidAfter(db, id),
    },
  }
}

/** Codes of which the lock still has a record. */
async function findDoorCodes(db: Db, id: number): Promise<VisitMoment[]> {
  const rows = await db
    .selectFrom('door_code as code')
    .innerJoin('visit', join =>
      join.onRef('visit.user_id', '=', 'code.user_id').onRef('visit.store_id', '=', 'code.store_id'),
    )
    .select(['code.lock_name', 'code.created_at'])
    .where('visit.id', '=', id)
    .whereRef('code.created_at', '>=', 'visit.created_at')
    .whereRef('code.created_at', '<=', sql`visit.last_at + make_interval(hours => ${sql.lit(VISIT_HOURS)})`)
    .execute()
  return rows.map(({ lock_name: name, created_at }) => ({ kind: 'door_code', at: created_at.toISOString(), name }))
}

const boughtIn = (db: Db, id: number) =>
  db
    .selectFrom('visit')
    .innerJoin('customer_order as bought', join => join.on(sql<boolean>`${isOfVisit}`))
    .where('visit.id', '=', id)

type CheckoutLine = { name: string; unit: string; quantity_thousandths: number; total_cents: number }

/** The baskets as they were at checkout, and which of them were cancelled. */
async function findCheckouts(db: Db, id: number, language: LanguageCode): Promise<VisitMoment[]> {
  const rows = await boughtIn(db, id)
    .select(['bought.id', 'bought.created_at', 'bought.cancelled_at', 'bought.total_cents'])
    .select(
      sql<CheckoutLine[]>`(
        SELECT json_agg(json_build_object('name', text_in(version.names, ${sql.lit(language)}), 'unit', version.unit,
          'quantity_thousandths', line.quantity_thousandths, 'total_cents', line.total_cents) ORDER BY line.id)
        FROM order_line line JOIN product_version version ON version.id = line.product_version_id
        WHERE line.order_id = bought.id)`.as('lines'),
    )
    .execute()
  return rows.flatMap(row => {
    const checkout: VisitMoment = {
      kind: 'checkout',
      at: row.created_at.toISOString(),
      order_id: row.id,
      total_amount: eurosFromCents(row.total_cents),
      lines: (row.lines ?? []).map(({ total_cents, ...line }) => ({
        ...line,
        total_amount: eurosFromCents(total_cents),
      })),
    }
    if (row.cancelled_at === null) return [checkout]
    return [checkout, { kind: 'cancelled', at: row.cancelled_at.toISOString(), order_id: row.id } as const]
  })
}

async function findPayments(db: Db, id: number): Promise<VisitMoment[]> {
  const rows = await boughtIn(db, id)
    .innerJoin('payment_attempt as attempt', 'attempt.order_id', 'bought.id')
    .innerJoin('terminal', 'terminal.id', 'attempt.terminal_id')
    .select(['bought.id', 'attempt.state', 'attempt.amount_cents', 'attempt.created_at', 'attempt.outcome_at'])
    .select(['terminal.name', 'terminal.provider'])
    .execute()
  return rows.map(row => ({
    kind: 'payment',
    at: (row.outcome_at ?? row.created_at).toISOString(),
    order_id: row.id,
    state: row.state,
    method: getPaymentMethod(row.provider),
    app: findPaymentApp(row.provider),
    amount: eurosFromCents(row.amount_cents),
    terminal_name: row.name,
  }))
}

async function findReceipts(db: Db, id: number): Promise<VisitMoment[]> {
  const rows = await boughtIn(db, id)
    .innerJoin('receipt', 'receipt.order_id', 'bought.id')
    .select(['bought.id', 'receipt.created_at'])
    .where('receipt.refund_id', 'is', null)
    .execute()
  return rows.map(row => ({ kind: 'receipt', at: row.created_at.toISOString(), order_id: row.id }))
}

async function findPaidAfter(db: Db, id: number) {
  const row = await db
    .selectFrom('visit')
    .innerJoin('customer_order as bought', join =>
      join.onRef('bought.user_id', '=', 'visit.user_id').onRef('bought.store_id', '=', 'visit.store_id'),
    )
    .select(['bought.id', 'bought.total_cents', 'bought.paid_at'])
    .where('visit.id', '=', id)
    .whereRef('bought.paid_at', '>', 'visit.question_sent_at')
    .orderBy('bought.paid_at')
    .limit(1)
    .executeTakeFirst()
  if (!row?.paid_at) return null
  return { id: row.id, paid_at: row.paid_at.toISOString(), total_amount: eurosFromCents(row.total_cents) }
}
