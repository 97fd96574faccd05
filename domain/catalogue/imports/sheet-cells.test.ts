import { describe, expect, test } from 'vitest'
import { CsvFault, csvRows } from '#domain/format/csv.ts'
import { readChoice, readCode, readEuros, readNumber, readWhole, readYesNo, cellText } from './sheet-cells.ts'

describe('a CSV file', () => {
  const rows = (text: string) => [...csvRows(text)]
  test.each([
    [
      'a;b\r\n1;2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n1,"2,5"\n',
      [
        ['a', 'b'],
        ['1', '2,5'],
      ],
    ],
    [
      'a\tb\r1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['sep=,\r\na,b;c\r\n', [['a', 'b;c']]],
    [
      '"say ""hi""";"two\r\nlines"\n;',
      [
        ['say "hi"', 'two\r\nlines'],
        ['', ''],
      ],
    ],
    ['"a;b";"c;d",e', [['a;b', 'c;d,e']]],
    ['"a"b;c', [['ab', 'c']]],
  ])('is parsed as a spreadsheet parses it: %j', (text, expected) => {
    expect(rows(text)).toEqual(expected)
  })

  const getFault = (text: string) => {
    try {
      return rows(text)
    } catch (error) {
      return error instanceof CsvFault ? [error.problem, error.row] : error
    }
  }

  test.each([
    ['a;"never closed\n;', ['quoteOpen', 1]],
    ['a;b\n"Kahvi;3,50\nTee;2\n"Maito";1\nMehu;3', ['quoteOpen', 2]],
    [`a;b\n1;"${'1;2\n'.repeat(20_000)}`, ['quoteOpen', 2]],
    [`a;b\n1;2\n${'"'.repeat(1_000_000)}`, ['quoteOpen', 3]],
    [`a;b\n"${'a""'.repeat(300_000)}`, ['quoteOpen', 2]],
    [`a;b\n1;${'a'.repeat(32_768)}`, ['cellTooLong', 2]],
    [`a;b\n"${'a""'.repeat(20_000)}"`, ['cellTooLong', 2]],
    [`a;b\n${';'.repeat(5_000)}`, ['rowTooLong', 2]],
    [`a;b\n${`${'a'.repeat(30_000)};`.repeat(40)}`, ['rowTooLong', 2]],
  ])('is refused where an unclosed quote or an endless cell begins: %#', (text, fault) => {
    expect(getFault(text)).toEqual(fault)
  })

  test('keeps a cell of several lines, and the longest one', () => {
    expect(rows('"two\nlines";"say ""hi"" now"\n1;2')).toEqual([
      ['two\nlines', 'say "hi" now'],
      ['1', '2'],
    ])
    expect(rows(`"${'""'.repeat(32_767)}";${'a'.repeat(32_767)}`)).toEqual([['"'.repeat(32_767), 'a'.repeat(32_767)]])
  })
})

test.each([
  ['1,45', 1.45],
  ['1.45', 1.45],
  ['1 234,50 €', 1234.5],
  ['1\u202f234,5', 1234.5],
  ['1.234,50', 1234.5],
  ['1,234.50', 1234.5],
  ['1.234.567', 1234567],
  ['\u22122,5', -2.5],
  ['2,90 EUR', 2.9],
  [0.1, 0.1],
  ['', null],
])('%j is a number', (cell, value) => {
  expect(readNumber(cell)).toEqual({ value })
})

test.each([
  ['3,-', 3],
  ['3,– €', 3],
  ['3,50 €/kg', 3.5],
  ['EUR 3,50', 3.5],
  ['€ 1.234,50', 1234.5],
  ['-', null],
  ['N/A', null],
])('%j is the price %j', (cell, value) => {
  expect(readEuros(cell)).toEqual({ value })
})

test('a price that a formula calculated is rounded to cents, and one that somebody typed is not', () => {
  expect([readEuros(4.495), readEuros(3.4799999999999995), readEuros(-1.005)]).toEqual(
    [4.5, 3.48, -1.01].map(value => ({ value })),
  )
  expect(readEuros('4.495')).toEqual({ value: 4.495 })
})

test.each(['3,50 kr', 'noin 2', '1,2,3', '1e', '#N/A', '--1', '1'.repeat(41)])('%j is not a number', cell => {
  expect(readNumber(cell)).toEqual({ problem: 'invalidNumber' })
})

test('a cell of very many digits is not a number, which takes no time to see', () => {
  expect(readNumber(`${'1'.repeat(1_000_000)}x`)).toEqual({ problem: 'invalidNumber' })
})

test.each(['1', 'true', 'Yes', 'KYLLÄ', 'ja', 1, true])('%j means yes', cell => {
  expect(readYesNo(cell)).toEqual({ value: true })
})
test.each(['0', 'FALSE', 'no', 'Ei', 'nej', 0, false])('%j means no', cell => {
  expect(readYesNo(cell)).toEqual({ value: false })
})
test('direction controls in a cell are ignored', () => {
  expect(cellText('\u202AMaito\u202C \u202E')).toBe('Maito')
  expect(readCode('\u202A6410000000018\u202C')).toEqual({ value: '6410000000018' })
})

test('an unknown word is neither yes nor no, and an empty cell has no value', () => {
  expect(readYesNo('ehkä')).toEqual({ problem: 'invalidYesNo' })
  expect(readYesNo(' ')).toEqual({ value: null })
})

test('a choice is read by any of its names, and a whole number must lie within its bounds', () => {
  const read = readChoice({ kg: ['kilo'], l: ['litra'] })
  expect([read('KG'), read('Litra'), read('m')]).toEqual([
    { value: 'kg' },
    { value: 'l' },
    { problem: 'invalidChoice' },
  ])
  const age = readWhole(1, 99)
  expect([age('18'), age(18.5), age('100')]).toEqual([
    { value: 18 },
    { problem: 'invalidWholeNumber' },
    { problem: 'invalidWholeNumber' },
  ])
})

describe('a code', () => {
  test.each([
    ['6414893400012', '6414893400012'],
    [' 641 4893 400012 ', '6414893400012'],
    [6414893400012, '6414893400012'],
    ['6,414893400012E+12', '6414893400012'],
    ['6.414893400012e12', '6414893400012'],
    ['6414893400012,00', '6414893400012'],
    ["'6414893400012", '6414893400012'],
    ['="6414893400012"', '6414893400012'],
    ['6-414893-400012', '6414893400012'],
    ['\u200b6414893400012', '6414893400012'],
    ['-', null],
    ['N/A', null],
    ['0', null],
    [0, null],
    ['0000000000000', null],
    // A spreadsheet dropped the leading zeros of a code of twelve digits.
    [36000291452, '0036000291452'],
    ['036000291452', '0036000291452'],
    // An EAN-8.
    ['96385074', '0000096385074'],
    [96385074, '0000096385074'],
    ['96385075', '96385075'],
    [16410000000015, '16410000000015'],
  ])('is read with all its digits from %j', (cell, value) => {
    expect(readCode(cell)).toEqual({ value })
  })

  test.each(['6,4E+12', '6.41489E+12', '6,4148934E+12', 6400000000001.5, 6400000000000, '6414890000000'])(
    'is refused because %j has lost digits',
    cell => {
      expect(readCode(cell)).toEqual({ problem: 'digitsLost' })
    },
  )
})

test('a row with more cells than the maximum is refused, and one with as many is read', () => {
  expect([...csvRows(';'.repeat(999))][0]?.length).toBe(1_000)
  expect(() => [...csvRows(';'.repeat(1_000))]).toThrow(CsvFault)
})
