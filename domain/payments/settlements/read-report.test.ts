import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readReport } from './read-report.ts'
import { parseDay, parseDecimal, toCents } from './report-cells.ts'
import { SettlementFault, type SettlementLine } from './settlement.ts'

// Files as the providers' documentation describes them; the parsers have its addresses.

const ADYEN_HEADINGS =
  'Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Payment Method Variant,Modification Merchant Reference,Batch Number,Reserved4,Reserved5'
const ADYEN_ROWS = [
  'KauppaOy,KauppaPOS,VK9DRSLLRCQ2WN82,order-1,visa,2026-11-20 11:26:49,CET,Settled,VK9DRSLLRCQ2WN83,EUR,,5.00,1,EUR,,4.88,,0.04,0.01,0.07,visaclassic,,118,,',
  'KauppaOy,KauppaPOS,VK9DRSLLRCQ2WN82,order-1,visa,2026-11-21 09:00:00,CET,Refunded,MOD9DRSLLRCQ2WN8,EUR,2.00,,1,EUR,2.10,,0.10,,,,visaclassic,refund-1,118,,',
  'KauppaOy,KauppaPOS,CB9DRSLLRCQ2WN82,order-9,mc,2026-11-21 10:37:26,CET,Chargeback,CBMODRSLLRCQ2WN8,EUR,349.99,,1,EUR,357.49,,7.50,,,,mcstandard,,118,,',
  'KauppaOy,KauppaPOS,,,,2026-11-22 04:55:40,CET,Fee,Transaction Fees November,,,,,EUR,1.20,,,,,,,,118,,',
  'KauppaOy,KauppaPOS,,,,2026-11-22 04:56:00,CET,DepositCorrection,Deposit,,,,,EUR,,400.00,,,,,,,118,,',
  'KauppaOy,KauppaPOS,,,,2026-11-23 02:00:00,CET,MerchantPayout,"TX118, batch 118",,,,,EUR,44.09,,,,,,,,118,,',
]
const ADYEN = [ADYEN_HEADINGS, ...ADYEN_ROWS].join('\n')

const PAYTRAIL_ROW = {
  entryDate: '19-11-2026',
  created: '22:41',
  amount: 25.55,
  status: 'Paid and settled',
  firstname: 'Mikko',
  reference: 'Puoti 10012',
  paymentMethod: 'OP',
  stamp: 'b7f0c9e2-1111-4222-8333-944445555666-1a2b3c4d',
  checkoutReference: '1255939828',
  originalTradeReference: null,
  paymentMethodFee: 0.12,
  paymentMethodCommission: 0.024,
  settlementId: 123456,
  settlementDate: '21-11-2026',
  settlementReference: '45667372',
  tradeitems: [{ stamp: 'stamp1', amount: 2555 }],
}
const PAYTRAIL = JSON.stringify([
  PAYTRAIL_ROW,
  {
    ...PAYTRAIL_ROW,
    amount: -4,
    stamp: 'refund-key-1',
    originalTradeReference: 'Puoti 10012',
    checkoutReference: '1255939829',
    paymentMethodFee: 0,
    paymentMethodCommission: 0,
  },
  {
    ...PAYTRAIL_ROW,
    status: 'Paid',
    stamp: 'later-1',
    settlementId: null,
    settlementDate: null,
    settlementReference: null,
  },
])

const SUMUP = JSON.stringify([
  {
    id: 123456789,
    type: 'PAYOUT',
    amount: 9.83,
    date: '2026-11-24',
    currency: 'EUR',
    fee: 0.17,
    status: 'SUCCESSFUL',
    reference: 'SUMUP PID1283966 PAYOUT 241126',
    transaction_code: 'TEENSK4W2K',
  },
  {
    id: 123456790,
    type: 'REFUND_DEDUCTION',
    amount: -3.5,
    date: '2026-11-24',
    currency: 'EUR',
    fee: 0,
    status: 'SUCCESSFUL',
    reference: 'TEENSK4W2J',
    transaction_code: 'TEENSK4W2J',
  },
])

const money = ({ kind, amountCents, feeCents, netCents }: SettlementLine) => [kind, amountCents, feeCents, netCents]

function readFault(text: string): { problem: string; row: number | undefined; column: string | undefined } | string {
  try {
    readReport(text)
    return 'readable'
  } catch (error) {
    if (!(error instanceof SettlementFault)) throw error
    return { problem: error.problem, row: error.row, column: error.column }
  }
}

describe('a Settlement details report of Adyen', () => {
  test('has payments, refunds, chargebacks, fees and the sum at the bank', () => {
    const { provider, payouts } = readReport(ADYEN)
    expect(provider).toBe('adyen')
    const [payout] = payouts
    expect(payouts).toHaveLength(1)
    expect(payout).toMatchObject({ reference: 'KauppaPOS 118', paidOn: '2026-11-23', currency: 'EUR', paidCents: 4409 })
    expect(payout?.lines.map(money)).toEqual([
      ['payment', 500, 12, 488],
      ['refund', -200, 10, -210],
      ['other', -34_999, 750, -35_749],
      ['fee', 0, 120, -120],
      ['other', 40_000, 0, 40_000],
    ])
    expect(payout?.lines.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(payout?.paidCents)
  })

  test('names a payment as the shop does, and a refund by itself and by its payment', () => {
    const [payment, refund] = readReport(ADYEN).payouts[0]?.lines ?? []
    expect(payment).toMatchObject({ keys: ['order-1', 'VK9DRSLLRCQ2WN82'], day: '2026-11-20', type: 'Settled' })
    expect(refund).toMatchObject({
      keys: ['refund-1', 'MOD9DRSLLRCQ2WN8'],
      paymentKeys: ['order-1', 'VK9DRSLLRCQ2WN82'],
      reference: 'MOD9DRSLLRCQ2WN8',
    })
  })

  test('may have several batches and merchant accounts, and payments in another currency', () => {
    const other = ADYEN_ROWS[0]?.replace('KauppaPOS', 'ToinenPOS').replace('EUR,,5.00,1', 'SEK,,55.00,0.09') ?? ''
    const { payouts } = readReport([ADYEN, other, ADYEN_ROWS[0]?.replace(',118,', ',119,')].join('\n'))
    expect(payouts.map(({ reference, paidCents }) => [reference, paidCents])).toEqual([
      ['KauppaPOS 118', 4409],
      ['ToinenPOS 118', null],
      ['KauppaPOS 119', null],
    ])
    expect(payouts[1]?.lines[0]).toMatchObject({ currency: 'SEK', amountCents: 5500, feeCents: 12, netCents: 488 })
  })
})

describe('a payment report of Paytrail', () => {
  test('has settled payments and refunds; those that are not settled yet are left out', () => {
    const { provider, payouts } = readReport(PAYTRAIL)
    expect(provider).toBe('paytrail')
    expect(payouts).toHaveLength(1)
    expect(payouts[0]).toMatchObject({ reference: '123456 45667372', paidOn: '2026-11-21', paidCents: null })
    expect(payouts[0]?.lines.map(money)).toEqual([
      ['payment', 2555, 14, 2541],
      ['refund', -400, 0, -400],
    ])
    expect(payouts[0]?.lines[0]?.keys).toContain('b7f0c9e2-1111-4222-8333-944445555666')
    expect(payouts[0]?.lines[1]).toMatchObject({ keys: ['refund-key-1'], paymentKeys: ['Puoti 10012'] })
  })

  test('is the same as CSV with semicolons, quotation marks and decimal commas', () => {
    const rows = (JSON.parse(PAYTRAIL) as (Record<string, string | number | null> & { tradeitems: object })[]).map(
      ({ tradeitems: _items, ...row }) => row,
    )
    const headings = Object.keys(rows[0] ?? {})
    const toCell = (value: string | number | null | undefined) =>
      `"${typeof value === 'number' ? String(value).replace('.', ',') : (value ?? '')}"`
    const table = [headings.join(';'), ...rows.map(row => headings.map(name => toCell(row[name])).join(';'))]
    expect(readReport(`\uFEFF${table.join('\r\n')}\r\n`)).toEqual(readReport(PAYTRAIL))
  })
})

describe('payouts of SumUp', () => {
  test('have a sale with its fee, and deductions under their date', () => {
    const { provider, payouts } = readReport(SUMUP)
    expect(provider).toBe('sumup')
    expect(payouts.map(({ reference, paidOn }) => [reference, paidOn])).toEqual([
      ['PID1283966', '2026-11-24'],
      ['2026-11-24 EUR', '2026-11-24'],
    ])
    expect(payouts.flatMap(({ lines }) => lines.map(money))).toEqual([
      ['payment', 1000, 17, 983],
      ['refund', -350, 0, -350],
    ])
    expect(payouts[0]?.lines[0]?.keys).toEqual(['TEENSK4W2K'])
  })

  test('that failed at the bank move nothing', () => {
    const failed = readReport(SUMUP.replace('SUCCESSFUL', 'FAILED'))
    expect(failed.payouts[0]?.lines[0]).toMatchObject({ kind: 'other', type: 'PAYOUT FAILED', netCents: 0 })
  })
})

test.each([
  ['no table', 'hello', { problem: 'unknownReport' }],
  ['another table', 'name;price\nMilk;1,20\n', { problem: 'unknownReport' }],
  ['broken JSON', '[{"settlementId": 1', { problem: 'notReport' }],
  ['JSON without rows', '{"error":"no"}', { problem: 'notReport' }],
  ['an empty list', '[]', { problem: 'empty' }],
  ['headings alone', ADYEN_HEADINGS, { problem: 'empty' }],
  ['a wrong amount', ADYEN.replace('357.49', 'much'), { problem: 'amount', row: 4, column: 'net debit (nc)' }],
  ['no batch', ADYEN.replace(',118,', ',,'), { problem: 'reference', row: 2, column: 'batch number' }],
  [
    'a wrong date',
    PAYTRAIL.replaceAll('21-11-2026', '31-11-2026'),
    { problem: 'date', row: 1, column: 'settlementdate' },
  ],
  ['a quotation mark too many', `${ADYEN}\n"KauppaOy`, { problem: 'notReport' }],
])('%s is refused with its place', (_name, text, expected) => {
  expect(readFault(text)).toMatchObject(expected)
})

test('reads the same with any separator, order of columns, unknown columns, title and byte order mark', () => {
  const cells = [ADYEN_HEADINGS, ...ADYEN_ROWS.slice(0, 5)].map(row => row.split(','))
  const width = cells[0]?.length ?? 0
  const expected = readReport(cells.map(row => row.join(',')).join('\n'))
  const order = fc.shuffledSubarray(
    Array.from({ length: width + 2 }, (_, at) => at),
    { minLength: width + 2 },
  )
  const file = fc.record({
    order,
    separator: fc.constantFrom(',', ';', '\t'),
    decimal: fc.constantFrom('.', ','),
    newline: fc.constantFrom('\n', '\r\n'),
    mark: fc.constantFrom('', '\uFEFF'),
    hasTitle: fc.boolean(),
  })
  fc.assert(
    fc.property(file, ({ separator, decimal, newline, mark, hasTitle, ...drawn }) => {
      const rows = cells.map((row, place) => {
        const whole = [...row, place === 0 ? 'A new column' : 'x', place === 0 ? 'Another' : '1.50']
        return drawn.order.map(at => {
          const cell = whole[at] ?? ''
          const shown = /^\d+\.\d\d$/.test(cell) ? cell.replace('.', decimal) : cell
          return shown.includes(separator) ? `"${shown}"` : shown
        })
      })
      const lines = [...(hasTitle ? ['Settlement details', ''] : []), ...rows.map(row => row.join(separator)), '']
      expect(readReport(mark + lines.join(newline))).toEqual(expected)
    }),
  )
})

test('an amount is read as it was written', () => {
  const cents = fc.integer({ min: -99_999_999, max: 99_999_999 })
  const locale = fc.constantFrom('en-US', 'fi-FI', 'de-DE', 'sv-SE', 'de-CH')
  fc.assert(
    fc.property(cents, locale, fc.boolean(), (amount, each, useGrouping) => {
      const format = new Intl.NumberFormat(each, { minimumFractionDigits: 2, useGrouping })
      expect(toCents(parseDecimal(format.format(amount / 100)) ?? Number.NaN)).toBe(amount)
      expect(toCents(parseDecimal(String(amount / 100)) ?? Number.NaN)).toBe(amount)
    }),
  )
  for (const text of ['', '-', '1e5', 'EUR 5', '5-', '--5', '.']) expect(parseDecimal(text)).toBeUndefined()
})

test('a date is read with its year first or last', () => {
  const dates = ['2026-11-30 11:26:49', '30-11-2026', '30.11.2026 9:00', '2026-11-30T09:00:00Z', '30/11/2026']
  expect(dates.map(parseDay)).toEqual(dates.map(() => '2026-11-30'))
  for (const text of ['', '31-11-2026', '2026-02-30', '30-11-20266', '1026-11-30'])
    expect(parseDay(text)).toBeUndefined()
})
