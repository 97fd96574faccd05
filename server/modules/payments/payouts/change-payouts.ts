import { sql } from 'kysely'
import type { StoreScope } from '#domain/accounts/store-scope.ts'
import { decodeText } from '#domain/format/text-encoding.ts'
import { type Report, readReport } from '#domain/payments/settlements/read-report.ts'
import { SETTLEMENT_FORMATS } from '#domain/payments/settlements/settlement-formats.ts'
import { type Payout, SettlementFault, type SettlementLine } from '#domain/payments/settlements/settlement.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId, jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { inRefusableTransaction, type Refusal, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { matchStoredLines } from './match-stored-lines.ts'

type UploadReportInput = { file: Buffer; name: string; stores: StoreScope }

/** Stores what a report has and the shop hasn't stored yet, and finds the payments and refunds of its lines. */
export async function uploadReport({ db }: Context, { file, name, stores }: UploadReportInput, author: Author) {
  // A payout may have payments of any store.
  if (stores.ids !== 'all') return refuse('payout.allStores')
  const report = parseReport(file)
  if ('refused' in report) return report
  const stored = await inTransaction(db, async trx => {
    const ids: number[] = []
    let newLines = 0
    for (const payout of report.payouts) {
      const id = await savePayout(trx, report, { payout, author })
      const added = await addLines(trx, id, payout.lines)
      newLines += added
      ids.push(id)
      const { provider, reference, paidOn } = { ...report, ...payout }
      const after = { provider, reference, paid_on: paidOn, file: name || null, lines: added }
      if (added > 0) await recordChange(trx, { kind: 'payout', id, before: null, after, author })
    }
    await matchStoredLines(trx, report.provider)
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM settlement_line WHERE payout_id = ${anyId(ids)} AND finding IS NOT NULL`.execute(
      trx,
    )
    return { newLines, differences: rows[0]?.count ?? 0 }
  })
  return {
    provider: SETTLEMENT_FORMATS[report.provider].name,
    payouts: report.payouts.length,
    lines: report.payouts.reduce((sum, { lines }) => sum + lines.length, 0),
    new_lines: stored.newLines,
    differences: stored.differences,
  }
}

function parseReport(file: Buffer): Report | Refusal<'payout.unreadable'> {
  try {
    return readReport(decodeText(file))
  } catch (error) {
    if (!(error instanceof SettlementFault)) throw error
    const { problem, row, column } = error
    return refuse('payout.unreadable', {
      problem,
      ...(row !== undefined && { row }),
      ...(column !== undefined && { column }),
    })
  }
}

type SavePayoutInput = { payout: Payout; author: Author }

/** The payout's id. One that is stored gets what the report now says of the whole. Its row is locked until the end. */
async function savePayout(trx: Trx, { provider }: Report, { payout, author }: SavePayoutInput): Promise<number> {
  const { reference, paidOn, currency, paidCents } = payout
  const row = { provider, reference, paid_on: paidOn, currency, paid_cents: paidCents }
  const { id } = await trx
    .insertInto('payout')
    .values({ ...row, uploaded_by: author.userId, uploaded_at: author.at })
    .onConflict(conflict =>
      conflict.columns(['provider', 'reference']).doUpdateSet(({ ref, fn }) => ({
        // A part of a report may have no line of the payout's day.
        paid_on: sql<string>`greatest(${ref('excluded.paid_on')}, ${ref('payout.paid_on')})`,
        paid_cents: fn.coalesce(ref('excluded.paid_cents'), ref('payout.paid_cents')),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const LINE_COLUMNS = `line_key text, kind text, type text, reference text, keys text[], payment_keys text[], day date,
  amount_cents integer, currency text, fee_cents integer, net_cents integer`

/** Adds the lines that the payout doesn't have; returns how many these are. */
async function addLines(trx: Trx, payoutId: number, lines: readonly SettlementLine[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO settlement_line (payout_id, line_key, kind, type, reference, keys, payment_keys, day, amount_cents, currency, fee_cents, net_cents)
    SELECT ${payoutId}::integer, line_key, kind, type, reference, keys, payment_keys, day, amount_cents, currency, fee_cents, net_cents
    FROM ${jsonRecordset(toRows(lines), LINE_COLUMNS)} ON CONFLICT DO NOTHING`.execute(trx)
  return Number(numAffectedRows)
}

function toRows(lines: readonly SettlementLine[]) {
  const counts = new Map<string, number>()
  return lines.map(({ keys, paymentKeys, amountCents, feeCents, netCents, ...line }) => {
    const { kind, type, reference, day, currency } = line
    const content = [kind, type, reference, ...keys, day, amountCents, feeCents, netCents, currency].join('|')
    const count = (counts.get(content) ?? 0) + 1
    counts.set(content, count)
    return {
      ...line,
      line_key: `${content}|${count}`,
      keys,
      payment_keys: paymentKeys,
      amount_cents: amountCents,
      fee_cents: feeCents,
      net_cents: netCents,
    }
  })
}

type RemovePayoutInput = { id: number; stores: StoreScope }

/** Removes a payout with its lines, such as those of a wrong file. */
export async function removePayout({ db }: Context, { id, stores }: RemovePayoutInput, author: Author) {
  if (stores.ids !== 'all') return refuse('payout.allStores')
  return inRefusableTransaction(db, async trx => {
    const removed = await trx
      .deleteFrom('payout')
      .where('id', '=', id)
      .returning(['provider', 'reference', 'paid_on'])
      .executeTakeFirst()
    if (!removed) return refuse('notFound')
    await recordChange(trx, { kind: 'payout', id, before: removed, after: null, author })
    return {}
  })
}
