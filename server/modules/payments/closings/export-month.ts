import type { LanguageCode } from '#contract/values.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { Context } from '#server/platform/context.ts'
import { getHeadings } from '#server/platform/files/list-table.ts'
import { findLedgerAccounts } from './change-ledger-accounts.ts'
import { findClosings, type MonthQuery, toDays } from './find-closings.ts'
import { entryFiles, findAccountShares, monthTable, netvisorTable, sieFile, voucherTable } from './month-files.ts'

/** The closings of a month as a table. */
export async function exportMonth<const Format extends 'csv' | 'xlsx'>(
  context: Context,
  { language, ...query }: MonthQuery & { language: LanguageCode },
  format: Format,
) {
  const { closings, areTests } = await findClosings(context, query)
  const rows = monthTable(closings, getHeadings(format, language))
  return { name: `closings-${areTests ? 'test-' : ''}${query.month}`, format, rows }
}

async function findVouchers(context: Context, query: MonthQuery) {
  const { closings, areTests } = await findClosings(context, query)
  const shares = await findAccountShares(context.db, toDays(query))
  const booking = { accounts: await findLedgerAccounts(context.db), areTests, shares }
  return { name: `journal-entries-${areTests ? 'test-' : ''}${query.month}`, closings, booking }
}

export async function exportVouchers(context: Context, query: MonthQuery) {
  const { name, closings, booking } = await findVouchers(context, query)
  return { name, format: 'csv', decimals: 'point', rows: voucherTable(closings, booking) } as const
}

export async function exportNetvisor(context: Context, query: MonthQuery) {
  const { name, closings, booking } = await findVouchers(context, query)
  return { name: `netvisor-${name}`, format: 'csv', rows: netvisorTable(closings, booking) } as const
}

export async function exportSie(context: Context, query: MonthQuery) {
  const { name, closings, booking } = await findVouchers(context, query)
  const operator = await context.db.selectFrom('operator').select(['name', 'business_id']).executeTakeFirstOrThrow()
  const bytes = sieFile(closings, booking, {
    program: { name: 'Puoti', version: context.config.version },
    company: { name: operator.name, businessId: operator.business_id },
    madeAt: shopDate(context.now()),
  })
  return { name, format: 'si', bytes } as const
}

export async function exportEntryFiles(context: Context, query: MonthQuery) {
  const { name, closings, booking } = await findVouchers(context, query)
  return { name, format: 'zip', bytes: entryFiles(closings, booking) } as const
}
