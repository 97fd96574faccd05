import { Readable } from 'node:stream'
import { type RawBuilder, sql } from 'kysely'
import { CSV_BEGINNING, csvLine, moneyCell, type WrittenCell } from '#domain/format/csv.ts'
import { eurosFromCents } from '#domain/money.ts'
import { sumClosings, type ClosingRate, type TerminalDay } from '#domain/payments/closing.ts'
import { inCodePage437, type SieFile, sieText } from '#domain/payments/sie.ts'
import { APP_BRANDS } from '#domain/payments/terminals/terminal-providers.ts'
import {
  type LedgerAccounts,
  type Posting,
  toPostings,
  voucherLines,
  type VoucherLine,
  type AccountShare,
} from '#domain/payments/voucher.ts'
import { clocks, localDateSql } from '#server/modules/stores/admin-stores/store-clocks.ts'
import { type Headings, headingRow } from '#server/platform/files/list-table.ts'
import { zipped } from '#server/platform/files/zip.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { type Days, inClockStores, within } from './bookkeeping-rows.ts'
import { inAppCents } from './closing-response.ts'
import type { NamedClosing } from './find-closings.ts'
import { TAXED_LINES_OF_PAID, TAXED_LINES_OF_REFUND } from './lines-with-vat.ts'

// Other programs parse these layouts: docs/integrator/bookkeeping-export.md describes each column, and changes with them.

type Rows = AsyncGenerator<WrittenCell[][]>

const euros = (cents: number | null): WrittenCell => moneyCell(cents === null ? null : eurosFromCents(cents))

const MONTH_COLUMNS = {
  date: 'payments.month.date',
  store_id: 'payments.month.store_id',
  store: 'payments.month.store',
  terminal_id: 'payments.month.terminal_id',
  terminal: 'payments.month.terminal',
  test: 'payments.month.test',
  vat: 'payments.month.vat',
  sales: 'payments.month.sales',
  refunds: 'payments.month.refunds',
  free_sums: 'payments.month.free_sums',
  gross: 'payments.month.gross',
  net: 'payments.month.net',
  tax: 'payments.month.tax',
  receipts: 'payments.month.receipts',
  refund_count: 'payments.month.refund_count',
  free_sum_count: 'payments.month.free_sum_count',
  card: 'payments.month.card',
  other: 'payments.month.other',
  clearing: 'payments.month.clearing',
  terminal_sum: 'payments.month.terminal_sum',
  difference: 'payments.month.difference',
  unclear: 'payments.month.unclear',
  method: 'payments.month.method',
  account: 'payments.month.account',
} as const

/** One row per day, terminal and VAT rate. Figures of the whole day are only on its first row, so that columns add up. */
export async function* monthTable(closings: readonly NamedClosing[], headings: Headings): Rows {
  yield [headingRow(MONTH_COLUMNS, headings)]
  yield closings.flatMap(toRows)
}

function toRows(closing: NamedClosing): WrittenCell[][] {
  const { date, store, terminal } = closing
  const day: WrittenCell[] = [date, store.id, store.name, terminal.id, terminal.name, terminal.is_test]
  const figures: WrittenCell[] = [
    closing.sales.count,
    closing.refunds.count,
    closing.freeSums.count,
    euros(closing.cardCents),
    euros(closing.otherCents),
    euros(closing.clearingCents),
    moneyCell(closing.terminalSum?.amount ?? null),
    euros(closing.differenceCents),
    closing.unclear,
    terminal.method,
    terminal.accounts.join(', ') || null,
  ]
  const rates: (ClosingRate | undefined)[] = closing.byRate.length > 0 ? closing.byRate : [undefined]
  return rates.map((rate, place) => [
    ...day,
    ...(rate ? rateCells(rate) : RATE_COLUMNS.map(() => null)),
    ...(place === 0 ? figures : figures.map(() => null)),
  ])
}

/** The columns of `rateCells`. */
const RATE_COLUMNS = ['vat', 'sales', 'refunds', 'free_sums', 'gross', 'net', 'tax'] as const

const rateCells = (rate: ClosingRate): WrittenCell[] => [
  rate.rateBasisPoints / 100,
  euros(rate.salesCents),
  euros(rate.refundsCents),
  euros(rate.freeSumsCents),
  euros(rate.grossCents),
  euros(rate.netCents),
  euros(rate.vatCents),
]

/** The column titles that NetBaron's import of accounting receipts recognises; other programs let the user choose theirs. */
const VOUCHER_COLUMNS = [
  'Tositenumero',
  'Kirjauspäivä',
  'Vientiselite',
  'Tili',
  'Kustannuspaikka',
  'Alv-%',
  'Alv-tili',
  'Veroton summa',
  'Verollinen summa',
  'Alv summa',
]

const ENTRIES: Record<VoucherLine['entry'], string> = {
  card: 'Korttimaksut',
  app: `${APP_BRANDS}-maksut`,
  other: 'Muut maksut',
  clearing: 'Selvitettävät maksut',
  sales: 'Myynti',
  freeSums: 'Hyvitykset ilman tuotteita',
}

const POSTINGS: Record<Posting['entry'], string> = { ...ENTRIES, vat: 'Arvonlisävero' }

/** Test payments move no money and must not be booked: this prefix marks them in case the file is imported anyway. */
const TEST_MARK = 'TESTI: '

/** `shares`: the sales that are booked on accounts of product groups. */
type BookkeepingInput = { accounts: LedgerAccounts; areTests: boolean; shares: readonly AccountDay[] }

/** One voucher per day and store. Days that are not over yet have no voucher. */
function toVouchers(
  closings: readonly NamedClosing[],
  { accounts, shares }: Pick<BookkeepingInput, 'accounts' | 'shares'>,
) {
  const over = closings.filter(({ isOver }) => isOver)
  const byVoucher = Map.groupBy(over, ({ date, storeId }) => `${date.replaceAll('-', '')}-${storeId}`)
  return [...byVoucher].flatMap(([number, voucherClosings]) => {
    const [first] = voucherClosings
    if (!first) return []
    const terminals = new Set(voucherClosings.map(({ terminalId }) => terminalId))
    const terminalShares = shares.filter(share => share.date === first.date && terminals.has(share.terminalId))
    const lines = voucherLines(sumClosings(voucherClosings), accounts, {
      inAppCents: inAppCents(voucherClosings),
      shares: terminalShares,
    })
    return [{ number, date: first.date, store: first.store, lines }]
  })
}

const finnishDate = (date: string) => date.split('-').toReversed().join('.')

const NETVISOR_COLUMNS = ['Tositenumero', 'PVM', 'Selite 1', 'Tilinumero', 'Summa', 'ALV-%']

/** One signed amount per row, debit positive, and VAT on rows of its own. */
export async function* netvisorTable(
  closings: readonly NamedClosing[],
  { areTests, ...booking }: BookkeepingInput,
): Rows {
  yield [NETVISOR_COLUMNS]
  for (const { number, date, store, lines } of toVouchers(closings, booking)) {
    yield toPostings(lines).map(({ entry, account, cents, rateBasisPoints }) => [
      number,
      finnishDate(date),
      `${areTests ? TEST_MARK : ''}${POSTINGS[entry]}, ${store.name}`,
      account,
      euros(cents),
      rateBasisPoints === null ? null : rateBasisPoints / 100,
    ])
  }
}

const ENTRY_COLUMNS = ['Päivä', 'Tili', 'Selite', 'Summa', 'Debet', 'Kredit', 'ALV-%', 'Kustannuspaikka']

/** A ZIP file with a CSV file for each voucher, for programs that take one entry at a time. Names sort by day, then store. */
export function entryFiles(closings: readonly NamedClosing[], { areTests, ...booking }: BookkeepingInput): Readable {
  const entries = toVouchers(closings, booking).map(({ number, date, store, lines }) => {
    const rows = toPostings(lines).map(({ entry, account, cents, rateBasisPoints }) => [
      finnishDate(date),
      account,
      `${areTests ? TEST_MARK : ''}${POSTINGS[entry]}, ${store.name}`,
      euros(cents),
      euros(cents > 0 ? cents : null),
      euros(cents < 0 ? 0 - cents : null),
      rateBasisPoints === null ? null : rateBasisPoints / 100,
      store.id,
    ])
    return { name: `${number}.csv`, text: [CSV_BEGINNING, ...[ENTRY_COLUMNS, ...rows].map(row => csvLine(row))] }
  })
  return Readable.from(zipped(entries), { objectMode: false })
}

type SieOf = Pick<SieFile, 'program' | 'company' | 'madeAt'>

export function sieFile(
  closings: readonly NamedClosing[],
  { areTests, ...booking }: BookkeepingInput,
  input: SieOf,
): Readable {
  const mark = areTests ? TEST_MARK : ''
  const entries = toVouchers(closings, booking).map(({ number, date, store, lines }) => ({
    date,
    text: `${mark}${number} ${store.name}`,
    costCentre: { id: String(store.id), name: store.name },
    postings: toPostings(lines).map(posting => ({ ...posting, text: `${mark}${POSTINGS[posting.entry]}` })),
  }))
  return Readable.from([Buffer.from(inCodePage437(sieText({ ...input, entries })))])
}

/** One voucher per day and store; its lines sum to zero. */
export async function* voucherTable(
  closings: readonly NamedClosing[],
  { areTests, ...booking }: BookkeepingInput,
): Rows {
  yield [VOUCHER_COLUMNS]
  for (const { number, date, store, lines } of toVouchers(closings, booking)) {
    yield lines.map(line => [
      number,
      date,
      `${areTests ? TEST_MARK : ''}${ENTRIES[line.entry]}, ${store.name}`,
      line.account,
      store.id,
      line.rateBasisPoints === null ? null : line.rateBasisPoints / 100,
      line.vatAccount,
      euros(line.netCents),
      euros(line.grossCents),
      euros(line.vatCents),
    ])
  }
}

type AccountDay = TerminalDay & AccountShare

/** The part of the sales less refunds of each day and terminal that is booked on the accounts of product groups. */
export async function findAccountShares(db: Db, days: Days): Promise<AccountDay[]> {
  const owned = db.selectFrom('product_group').select('id').where('sales_account', 'is not', null).limit(1)
  if (!(await owned.executeTakeFirst())) return []
  const { rows } = await sql<AccountDay>`
    SELECT store_id AS "storeId", terminal_id AS "terminalId", date, rate_basis_points AS "rateBasisPoints", account,
      sum(gross)::bigint AS "grossCents", sum(vat)::bigint AS "vatCents"
    FROM (${soldOn(days)} UNION ALL ${refundedOn(days)}) movement
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 3, 1, 2, 4, 5`.execute(db)
  return rows
}

const OWNED = sql`JOIN product_group owner ON owner.id = line.group_id AND owner.sales_account IS NOT NULL`

const soldOn = (days: Days): RawBuilder<unknown> => sql`
  SELECT paid.store_id, attempt.terminal_id, ${localDateSql(sql`paid.paid_at`)} AS date, line.rate_basis_points,
    owner.sales_account AS account, line.total_cents AS gross, line.vat_cents AS vat
  FROM ${clocks} JOIN customer_order paid ON paid.store_id = clock.store_id AND ${within(sql`paid.paid_at`, days)}
  JOIN payment_attempt attempt ON attempt.order_id = paid.id AND attempt.state IN ('APPROVED', 'MANUAL')
  CROSS JOIN LATERAL ${TAXED_LINES_OF_PAID} ${OWNED}
  WHERE ${inClockStores(days)} AND paid.paid_at IS NOT NULL`

const refundedOn = (days: Days): RawBuilder<unknown> => sql`
  SELECT clock.store_id, attempt.terminal_id, ${localDateSql(sql`refund.outcome_at`)}, line.rate_basis_points,
    owner.sales_account, -line.amount_cents, -line.vat_cents
  FROM refund JOIN payment_attempt attempt ON attempt.id = refund.attempt_id
  JOIN customer_order refunded_order ON refunded_order.id = refund.order_id JOIN ${clocks} ON clock.store_id = refunded_order.store_id
  CROSS JOIN LATERAL ${TAXED_LINES_OF_REFUND} ${OWNED}
  WHERE refund.state = 'DONE' AND refund.kind = 'refund' AND NOT refund.is_free_sum
    AND ${inClockStores(days)} AND ${within(sql`refund.outcome_at`, days)}`
