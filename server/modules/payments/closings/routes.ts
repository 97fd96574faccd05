import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import { findClosings, showClosing, showMonth, type MonthQuery } from './find-closings.ts'
import { changeLedgerAccounts, findLedgerAccounts, showLedgerAccounts } from './ledger-accounts.ts'
import { monthTable, voucherTable } from './month-files.ts'
import { tellTerminalSum } from './terminal-sums.ts'

const PAGE_SIZE = 50

export function closingRoutes(context: Context): Handlers<typeof contract.closings> {
  const { db, now } = context
  const author = authorAt(now)
  const monthFile = async (query: MonthQuery) => {
    const { closings, areTests } = await findClosings(context, query)
    return { name: `closings-${areTests ? 'test-' : ''}${query.month}`, rows: monthTable(closings) }
  }
  return {
    async list({ params, query: { sort = '-date', page = 1, size = PAGE_SIZE, ...wanted } }) {
      // A month has at most a few thousand rows of figures, even with many stores.
      const { closings: oldestFirst } = await findClosings(context, { ...params, ...wanted })
      const closings = sort === 'date' ? oldestFirst : oldestFirst.toReversed()
      const items = closings.slice((page - 1) * size, page * size).map(showClosing)
      return { items, total: closings.length }
    },
    month: async ({ params: { month }, query }) => showMonth(month, await findClosings(context, { month, ...query })),
    monthCsv: async ({ params, query }) => ({ ...(await monthFile({ ...params, ...query })), format: 'csv' }),
    monthXlsx: async ({ params, query }) => ({ ...(await monthFile({ ...params, ...query })), format: 'xlsx' }),
    async vouchers({ params, query }) {
      const { closings, areTests } = await findClosings(context, { ...params, ...query })
      const rows = voucherTable(closings, { accounts: await findLedgerAccounts(db), areTests })
      const name = `vouchers-${areTests ? 'test-' : ''}${params.month}`
      return { name, format: 'csv', decimals: 'point', rows }
    },
    tellSum: ({ params: { terminal_id: terminalId, date }, body, user }) =>
      tellTerminalSum(context, { terminalId, date, ...body }, author(user)),
    accounts: async () => showLedgerAccounts(await findLedgerAccounts(db)),
    changeAccounts: ({ body, user }) => changeLedgerAccounts(context, body, author(user)),
  }
}
