import type { ClosingSums } from '#domain/payments/closing.ts'

/** Numbers of accounts in the bookkeeper's chart. */
export type LedgerAccounts = {
  /** What the card company owes. */
  card: string
  /** What was paid in another way, by a person's word. */
  other: string
  /** What was taken for no sale, until it is returned. */
  clearing: string
  vat: string
  sales: string
  /** By rate in basis points, where the sales of a rate have an account of their own. */
  salesByRate: Readonly<Record<string, string>>
}

export type VoucherEntry = 'card' | 'other' | 'clearing' | 'sales'

/** Debit is positive, credit negative. Gross is net and VAT together; only sales have VAT. */
export type VoucherLine = {
  entry: VoucherEntry
  account: string
  rateBasisPoints: number | null
  /** Where the program books the line's VAT; null for a line without. */
  vatAccount: string | null
  netCents: number
  vatCents: number
  grossCents: number
}

/** The booking of a day's closings: the gross amounts of its lines are zero together. Lines of nothing are left out. */
export function voucherLines(sums: ClosingSums, accounts: LedgerAccounts): VoucherLine[] {
  const money = [
    moneyLine('card', accounts.card, sums.cardCents),
    moneyLine('other', accounts.other, sums.otherCents),
    moneyLine('clearing', accounts.clearing, 0 - sums.clearingCents),
  ]
  const sales = sums.byRate.map(({ rateBasisPoints, grossCents, vatCents, netCents }): VoucherLine => ({
    entry: 'sales',
    account: accounts.salesByRate[String(rateBasisPoints)] ?? accounts.sales,
    rateBasisPoints,
    vatAccount: rateBasisPoints > 0 ? accounts.vat : null,
    netCents: 0 - netCents,
    vatCents: 0 - vatCents,
    grossCents: 0 - grossCents,
  }))
  return [...money, ...sales].filter(line => line.grossCents !== 0 || line.vatCents !== 0)
}

const moneyLine = (entry: VoucherEntry, account: string, cents: number): VoucherLine => ({
  entry,
  account,
  rateBasisPoints: null,
  vatAccount: null,
  netCents: cents,
  vatCents: 0,
  grossCents: cents,
})
