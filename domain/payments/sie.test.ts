import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inCodePage437, type SieFile, sieText } from './sie.ts'
import { type LedgerAccounts, toPostings, type VoucherLine, voucherLines } from './voucher.ts'

const ACCOUNTS: LedgerAccounts = {
  card: '1720',
  other: '1910',
  app: '1720',
  clearing: '1799',
  vat: '2939',
  sales: '3000',
  salesByRate: { 2550: '3010' },
  freeSums: '3790',
}

const file = (entries: SieFile['entries']): SieFile => ({
  program: { name: 'Puoti', version: '0.1.0' },
  company: { name: 'Kylän "Puoti" Oy\\', businessId: '1234567-1' },
  madeAt: '2026-11-26',
  entries,
})

/** The fields of a line, as the format describes them: separated by blanks, in quotes, or a list in braces. */
function getFields(line: string): string[] {
  return [...line.matchAll(/\{([^}]*)\}|"((?:\\.|[^"\\])*)"|(\S+)/g)].map(
    ([, list, quoted, plain]) => list ?? quoted?.replaceAll(String.raw`\"`, '"') ?? plain ?? '',
  )
}

describe('a SIE file', () => {
  const noFreeSums = { freeSumsCents: 0, freeSumsVatCents: 0 }
  const lines = voucherLines(
    {
      sales: { count: 3, cents: 1980 },
      refunds: { count: 0, cents: 0 },
      freeSums: { count: 0, cents: 0 },
      grossCents: 1980,
      netCents: 1640,
      vatCents: 340,
      cardCents: 1980,
      otherCents: 0,
      clearingCents: 0,
      byRate: [
        {
          ...noFreeSums,
          rateBasisPoints: 1350,
          salesCents: 725,
          refundsCents: 0,
          grossCents: 725,
          netCents: 640,
          vatCents: 85,
        },
        {
          ...noFreeSums,
          rateBasisPoints: 2550,
          salesCents: 1255,
          refundsCents: 0,
          grossCents: 1255,
          netCents: 1000,
          vatCents: 255,
        },
      ],
    },
    ACCOUNTS,
  )
  const postings = toPostings(lines).map(posting => ({ ...posting, text: posting.entry }))
  const entry = {
    date: '2026-11-20',
    text: '20261120-1001 Teijon puoti',
    costCentre: { id: '1001', name: 'Teijon puoti' },
    postings,
  }
  const text = sieText(file([entry]))

  test('begins with what type 4I requires, and names its accounts and cost centres', () => {
    expect(text.split('\r\n').slice(0, 15)).toEqual([
      '#FLAGGA 0',
      '#FORMAT PC8',
      '#SIETYP 4',
      '#PROGRAM "Puoti" "0.1.0"',
      '#GEN 20261126',
      '#ORGNR "1234567-1"',
      String.raw`#FNAMN "Kylän \"Puoti\" Oy/"`,
      '#KONTO 1720 "Korttisaamiset"',
      '#KONTO 2939 "Arvonlisävero"',
      '#KONTO 3000 "Myynti"',
      '#KONTO 3010 "Myynti"',
      '#DIM 1 "Kustannuspaikka"',
      '#OBJEKT 1 "1001" "Teijon puoti"',
      '#VER "" "" 20261120 "20261120-1001 Teijon puoti"',
      '{',
    ])
  })

  test('has one signed amount for each account, and each entry adds up to zero', () => {
    const read = text
      .split('\r\n')
      .filter(line => line.includes('#TRANS'))
      .map(getFields)
    expect(read.map(([, account, , amount]) => [account, amount])).toEqual([
      ['1720', '19.80'],
      ['3000', '-6.40'],
      ['2939', '-0.85'],
      ['3010', '-10.00'],
      ['2939', '-2.55'],
    ])
    expect(read.map(([, , object]) => object)).toEqual(Array.from({ length: 5 }, () => '1 "1001"'))
  })

  test('of hostile names has the same lines', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), name => {
        const hostile = sieText(file([{ ...entry, text: name, costCentre: { id: '1001', name } }]))
        expect(hostile.split(/\r\n|\r|\n/)).toHaveLength(text.split('\r\n').length)
      }),
    )
  })
})

test('postings are the lines of an entry, with VAT apart, to the cent', () => {
  const cents = fc.integer({ min: -5_000_000, max: 5_000_000 })
  const line = fc.record({ net: cents, vat: cents, hasVat: fc.boolean() }).map(({ net, vat, hasVat }): VoucherLine => ({
    entry: 'sales',
    account: '3000',
    rateBasisPoints: hasVat ? 1350 : null,
    vatAccount: hasVat ? '2939' : null,
    netCents: net,
    vatCents: hasVat ? vat : 0,
    grossCents: hasVat ? net + vat : net,
  }))
  fc.assert(
    fc.property(fc.array(line), lines => {
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
      const postings = toPostings(lines)
      expect(sum(postings.map(posting => posting.cents))).toBe(sum(lines.map(({ grossCents }) => grossCents)))
      expect(sum(postings.filter(({ entry }) => entry === 'vat').map(posting => posting.cents))).toBe(
        sum(lines.map(({ vatCents }) => vatCents)),
      )
      expect(postings.every(posting => posting.cents !== 0)).toBe(true)
    }),
  )
})

test.each([
  ['Kylän äöå ÄÖÅ é', [75, 121, 108, 132, 110, 32, 132, 148, 134, 32, 142, 153, 143, 32, 130]],
  ['š', [115]],
  ['€ 🐟', [63, 32, 63]],
])('the bytes of %s are of code page 437', (text, bytes) => {
  expect([...inCodePage437(text)]).toEqual(bytes)
})

test('an account that cards and the app share is named once, as that of the cards', () => {
  const posting = { account: '1720', cents: 100, rateBasisPoints: null, text: 'x' }
  const entry = { date: '2026-11-20', text: 'x', costCentre: { id: '1', name: 'x' } }
  const postings = [
    { ...posting, entry: 'card' as const },
    { ...posting, entry: 'app' as const },
  ]
  const empty = { program: { name: 'x', version: '1' }, company: { name: 'x', businessId: '' }, madeAt: '2026-11-21' }
  const konto = (rows: typeof postings) =>
    sieText({ ...empty, entries: [{ ...entry, postings: rows }] }).match(/#KONTO.*/g)
  expect(konto(postings)).toEqual(['#KONTO 1720 "Korttisaamiset"'])
  expect(konto(postings.map((each, index) => ({ ...each, account: `172${index}` })))).toEqual([
    '#KONTO 1720 "Korttisaamiset"',
    '#KONTO 1721 "MobilePay- ja Paytrail-saamiset"',
  ])
})
