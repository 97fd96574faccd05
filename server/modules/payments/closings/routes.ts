import type { contract } from '#contract/index.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Call, Handlers } from '#server/platform/http/mount.ts'
import { changeLedgerAccounts, getLedgerAccountsResponse } from './change-ledger-accounts.ts'
import { findClosingPage, getMonthResponse } from './closing-response.ts'
import { exportEntryFiles, exportMonth, exportNetvisor, exportSie, exportVouchers } from './export-month.ts'
import { recordTerminalSum } from './find-closings.ts'

type MonthCall = Pick<Call<typeof contract.closings.month>, 'params' | 'query' | 'stores' | 'language'>

const toQuery = ({ params, query, stores, language }: MonthCall) => ({ ...params, test: query.test, stores, language })

export function closingRoutes(context: Context): Handlers<typeof contract.closings> {
  const author = authorAt(context.now)
  return {
    list: call => findClosingPage(context, { ...call.query, ...toQuery(call) }),
    month: call => getMonthResponse(context, toQuery(call)),
    monthCsv: call => exportMonth(context, toQuery(call), 'csv'),
    monthXlsx: call => exportMonth(context, toQuery(call), 'xlsx'),
    vouchers: call => exportVouchers(context, toQuery(call)),
    vouchersNetvisor: call => exportNetvisor(context, toQuery(call)),
    vouchersSie: call => exportSie(context, toQuery(call)),
    vouchersZip: call => exportEntryFiles(context, toQuery(call)),
    recordTerminalTotal: ({ params: { terminal_id: terminalId, date }, body, user }) =>
      recordTerminalSum(context, { terminalId, date, ...body }, author(user)),
    accounts: () => getLedgerAccountsResponse(context.db),
    changeAccounts: ({ body, user }) => changeLedgerAccounts(context, body, author(user)),
  }
}
