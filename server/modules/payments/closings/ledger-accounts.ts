import type { LedgerAccountsAnswer } from '#contract/payments/closings.ts'
import type { LedgerAccounts } from '#domain/orders/voucher.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { inRefusableTransaction } from '#server/platform/http/refusable-transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { sql, type Kysely } from 'kysely'
import { recordChange, type Author } from '#server/platform/audit-log/record-change.ts'

type Row = LedgerAccounts & { revision: number }

const accountRow = (db: Kysely<Database>) =>
  db
    .selectFrom('ledger_accounts')
    .select(['card', 'other', 'clearing', 'vat', 'sales', 'sales_by_rate as salesByRate', 'revision'])

export const findLedgerAccounts = (db: Kysely<Database>): Promise<Row> => accountRow(db).executeTakeFirstOrThrow()

export const showLedgerAccounts = ({ salesByRate, ...accounts }: Row): LedgerAccountsAnswer => ({
  ...accounts,
  sales_by_rate: Object.entries(salesByRate)
    .map(([basisPoints, account]) => ({ vat: Number(basisPoints) / 100, account }))
    .toSorted((a, b) => a.vat - b.vat),
})

/** The accounts as the audit log records them. */
const factsOf = ({ card, other, clearing, vat, sales, sales_by_rate }: LedgerAccountsAnswer) => ({
  card,
  other,
  clearing,
  vat,
  sales,
  ...Object.fromEntries(sales_by_rate.map(rate => [`sales_by_rate.${rate.vat}`, rate.account])),
})

export const changeLedgerAccounts = ({ db }: Context, wanted: LedgerAccountsAnswer, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const before = showLedgerAccounts(await accountRow(trx).forUpdate().executeTakeFirstOrThrow())
    if (before.revision !== wanted.revision) return refuse('record.changed', { current: before })
    const { revision, sales_by_rate, ...accounts } = wanted
    const change = { kind: 'ledgerAccounts', id: 1, before: factsOf(before), after: factsOf(wanted), author } as const
    if (!(await recordChange(trx, change))) return before
    const salesByRate = Object.fromEntries(sales_by_rate.map(rate => [Math.round(rate.vat * 100), rate.account]))
    await trx
      .updateTable('ledger_accounts')
      .set({ ...accounts, sales_by_rate: sql`${JSON.stringify(salesByRate)}::jsonb`, revision: revision + 1 })
      .execute()
    return showLedgerAccounts(await findLedgerAccounts(trx))
  })
