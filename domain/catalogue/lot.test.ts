import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkDigit } from './gtin.ts'
import {
  isLotNumber,
  type Lot,
  lotKey,
  parseLotKey,
  parseScannedCode,
  toLot,
  toLotColumns,
  toRequestedLot,
} from './lot.ts'
import { readLot, toScannedCode } from './read-lot.ts'
import { toProductCode } from './scanned-code.ts'

const GTIN = `0640123456789${checkDigit('0640123456789')}`
const GS = '\u001d'

test.each<[string, Lot | undefined, string]>([
  [`]d201${GTIN}1726120310L7`, { lot: 'L7', useBy: '2026-12-03' }, 'a DataMatrix'],
  [`]C101${GTIN}15270200`, { bestBefore: '2027-02-28' }, 'a case: the last day of a month'],
  [`]C101${GTIN}15280200`, { bestBefore: '2028-02-29' }, 'the last day of a February of a leap year'],
  [`https://id.gs1.org/01/${GTIN}/10/A-1?15=261231`, { lot: 'A-1', bestBefore: '2026-12-31' }, 'a link'],
  [`01${GTIN}1527010117261224`, { useBy: '2026-12-24' }, 'both dates: the stricter one'],
  [`01${GTIN}10A${GS}15991231`, { lot: 'A', bestBefore: '1999-12-31' }, 'a date of the century before'],
  [`01${GTIN}15760101`, { bestBefore: '2076-01-01' }, 'fifty years ahead'],
  [`01${GTIN}15770101`, { bestBefore: '1977-01-01' }, 'fifty-one years ahead is the century before'],
  [`01${GTIN}10A B`, undefined, 'no lot with a space'],
  [`01${GTIN}21S-9`, undefined, 'only a serial number'],
  [GTIN.slice(1), undefined, 'an EAN'],
  ['hello', undefined, 'any text'],
])('of the scanned %j the lot is %j: %s', (scanned, lot) => {
  expect(readLot(scanned, 2026)).toEqual(lot)
})

test('the century of a year is the one nearest to the present', () => {
  const years = fc.integer({ min: 2000, max: 2120 })
  fc.assert(
    fc.property(years, fc.integer({ min: 0, max: 99 }), (present, yy) => {
      const lot = readLot(`01${GTIN}17${String(yy).padStart(2, '0')}0115`, present)
      const year = Number(lot?.useBy?.slice(0, 4))
      expect(year % 100).toBe(yy)
      expect(year - present).toBeGreaterThanOrEqual(-49)
      expect(year - present).toBeLessThanOrEqual(50)
    }),
  )
})

const days = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2070-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))
const lots: fc.Arbitrary<Lot> = fc
  .record({
    lot: fc.option(fc.stringMatching(/^[!-~]{1,20}$/)),
    kind: fc.constantFrom('bestBefore', 'useBy', ''),
    day: days,
  })
  .map(({ lot, kind, day }) => ({ ...(lot !== null && { lot }), ...(kind !== '' && { [kind]: day }) }))

test('a lot is the one of its key, and other texts are no keys', () => {
  fc.assert(
    fc.property(lots, lot => {
      const key = lotKey(lot)
      expect(key === '' ? {} : parseLotKey(key)).toEqual(lot)
    }),
  )
  fc.assert(
    fc.property(fc.string(), text => {
      const lot = parseLotKey(text)
      if (lot) expect(lotKey(lot)).toBe(text)
    }),
  )
})

test('a scanned code keeps its product and its lot', () => {
  const numbers = fc.stringMatching(/^[A-Za-z0-9-]{1,20}$/)
  fc.assert(
    fc.property(numbers, days, (lot, day) => {
      expect(isLotNumber(lot)).toBe(true)
      const code = toScannedCode(`]d201${GTIN}17${day.slice(2).replaceAll('-', '')}10${lot}`, 2026)
      expect(parseScannedCode(code)).toEqual({ code: GTIN.slice(1), lot: { lot, useBy: day } })
    }),
    { numRuns: 200 },
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(parseScannedCode(toScannedCode(text, 2026)).code).toBe(toProductCode(text))
    }),
  )
})

test('a request with both dates names the stricter one, and one without any names no lot', () => {
  expect(toRequestedLot({ lot: 'L7', best_before: '2026-12-31', use_by: '2026-12-03' })).toEqual({
    lot: 'L7',
    useBy: '2026-12-03',
  })
  expect(toRequestedLot({ best_before: '2026-12-31', use_by: null })).toEqual({ bestBefore: '2026-12-31' })
  expect(toRequestedLot({ lot: null, best_before: undefined })).toBeUndefined()
})

test('a row gives the lot that it was written from', () => {
  fc.assert(
    fc.property(lots, lot => {
      expect(toLot(toLotColumns(lot))).toEqual(lot)
    }),
  )
})
