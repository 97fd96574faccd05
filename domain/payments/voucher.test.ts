import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumClosingDays, sumClosings } from './closing.ts'
import { type AccountShare, type LedgerAccounts, toPostings, voucherLines } from './voucher.ts'

const ACCOUNTS: LedgerAccounts = {
  card: '1720',
  app: '1720',
  other: '1910',
  clearing: '1799',
  vat: '2939',
  sales: '3000',
  salesByRate: { '2550': '3100' },
  freeSums: null,
}
const DAY = { storeId: 1, terminalId: 2, date: '2026-11-20' }

const amount = fc.integer({ min: 1, max: 100_000 })
const sale = fc.record({ rateBasisPoints: fc.constantFrom(0, 1350, 2550), grossCents: amount })
const share = fc.record({
  rateBasisPoints: fc.constantFrom(0, 1350, 2550),
  account: fc.constantFrom('3000', '3010', '3100'),
  grossCents: fc.integer({ min: -5_000, max: 50_000 }),
  vatCents: fc.integer({ min: -500, max: 9_000 }),
})

const createClosing = (sales: readonly { rateBasisPoints: number; grossCents: number }[]) =>
  sumClosings(
    sumClosingDays({
      sales: sales.map(each => ({ ...DAY, ...each, receipts: 1 })),
      refunds: [],
      moves: [
        {
          ...DAY,
          kind: 'sale',
          reportedBy: 'terminal',
          count: 1,
          cents: sales.reduce((sum, each) => sum + each.grossCents, 0),
        },
      ],
    }),
  )

test('accounts of groups move sales, but neither the sums of an entry nor the VAT of a rate', () => {
  fc.assert(
    fc.property(fc.array(sale, { minLength: 1 }), fc.array(share), (sales, drawn) => {
      const sums = createClosing(sales)
      const rates = new Set(sales.map(({ rateBasisPoints }) => rateBasisPoints))
      const shares: AccountShare[] = drawn.filter(({ rateBasisPoints }) => rates.has(rateBasisPoints))
      const lines = voucherLines(sums, ACCOUNTS, { shares })
      const sum = (some: typeof lines, figure: 'grossCents' | 'vatCents' | 'netCents') =>
        some.reduce((cents, line) => cents + line[figure], 0)
      expect(sum(lines, 'grossCents')).toBe(0)
      expect(toPostings(lines).reduce((cents, posting) => cents + posting.cents, 0)).toBe(0)
      for (const rate of sums.byRate) {
        const linesOfRate = lines.filter(line => line.rateBasisPoints === rate.rateBasisPoints)
        expect(sum(linesOfRate, 'grossCents')).toBe(0 - rate.grossCents)
        expect(sum(linesOfRate, 'vatCents')).toBe(0 - rate.vatCents)
        expect(new Set(linesOfRate.map(({ account }) => account)).size).toBe(linesOfRate.length)
        for (const line of linesOfRate) expect(line.netCents + line.vatCents).toBe(line.grossCents)
      }
    }),
  )
})

test('sales of a group with an account are booked there, the rest on the rate’s account', () => {
  const sums = createClosing([{ rateBasisPoints: 2550, grossCents: 12_550 }])
  const shares = [{ rateBasisPoints: 2550, account: '3010', grossCents: 2_510, vatCents: 510 }]
  const booked = voucherLines(sums, ACCOUNTS, { shares }).map(line => [line.account, line.netCents, line.vatCents])
  expect(booked).toEqual([
    ['1720', 12_550, 0],
    ['3100', -8_000, -2_040],
    ['3010', -2_000, -510],
  ])
})
