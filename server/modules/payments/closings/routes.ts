import { sql } from 'kysely'
import type { contract } from '#contract/index.ts'
import type { LedgerAccountsAnswer } from '#contract/payments/closings.ts'
import type { LedgerAccounts } from '#domain/payments/voucher.ts'
import { shopDate } from '#domain/shop-date.ts'
import { type Author, authorAt, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { type Headings, getHeadings } from '#server/platform/files/list-table.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import {
  toDays,
  findClosings,
  type MonthQuery,
  toClosingResponse,
  toMonthResponse,
  recordTerminalSum,
} from './find-closings.ts'
import { findAccountShares, entryFiles, monthTable, netvisorTable, sieFile, voucherTable } from './month-files.ts'

const PAGE_SIZE = 50

export function closingRoutes(context: Context): Handlers<typeof contract.closings> {
  const { db, now } = context
  const author = authorAt(now)
  const monthFile = async (query: MonthQuery, headings: Headings) => {
    const { closings, areTests } = await findClosings(context, query)
    return { name: `closings-${areTests ? 'test-' : ''}${query.month}`, rows: monthTable(closings, headings) }
  }
  const findVouchers = async (query: MonthQuery) => {
    const { closings, areTests } = await findClosings(context, query)
    const shares = await findAccountShares(db, toDays(query))
    const booking = { accounts: await findLedgerAccounts(db), areTests, shares }
    return { name: `journal-entries-${areTests ? 'test-' : ''}${query.month}`, closings, booking }
  }
  return {
    async list({ params, query: { sort = '-date', page = 1, size = PAGE_SIZE, ...wanted } }) {
      // A month has at most a few thousand rows of figures, even with many stores.
      const { closings: oldestFirst } = await findClosings(context, { ...params, ...wanted })
      const closings = sort === 'date' ? oldestFirst : oldestFirst.toReversed()
      const items = closings.slice((page - 1) * size, page * size).map(toClosingResponse)
      return { items, total: closings.length }
    },
    month: async ({ params: { month }, query }) =>
      toMonthResponse(month, await findClosings(context, { month, ...query })),
    monthCsv: async ({ params, query, language }) => ({
      ...(await monthFile({ ...params, ...query }, getHeadings('csv', language))),
      format: 'csv',
    }),
    monthXlsx: async ({ params, query, language }) => ({
      ...(await monthFile({ ...params, ...query }, getHeadings('xlsx', language))),
      format: 'xlsx',
    }),
    async vouchers({ params, query }) {
      const { name, closings, booking } = await findVouchers({ ...params, ...query })
      return { name, format: 'csv', decimals: 'point', rows: voucherTable(closings, booking) }
    },
    async vouchersNetvisor({ params, query }) {
      const { name, closings, booking } = await findVouchers({ ...params, ...query })
      return { name: `netvisor-${name}`, format: 'csv', rows: netvisorTable(closings, booking) }
    },
    async vouchersSie({ params, query }) {
      const { name, closings, booking } = await findVouchers({ ...params, ...query })
      const { name: company, business_id: businessId } = await db
        .selectFrom('operator')
        .select(['name', 'business_id'])
        .executeTakeFirstOrThrow()
      const program = { name: 'Puoti', version: context.config.version }
      const of = { program, company: { name: company, businessId }, madeAt: shopDate(now()) }
      return { name, format: 'si', bytes: sieFile(closings, booking, of) }
    },
    async vouchersZip({ params, query }) {
      const { name, closings, booking } = await findVouchers({ ...params, ...query })
      return { name, format: 'zip', bytes: entryFiles(closings, booking) }
    },
    recordTerminalTotal: ({ params: { terminal_id: terminalId, date }, body, user }) =>
      recordTerminalSum(context, { terminalId, date, ...body }, author(user)),
    accounts: async () => toLedgerAccountsResponse(await findLedgerAccounts(db)),
    changeAccounts: ({ body, user }) => changeLedgerAccounts(context, body, author(user)),
  }
}

type LedgerAccountsRow = LedgerAccounts & { revision: number }

const accountRow = (db: Db) =>
  db
    .selectFrom('ledger_accounts')
    .select(['card', 'other', 'clearing', 'vat', 'sales', 'sales_by_rate as salesByRate', 'revision'])
    .select(sql<string>`coalesce(app, card)`.as('app'))

const findLedgerAccounts = (db: Db): Promise<LedgerAccountsRow> => accountRow(db).executeTakeFirstOrThrow()

const toLedgerAccountsResponse = ({ salesByRate, ...accounts }: LedgerAccountsRow): LedgerAccountsAnswer => ({
  ...accounts,
  sales_by_rate: Object.entries(salesByRate)
    .map(([basisPoints, account]) => ({ vat: Number(basisPoints) / 100, account }))
    .toSorted((a, b) => a.vat - b.vat),
})

/** The accounts as the audit log records them. */
const toAuditFields = ({ card, app, other, clearing, vat, sales, sales_by_rate }: LedgerAccountsAnswer) => ({
  card,
  app,
  other,
  clearing,
  vat,
  sales,
  ...Object.fromEntries(sales_by_rate.map(rate => [`sales_by_rate.${rate.vat}`, rate.account])),
})

const changeLedgerAccounts = ({ db }: Context, wanted: LedgerAccountsAnswer, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const before = toLedgerAccountsResponse(await accountRow(trx).forUpdate().executeTakeFirstOrThrow())
    if (before.revision !== wanted.revision) return refuse('record.changed', { current: before })
    const { revision, sales_by_rate, ...accounts } = wanted
    const change = {
      kind: 'ledgerAccounts',
      id: 1,
      before: toAuditFields(before),
      after: toAuditFields(wanted),
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
