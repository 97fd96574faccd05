import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseGs1Code } from './gs1-code.ts'
import { checkDigit } from './gtin.ts'

const FNC1 = '\u001d'
const GTIN = '06401234567895'.slice(0, 13) + checkDigit('0640123456789')

describe('a two-dimensional code', () => {
  test.each([
    ['only a GTIN', `01${GTIN}`, { gtin14: GTIN }],
    ['with the symbology in front', `]d201${GTIN}`, { gtin14: GTIN }],
    ['with the first separator', `${FNC1}01${GTIN}`, { gtin14: GTIN }],
    [
      'best before, lot and serial',
      `01${GTIN}1526123110L7${FNC1}21S-9`,
      { gtin14: GTIN, bestBefore: '2026-12-31', lot: 'L7', serial: 'S-9' },
    ],
    ['the last day of a month', `01${GTIN}17280200`, { gtin14: GTIN, useBy: '2028-02-29' }],
    ['a weight in grams', `01${GTIN}3103001250`, { gtin14: GTIN, weightThousandths: 1250 }],
    ['a weight in tenths of a kilogram', `01${GTIN}3101000012`, { gtin14: GTIN, weightThousandths: 1200 }],
    ['a price', `01${GTIN}39220399`, { gtin14: GTIN, priceCents: 399 }],
    ['a price behind a variable element', `01${GTIN}10A${FNC1}39220399`, { gtin14: GTIN, lot: 'A', priceCents: 399 }],
    ['in parentheses', `(01)${GTIN}(17)261231(10)L7`, { gtin14: GTIN, useBy: '2026-12-31', lot: 'L7' }],
    [
      'a Digital Link',
      `https://id.gs1.org/01/${GTIN}/10/L7?17=261231&3103=000250`,
      { gtin14: GTIN, useBy: '2026-12-31', lot: 'L7', weightThousandths: 250 },
    ],
    ['a Digital Link of a brand, with 13 digits', `http://brand.example/tuote/01/${GTIN.slice(1)}`, { gtin14: GTIN }],
    ['behind a location, of fixed length', `410640123456789501${GTIN}10B`, { gtin14: GTIN, lot: 'B' }],
    ['a third party’s serial number of a tobacco pack', `01${GTIN}235XYZ`, { gtin14: GTIN }],
    ['a coupon behind it', `01${GTIN}2559501101530003${FNC1}10B`, { gtin14: GTIN, lot: 'B' }],
    ['an unknown element', `01${GTIN}89123${FNC1}10B`, { gtin14: GTIN, lot: 'B' }],
    ['an unknown element before it', `89123${FNC1}01${GTIN}`, { gtin14: GTIN }],
    ['an element that is cut off', `01${GTIN}1726`, { gtin14: GTIN }],
    ['a value with a parenthesis', `(01)${GTIN}(10)A(B`, { gtin14: GTIN, lot: 'A' }],
    ['a link with the first names', `https://brand.example/gtin/${GTIN}/lot/L7`, { gtin14: GTIN, lot: 'L7' }],
    ['a link whose page is numbered too', `https://brand.example/01/shop/01/${GTIN}`, { gtin14: GTIN }],
    ['an element that the shop has no use for', `01${GTIN}375${FNC1}10B`, { gtin14: GTIN, lot: 'B' }],
  ])('is read: %s', (_what, text, read) => {
    expect(parseGs1Code(text)).toEqual(read)
  })

  test.each([
    ['a web page', 'https://www.example.com/kampanja'],
    ['a web page with a wrong check digit', `https://id.gs1.org/01/${GTIN.slice(0, 13)}${(Number(GTIN[13]) + 1) % 10}`],
    ['a wrong check digit', `01${GTIN.slice(0, 13)}${(Number(GTIN[13]) + 1) % 10}`],
    ['a cut-off GTIN', '0106401234'],
    ['no GTIN', '10L7'],
    ['a pallet', '00064012345678901234'],
    ['something else', 'WIFI:T:WPA;S:puoti;;'],
    ['a bad percent sign', `https://id.gs1.org/01/%E0%A4%A/10/x`],
    ['nothing', ''],
  ])('is no product: %s', (_what, text) => {
    expect(parseGs1Code(text)).toBeUndefined()
  })

  test.each(['17261331', '15260230', '17260100'.replace('00', '32')])('keeps a wrong date out: %s', element => {
    expect(parseGs1Code(`01${GTIN}${element}`)).toEqual({ gtin14: GTIN })
  })
})

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map(all => all.join(''))
const gtins = digits(13).map(body => body + checkDigit(body))
const word = fc.stringMatching(/^[A-Za-z0-9-]{1,20}$/)

test('the same data is read from element strings in any order, from parentheses and from a link', () => {
  const data = fc.record({
    gtin14: gtins,
    lot: word,
    serial: word,
    weightThousandths: fc.nat(999_999),
    priceCents: fc.nat(99_999),
    useBy: fc
      .date({ min: new Date('2000-01-01'), max: new Date('2049-12-31'), noInvalidDate: true })
      .map(date => date.toISOString().slice(0, 10)),
  })
  fc.assert(
    fc.property(data, fc.infiniteStream(fc.nat()), (expected, order) => {
      const elements: [string, string][] = [
        ['10', expected.lot],
        ['21', expected.serial],
        ['3103', String(expected.weightThousandths).padStart(6, '0')],
        ['3922', String(expected.priceCents)],
        ['17', expected.useBy.slice(2).replaceAll('-', '')],
      ]
      const shuffled = elements
        .map(each => [order.next().value ?? 0, each] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, each]) => each)
      const all: [string, string][] = [['01', expected.gtin14], ...shuffled]
      const isFixed = (ai: string) => /^(01|17|31)/.test(ai)
      const plain = all.map(([ai, value]) => ai + value + (isFixed(ai) ? '' : FNC1)).join('')
      expect(parseGs1Code(plain)).toEqual(expected)
      expect(parseGs1Code(all.map(([ai, value]) => `(${ai})${value}`).join(''))).toEqual(expected)
      const [lot, serial, ...query] = elements
      const path = [['01', expected.gtin14], lot, serial].flat().join('/')
      expect(parseGs1Code(`https://id.example/${path}?${query.map(pair => pair.join('=')).join('&')}`)).toEqual(
        expected,
      )
    }),
  )
})

test('no text makes it throw', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), text => void parseGs1Code(text)))
  fc.assert(fc.property(fc.webUrl({ withQueryParameters: true }), text => void parseGs1Code(text)))
})
