import { sql } from 'kysely'
import type { LedgerAccountsAnswer } from '#contract/payments/closings.ts'
import type { LedgerAccounts } from '#domain/payments/voucher.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Db } from '#server/platform/schema/tables.ts'

type LedgerAccountsRow = LedgerAccounts & { revision: number }

const accountRow = (db: Db) =>
  db
    .selectFrom('ledger_accounts')
    .select(['card', 'other', 'clearing', 'vat', 'sales', 'sales_by_rate as salesByRate', 'revision'])
    .select('free_sums as freeSums')
    .select(sql<string>`coalesce(app, card)`.as('app'))

export const findLedgerAccounts = (db: Db): Promise<LedgerAccountsRow> => accountRow(db).executeTakeFirstOrThrow()

const toLedgerAccountsResponse = ({ salesByRate, freeSums, ...accounts }: LedgerAccountsRow): LedgerAccountsAnswer => ({
  ...accounts,
  free_sums: freeSums,
  sales_by_rate: Object.entries(salesByRate)
    .map(([basisPoints, account]) => ({ vat: Number(basisPoints) / 100, account }))
    .toSorted((a, b) => a.vat - b.vat),
})

export const getLedgerAccountsResponse = async (db: Db): Promise<LedgerAccountsAnswer> =>
  toLedgerAccountsResponse(await findLedgerAccounts(db))

/** The accounts as the audit log records them. */
const toAuditFields = ({ card, app, other, clearing, vat, sales, free_sums, sales_by_rate }: LedgerAccountsAnswer) => ({
  card,
  app,
  other,
  clearing,
  vat,
  sales,
  free_sums,
  ...Object.fromEntries(sales_by_rate.map(rate => [`sales_by_rate.${rate.vat}`, rate.account])),
})

export const changeLedgerAccounts = ({ db }: Context, input: LedgerAccountsAnswer, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const before = toLedgerAccountsResponse(await accountRow(trx).forUpdate().executeTakeFirstOrThrow())
    if (before.revision !== input.revision) return refuse('record.changed', { current: before })
    const { revision, sales_by_rate, ...accounts } = input
    const change = {
      kind: 'ledgerAccounts',
      id: 1,
      before: toAuditFields(before),
      after: toAuditFields(input),
      author,
    } as const
    if (!(await recordChange(trx, change))) return before
    const salesByRate = Object.fromEntries(sales_by_rate.map(rate => [Math.round(rate.vat * 100), rate.account]))
    await trx
      .updateTable('ledger_accounts')
      .set({ ...accounts, sales_by_rate: sql`${JSON.stringify(salesByRate)}::jsonb`, revision: revision + 1 })
      .execute()
    return toLedgerAccountsResponse(await findLedgerAccounts(trx))
  })
