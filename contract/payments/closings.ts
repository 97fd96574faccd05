import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { day, listQuery, pageSchema, yesOrNo } from '#contract/lists.ts'
import { euros, freeText, id, pathId } from '#contract/values.ts'
import { PAYMENT_METHODS } from '#domain/payments/payment-method.ts'
import { paymentApp } from './unresolved-payments.ts'

const counted = z.object({ count: z.int(), amount: euros })

const sums = {
  sales: counted,
  refunds: counted,
  /** The part of `refunds` that were free sums, for which no goods came back. */
  free_sums: counted,
  /** Lowest rate first. `gross` is sales less refunds; net and tax are summed over the receipts. */
  vat_by_rate: z.array(
    z.object({
      vat: z.number(),
      sales: euros,
      refunds: euros,
      free_sums: euros,
      gross: euros,
      net: euros,
      tax: euros,
    }),
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
    method: z.enum(PAYMENT_METHODS),
    /** Null for a terminal. */
    app: z.nullable(paymentApp),
    accounts: z.array(z.string()),
  }),
  /** False until the day has ended. */
  has_ended: z.boolean(),
  ...sums,
  terminal_sum: z.nullable(terminalSum),
  /** The terminal's sum less `card`; null while the terminal's sum is unknown. */
  difference: z.nullable(euros),
  /** Payments started that day whose amount taken is still unknown. */
  unknown_outcomes: z.int(),
})
export type Closing = z.output<typeof closing>

export const closingMonth = z.object({
  /** yyyy-mm */
  month: z.string(),
  /** These are test payments, which take no money. Real and test payments are never summed together. */
  is_test: z.boolean(),
  /** Days at terminals of the other kind: of test payments when these are real, and vice versa. */
  hidden: z.int(),
  /** Days at terminals with any payment or refund. */
  closings: z.int(),
  /** The number of `closings` whose day has ended; only those have vouchers. */
  ended: z.int(),
  ...sums,
  /** The part of `card` that apps reported. */
  app: euros,
  /** Days at terminals whose own sum is known and differs. */
  with_difference: z.int(),
  unknown_outcomes: z.int(),
})
export type ClosingMonth = z.output<typeof closingMonth>

const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))
/** `test`: test payments or real ones; without it real ones, or test payments in a shop that never had a real terminal. */
const filters = { store: z.optional(pathId), test: z.optional(yesOrNo) }
const monthInput = { params: z.object({ month }), query: z.strictObject(filters) }

const account = z.string().check(z.trim(), z.regex(/^\d{1,9}$/))
const accounts = {
  card: account,
  app: account,
  other: account,
  clearing: account,
  vat: account,
  sales: account,
  /** Of refunds of free sums; null: the account of the sales at their rate. */
  free_sums: z.nullable(account),
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
  description: string,
) =>
  endpoint({
    method: 'GET',
    path: `admin/closings/months/:month/${name}.${format}`,
    description,
    access: 'bookkeeper',
    stores: { filter: 'query.store' },
    ...monthInput,
    answer: z.string(),
    errors: FOR_ADMINS,
    download: format,
  })

export const closings = {
  list: endpoint({
    method: 'GET',
    path: 'admin/closings/months/:month/days',
    description: 'The closings of a month: one for each day and terminal with payments or refunds.',
    access: 'bookkeeper',
    stores: { filter: 'query.store' },
    reads: ['closings'],
    params: z.object({ month }),
    query: listQuery(['date'], filters),
    answer: pageSchema(closing),
    errors: FOR_ADMINS,
  }),
  month: endpoint({
    method: 'GET',
    path: 'admin/closings/months/:month',
    description: 'The sum of a month’s closings.',
    access: 'bookkeeper',
    stores: { filter: 'query.store' },
    reads: ['closings'],
    ...monthInput,
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
    description: 'Records the total of the terminal’s own report of a day; null removes it.',
    access: 'keeper',
    stores: { record: 'terminal', at: 'params.terminal_id' },
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
    description: 'The accounts of journal entries: of payments, VAT and sales, also by rate.',
    access: 'bookkeeper',
    stores: { shopWide: 'The shop has one set of accounts.' },
    reads: ['closings'],
    answer: ledgerAccounts,
    errors: FOR_ADMINS,
  }),
  changeAccounts: endpoint({
    method: 'PUT',
    path: 'admin/ledger-accounts',
    description: 'Changes the accounts of journal entries, also of those of earlier days.',
    access: 'admin',
    touches: ['closings', 'auditLog'],
    body: z.strictObject({ revision: z.int(), ...accounts }),
    answer: ledgerAccounts,
    errors: [...CHANGED_BY_ADMINS, 'record.changed'],
  }),
}
