import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { day, listQuery, pageSchema, yesOrNo } from '#contract/lists.ts'
import { euros, freeText, id, pathId } from '#contract/values.ts'
import { PAYMENT_WAYS } from '#domain/payments/payment-way.ts'

const counted = z.object({ count: z.int(), amount: euros })

const sums = {
  sales: counted,
  refunds: counted,
  /** Lowest rate first. `gross` is sales less refunds; net and tax are summed over the receipts. */
  vat_by_rate: z.array(
    z.object({ vat: z.number(), sales: euros, refunds: euros, gross: euros, net: euros, tax: euros }),
  ),
  gross: euros,
  net: euros,
  tax: euros,
  /** Payments less refunds that terminals and apps reported. */
  card: euros,
  /** Payments less refunds that an admin recorded. */
  other: euros,
  /** The part of `card` and `other` that was taken without a sale and not returned. */
  clearing: euros,
}

/** The terminal's own total, queried from it or entered by an admin who read it there. */
const terminalSum = z.object({
  amount: euros,
  reported_by: z.enum(['terminal', 'admin']),
  note: z.string(),
  /** 0 until an admin enters it. */
  revision: z.int(),
})

export const closing = z.object({
  /** yyyy-mm-dd, in the store's time zone. */
  date: z.string(),
  store: z.object({ id, name: z.string() }),
  /**
   * `is_test`: test payment, which takes no money. `accounts`: the merchants or accounts that received its payments that day, or a
   * device's address; a second one after a change of its settings.
   */
  terminal: z.object({
    id,
    name: z.string(),
    is_test: z.boolean(),
    way: z.enum(PAYMENT_WAYS),
    accounts: z.array(z.string()),
  }),
  /** False until the day has ended. */
  is_over: z.boolean(),
  ...sums,
  terminal_sum: z.nullable(terminalSum),
  /** The terminal's sum less `card`; null while the terminal's sum is unknown. */
  difference: z.nullable(euros),
  /** Payments started that day whose amount taken is still unknown. */
  unclear: z.int(),
})
export type Closing = z.output<typeof closing>

export const closingMonth = z.object({
  /** yyyy-mm */
  month: z.string(),
  /** These are test payments, which take no money. Real and test payments are never summed together. */
  are_tests: z.boolean(),
  /** Days at terminals of the other kind: of test payments when these are real, and vice versa. */
  hidden: z.int(),
  /** Days at terminals with any payment or refund. */
  closings: z.int(),
  /** The number of `closings` whose day has ended; only those have vouchers. */
  over: z.int(),
  ...sums,
  /** The part of `card` that apps reported. */
  app: euros,
  /** Days at terminals whose own sum is known and differs. */
  differing: z.int(),
  unclear: z.int(),
})
export type ClosingMonth = z.output<typeof closingMonth>

const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))
/** `test`: test payments or real ones; without it real ones, or test payments in a shop that never had a real terminal. */
const filters = { store: z.optional(pathId), test: z.optional(yesOrNo) }
const ofMonth = { params: z.object({ month }), query: z.strictObject(filters) }

const account = z.string().check(z.trim(), z.regex(/^\d{1,9}$/))
const accounts = {
  card: account,
  app: account,
  other: account,
  clearing: account,
  vat: account,
  sales: account,
  /** VAT rates, in percent, with their own account. */
  sales_by_rate: z.array(z.strictObject({ vat: z.number().check(z.minimum(0), z.maximum(100)), account })).check(
    z.maxLength(20),
    z.refine(rates => new Set(rates.map(({ vat }) => Math.round(vat * 100))).size === rates.length),
  ),
}
export const ledgerAccounts = z.object({ ...accounts, revision: z.int() })
export type LedgerAccountsAnswer = z.output<typeof ledgerAccounts>

/** docs/integrator/bookkeeping-export.md describes the layout of the files. */
const closingFile = <const Format extends 'csv' | 'xlsx' | 'si' | 'zip'>(
  format: Format,
  name: string,
  summary: string,
) =>
  endpoint({
    method: 'GET',
    path: `admin/closings/months/:month/${name}.${format}`,
    summary,
    access: 'bookkeeper',
    ...ofMonth,
    answer: z.string(),
    errors: FOR_ADMINS,
    download: format,
  })

export const closings = {
  list: endpoint({
    method: 'GET',
    path: 'admin/closings/months/:month/days',
    summary: 'The closings of a month: one for each day and terminal with payments or refunds.',
    access: 'bookkeeper',
    reads: ['closings'],
    params: z.object({ month }),
    query: listQuery(['date'], filters),
    answer: pageSchema(closing),
    errors: FOR_ADMINS,
  }),
  month: endpoint({
    method: 'GET',
    path: 'admin/closings/months/:month',
    summary: 'The sum of a month’s closings.',
    access: 'bookkeeper',
    reads: ['closings'],
    ...ofMonth,
    answer: closingMonth,
    errors: FOR_ADMINS,
  }),
  monthCsv: closingFile('csv', 'closings', 'The closings of a month as CSV, a row per day, terminal and VAT rate.'),
  monthXlsx: closingFile('xlsx', 'closings', 'The closings of a month as XLSX, a row per day, terminal and VAT rate.'),
  vouchers: closingFile(
    'csv',
    'vouchers',
    'A journal entry for each day and store of a month, as bookkeeping programs import it.',
  ),
  vouchersNetvisor: closingFile(
    'csv',
    'vouchers-netvisor',
    'The same, with one amount per account, as Netvisor imports it.',
  ),
  vouchersSie: closingFile('si', 'vouchers', 'The same as a SIE file of type 4I.'),
  vouchersZip: closingFile('zip', 'vouchers', 'The same, with a CSV file of its own for each entry.'),
  recordTerminalTotal: endpoint({
    method: 'PUT',
    path: 'admin/closings/:terminal_id/:date',
    summary: 'Records the total of the terminal’s own report of a day; null removes it.',
    access: 'admin',
    touches: ['closings', 'auditLog'],
    params: z.object({ terminal_id: pathId, date: day }),
    body: z.strictObject({
      revision: z.int(),
      amount: z.nullable(z.number().check(z.minimum(-1_000_000), z.maximum(1_000_000))),
      note: freeText.check(z.maxLength(200)),
    }),
    answer: z.object({ terminal_sum: z.nullable(terminalSum) }),
    errors: [...CHANGED_BY_ADMINS, 'terminal.notFound', 'record.changed'],
  }),
  accounts: endpoint({
    method: 'GET',
    path: 'admin/ledger-accounts',
    summary: 'The accounts of journal entries.',
    access: 'bookkeeper',
    reads: ['closings'],
    answer: ledgerAccounts,
    errors: FOR_ADMINS,
  }),
  changeAccounts: endpoint({
    method: 'PUT',
    path: 'admin/ledger-accounts',
    summary: 'Changes the accounts of journal entries, also of those of earlier days.',
    access: 'admin',
    touches: ['closings', 'auditLog'],
    body: z.strictObject({ revision: z.int(), ...accounts }),
    answer: ledgerAccounts,
    errors: [...CHANGED_BY_ADMINS, 'record.changed'],
  }),
}
