import type { ClosingRate, ClosingSums } from './closing.ts'

/** Account numbers in the bookkeeper's chart of accounts. */
export type LedgerAccounts = {
  /** Receivables from the card company. */
  card: string
  /** Receivables from the app's company; often the same account. */
  app: string
  /** Payments in another way, as recorded by an admin. */
  other: string
  /** Money taken without a sale, until it is returned. */
  clearing: string
  vat: string
  sales: string
  /** By rate in basis points, for rates whose sales have their own account. */
  salesByRate: Readonly<Record<string, string>>
  /** Refunds of free sums; null: as the sales at their rate. */
  freeSums: string | null
}

export type VoucherEntry = 'card' | 'app' | 'other' | 'clearing' | 'sales' | 'freeSums'

/** Debit is positive, credit negative. Gross is net and VAT together; only sales have VAT. */
export type VoucherLine = {
  entry: VoucherEntry
  account: string
  rateBasisPoints: number | null
  /** The account for the line's VAT; null for a line without VAT. */
  vatAccount: string | null
  netCents: number
  vatCents: number
  grossCents: number
}

/** The part of a rate's sales less refunds of goods that is booked on an account of its own: that of a product group. */
export type AccountShare = { rateBasisPoints: number; account: string; grossCents: number; vatCents: number }

/** `inAppCents`: the part of the card payments that was paid in an app, which has a line of its own. */
type VoucherParts = { inAppCents?: number; shares?: readonly AccountShare[] }

/** The voucher lines of a day's closings; their gross amounts add up to zero. Lines of zero are left out. */
export function voucherLines(
  sums: ClosingSums,
  accounts: LedgerAccounts,
  { inAppCents = 0, shares = [] }: VoucherParts = {},
): VoucherLine[] {
  const money = [
    moneyLine('card', accounts.card, sums.cardCents - inAppCents),
    moneyLine('app', accounts.app, inAppCents),
    moneyLine('other', accounts.other, sums.otherCents),
    moneyLine('clearing', accounts.clearing, 0 - sums.clearingCents),
  ]
  const sales = sums.byRate.flatMap(rate => salesLines(rate, accounts, shares))
  return [...money, ...sales].filter(line => line.grossCents !== 0 || line.vatCents !== 0)
}

/** A rate's sales less refunds of goods, by account: those of groups with one, and the rest on the rate's account; and its free sums. */
function salesLines(
  { rateBasisPoints, grossCents, vatCents, freeSumsCents, freeSumsVatCents }: ClosingRate,
  accounts: LedgerAccounts,
  shares: readonly AccountShare[],
): VoucherLine[] {
  const account = accounts.salesByRate[String(rateBasisPoints)] ?? accounts.sales
  const sharesOfRate = shares.filter(share => share.rateBasisPoints === rateBasisPoints)
  const sum = (some: readonly AccountShare[], figure: 'grossCents' | 'vatCents') =>
    some.reduce((cents, share) => cents + share[figure], 0)
  const rest = {
    rateBasisPoints,
    account,
    grossCents: grossCents + freeSumsCents - sum(sharesOfRate, 'grossCents'),
    vatCents: vatCents + freeSumsVatCents - sum(sharesOfRate, 'vatCents'),
  }
  const line = (entry: VoucherEntry, each: string, { gross, vat }: { gross: number; vat: number }): VoucherLine => ({
    entry,
    account: each,
    rateBasisPoints,
    vatAccount: rateBasisPoints > 0 ? accounts.vat : null,
    netCents: vat - gross,
    vatCents: 0 - vat,
    grossCents: 0 - gross,
  })
  const byAccount = [...Map.groupBy([rest, ...sharesOfRate], share => share.account)]
  return [
    ...byAccount.map(([each, accountShares]) =>
      line('sales', each, { gross: sum(accountShares, 'grossCents'), vat: sum(accountShares, 'vatCents') }),
    ),
    line('freeSums', accounts.freeSums ?? account, { gross: 0 - freeSumsCents, vat: 0 - freeSumsVatCents }),
  ]
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

/** One amount on one account: debit positive, credit negative. */
export type Posting = { entry: VoucherEntry | 'vat'; account: string; cents: number; rateBasisPoints: number | null }

/** The lines with VAT as postings of their own, for programs that take one amount per account. They add up to zero. */
export const toPostings = (lines: readonly VoucherLine[]): Posting[] =>
  lines
    .flatMap(({ entry, account, vatAccount, rateBasisPoints, netCents, vatCents, grossCents }): Posting[] =>
      vatAccount === null
        ? [{ entry, account, cents: grossCents, rateBasisPoints }]
        : [
            { entry, account, cents: netCents, rateBasisPoints },
            { entry: 'vat', account: vatAccount, cents: vatCents, rateBasisPoints },
          ],
    )
    .filter(({ cents }) => cents !== 0)
