import type { contract } from '#contract/index.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { changeLedgerAccounts, getLedgerAccountsResponse } from './change-ledger-accounts.ts'
import { findClosingPage, getMonthResponse } from './closing-response.ts'
import { exportEntryFiles, exportMonth, exportNetvisor, exportSie, exportVouchers } from './export-month.ts'
import { recordTerminalSum } from './find-closings.ts'

export function closingRoutes(context: Context): Handlers<typeof contract.closings> {
  const author = authorAt(context.now)
  return {
    list: ({ params, query }) => findClosingPage(context, { ...params, ...query }),
    month: ({ params, query }) => getMonthResponse(context, { ...params, ...query }),
    monthCsv: ({ params, query, language }) => exportMonth(context, { ...params, ...query, language }, 'csv'),
    monthXlsx: ({ params, query, language }) => exportMonth(context, { ...params, ...query, language }, 'xlsx'),
    vouchers: ({ params, query }) => exportVouchers(context, { ...params, ...query }),
    vouchersNetvisor: ({ params, query }) => exportNetvisor(context, { ...params, ...query }),
    vouchersSie: ({ params, query }) => exportSie(context, { ...params, ...query }),
    vouchersZip: ({ params, query }) => exportEntryFiles(context, { ...params, ...query }),
    recordTerminalTotal: ({ params: { terminal_id: terminalId, date }, body, user }) =>
      recordTerminalSum(context, { terminalId, date, ...body }, author(user)),
    accounts: () => getLedgerAccountsResponse(context.db),
    changeAccounts: ({ body, user }) => changeLedgerAccounts(context, body, author(user)),
  }
}
