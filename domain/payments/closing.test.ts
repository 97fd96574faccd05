import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { vatTotals } from '#domain/catalogue/vat.ts'
import {
  sumClosingDays,
  sumClosings,
  type BookedSums,
  type MoneyMove,
  type RefundGroup,
  type EqualSales,
} from './closing.ts'
import { planRefund, type RefundableLine } from './refund.ts'
import { voucherLines, type LedgerAccounts, type VoucherEntry } from './voucher.ts'

const RATES = [0, 1000, 1350, 2550]
const ACCOUNTS: LedgerAccounts = {
  card: '1720',
  app: '1725',
  other: '1910',
  clearing: '1799',
  vat: '2939',
  sales: '3000',
  salesByRate: { '0': '3090' },
  freeSums: null,
}

type Receipt = {
  day: { storeId: number; terminalId: number; date: string }
  reportedBy: 'terminal' | 'person'
  lines: { totalCents: number; rateBasisPoints: number }[]
  refund?: { pieces: number; freeSumCents: number; date: string } | undefined
}

const date = fc.integer({ min: 1, max: 9 }).map(day => `2026-11-0${day}`)
const receipt: fc.Arbitrary<Receipt> = fc.record({
  day: fc.record({ storeId: fc.constantFrom(1001, 1002), terminalId: fc.constantFrom(1, 2), date }),
  reportedBy: fc.constantFrom('terminal' as const, 'person' as const),
  lines: fc.array(
    fc.record({ totalCents: fc.integer({ min: 1, max: 99_999 }), rateBasisPoints: fc.constantFrom(...RATES) }),
    { minLength: 1, maxLength: 6 },
  ),
  refund: fc.option(
    fc.record({ pieces: fc.integer({ min: 0, max: 3 }), freeSumCents: fc.integer({ min: 1, max: 200 }), date }),
    { nil: undefined },
  ),
})

/** The first line has three pieces, some of which are refunded, or a free sum instead. */
function getRefund({ lines, refund }: Receipt) {
  if (!refund) return undefined
  const refundable = lines.map((line, index): RefundableLine => ({
    ...line,
    lineId: index,
    quantityThousandths: 3000,
    labelsCents: null,
    isByThePiece: true,
    refundedCents: 0,
    refundedThousandths: 0,
    refundedLabelsCents: [],
  }))
  const { pieces, freeSumCents } = refund
  const isFreeSum = pieces === 0
  const plan = planRefund(
    refundable,
    isFreeSum ? { freeSumCents } : [{ lineId: 0, quantityThousandths: pieces * 1000 }],
  )
  return 'problem' in plan ? undefined : { ...plan, isFreeSum, date: refund.date }
}

function book(receipts: readonly Receipt[]): BookedSums {
  const sales: EqualSales[] = []
  const refunds: RefundGroup[] = []
  const moves: MoneyMove[] = []
  for (const each of receipts) {
    const { day, reportedBy, lines } = each
    const { byRate, grossCents } = vatTotals(lines)
    for (const rate of byRate) sales.push({ ...day, ...rate, receipts: 1 })
    moves.push({ ...day, reportedBy, kind: 'sale', count: 1, cents: grossCents })
    const refund = getRefund(each)
    if (!refund) continue
    const refundDay = { ...day, date: refund.date }
    const { isFreeSum } = refund
    for (const rate of refund.vat) refunds.push({ ...refundDay, ...rate, isFreeSum })
    moves.push({
      ...refundDay,
      reportedBy: 'terminal',
      kind: isFreeSum ? 'freeSum' : 'refund',
      count: 1,
      cents: refund.amountCents,
    })
  }
  return { sales, refunds, moves }
}

const sum = <Row>(rows: readonly Row[], getValue: (row: Row) => number) =>
  rows.reduce((total, row) => total + getValue(row), 0)

test('closings, their month and their vouchers equal the receipts minus the refunds, to the cent', () => {
  fc.assert(
    fc.property(fc.array(receipt, { maxLength: 30 }), receipts => {
      const closings = sumClosingDays(book(receipts))
      const month = sumClosings(closings)
      const refunds = receipts.flatMap(each => getRefund(each) ?? [])
      for (const rateBasisPoints of RATES) {
        const onReceipts = receipts
          .flatMap(({ lines }) => vatTotals(lines).byRate)
          .filter(row => row.rateBasisPoints === rateBasisPoints)
        const onRefunds = refunds.flatMap(({ vat }) => vat).filter(row => row.rateBasisPoints === rateBasisPoints)
        const gross = sum(onReceipts, row => row.grossCents) - sum(onRefunds, row => row.grossCents)
        const vat = sum(onReceipts, row => row.vatCents) - sum(onRefunds, row => row.vatCents)
        const row = month.byRate.find(each => each.rateBasisPoints === rateBasisPoints)
        expect([row?.grossCents ?? 0, row?.vatCents ?? 0, row?.netCents ?? 0]).toEqual([gross, vat, gross - vat])
      }
      expect(month.sales.cents - month.refunds.cents).toBe(month.grossCents)
      expect(month.cardCents + month.otherCents).toBe(month.grossCents)
      const vouchers = closings.map(closing => voucherLines(closing, ACCOUNTS))
      for (const lines of vouchers) expect(sum(lines, line => line.grossCents)).toBe(0)
      expect(sum(vouchers.flat(), line => -line.vatCents)).toBe(month.vatCents)
      const getLines = (entry: VoucherEntry) => vouchers.flat().filter(line => line.entry === entry)
      expect(sum([...getLines('sales'), ...getLines('freeSums')], line => -line.netCents)).toBe(month.netCents)
      const freeSums = refunds.filter(({ isFreeSum }) => isFreeSum)
      expect(month.freeSums).toEqual({ count: freeSums.length, cents: sum(freeSums, each => each.amountCents) })
      expect(sum(getLines('freeSums'), line => line.grossCents)).toBe(month.freeSums.cents)
      expect(sum(getLines('freeSums'), line => line.vatCents)).toBe(
        sum(
          freeSums.flatMap(({ vat }) => vat),
          rate => rate.vatCents,
        ),
      )
      expect(sum(month.byRate, rate => rate.freeSumsCents)).toBe(month.freeSums.cents)
    }),
    { numRuns: 300 },
  )
})

const DAY = { storeId: 1001, terminalId: 1, date: '2026-11-22' }

test('VAT is rounded per receipt, even for receipts of the same sum', () => {
  // 0.10 at 25.5 % contains 2.03 cents of VAT: three such receipts contain 6, as one of 0.30 would; 0.03 contains 0.61, so 1.
  const sales = [{ ...DAY, rateBasisPoints: 2550, grossCents: 3, receipts: 4 }]
  expect(sumClosingDays({ sales, refunds: [], moves: [] })[0]).toMatchObject({
    grossCents: 12,
    vatCents: 4,
    netCents: 8,
  })
})

test('money taken without a sale stays on the clearing account until its return, and balances the voucher', () => {
  const charge = { ...DAY, reportedBy: 'terminal' as const, kind: 'taken' as const, count: 1, cents: 500 }
  const [started] = sumClosingDays({ sales: [], refunds: [], moves: [charge] })
  expect(started).toMatchObject({ grossCents: 0, cardCents: 500, clearingCents: 500, sales: { count: 0, cents: 0 } })
  expect(started && voucherLines(started, ACCOUNTS).map(line => [line.account, line.grossCents])).toEqual([
    ['1720', 500],
    ['1799', -500],
  ])
  const [ended] = sumClosingDays({ sales: [], refunds: [], moves: [charge, { ...charge, kind: 'returned' }] })
  expect(ended && voucherLines(ended, ACCOUNTS)).toEqual([])
})

test('a rate with its own account is booked there, and goods without VAT have no VAT account', () => {
  const sales = [0, 1350].map(rateBasisPoints => ({ ...DAY, rateBasisPoints, grossCents: 1135, receipts: 1 }))
  const moves = [{ ...DAY, reportedBy: 'terminal' as const, kind: 'sale' as const, count: 1, cents: 2270 }]
  const lines = sumClosingDays({ sales, refunds: [], moves }).flatMap(closing => voucherLines(closing, ACCOUNTS))
  expect(lines.map(line => [line.account, line.vatAccount, line.netCents, line.vatCents])).toEqual([
    ['1720', null, 2270, 0],
    ['3090', null, -1135, 0],
    ['3000', '2939', -1000, -135],
  ])
})

test('payments in an app have their own line of the voucher, on their own account', () => {
  const charge = { ...DAY, reportedBy: 'terminal' as const, kind: 'taken' as const, count: 1, cents: 500 }
  const lines = sumClosingDays({ sales: [], refunds: [], moves: [charge] }).flatMap(day =>
    voucherLines(day, ACCOUNTS, { inAppCents: 200 }),
  )
  expect(lines.map(line => [line.entry, line.account, line.grossCents])).toEqual([
    ['card', '1720', 300],
    ['app', '1725', 200],
    ['clearing', '1799', -500],
  ])
})

test('a free sum has its own line for each rate, on its own account if it has one, beside the sales', () => {
  const sales = [{ ...DAY, rateBasisPoints: 1350, grossCents: 1135, receipts: 1 }]
  const refunds = [{ ...DAY, rateBasisPoints: 1350, grossCents: 227, vatCents: 27, isFreeSum: true }]
  const day = { ...DAY, reportedBy: 'terminal' as const, count: 1 }
  const moves = [
    { ...day, kind: 'sale' as const, cents: 1135 },
    { ...day, kind: 'freeSum' as const, cents: 227 },
  ]
  const [closing] = sumClosingDays({ sales, refunds, moves })
  expect(closing).toMatchObject({
    refunds: { count: 1, cents: 227 },
    freeSums: { count: 1, cents: 227 },
    grossCents: 908,
    cardCents: 908,
    byRate: [{ refundsCents: 227, freeSumsCents: 227, freeSumsVatCents: 27 }],
  })
  for (const [freeSums, account] of [
    [null, '3000'],
    ['3790', '3790'],
  ] as const) {
    const lines = closing ? voucherLines(closing, { ...ACCOUNTS, freeSums }) : []
    expect(lines.map(line => [line.entry, line.account, line.netCents, line.vatCents])).toEqual([
      ['card', '1720', 908, 0],
      ['sales', '3000', -1000, -135],
      ['freeSums', account, 200, 27],
    ])
  }
})
