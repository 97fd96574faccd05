import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDigit, hasValidCheckDigit, normaliseGtin, wholeEan } from './gtin.ts'

const getDigits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map(digits => digits.join(''))

const withCheck = (digits: string) => `${digits}${checkDigit(digits)}`

describe('a check digit', () => {
  it.each([
    '2312340111550',
    '2312340100004',
    '2012340102502',
    '2012340100003',
    '16401234567894',
    '96385074',
    '036000291452',
  ])('is valid in %s', code => {
    expect(hasValidCheckDigit(code)).toBe(true)
    expect(checkDigit(code.slice(0, -1))).toBe(Number(code.at(-1)))
  })

  it('is never valid in a text that is too short or not all digits', () => {
    expect(hasValidCheckDigit('')).toBe(false)
    expect(hasValidCheckDigit('0')).toBe(false)
    expect(hasValidCheckDigit('231234011155O')).toBe(false)
    expect(() => checkDigit('12a')).toThrow(RangeError)
  })

  it('is the same with leading zeros, and invalid with any single digit misread', () => {
    fc.assert(
      fc.property(getDigits(12), fc.nat({ max: 12 }), fc.integer({ min: 1, max: 9 }), (digits, index, shift) => {
        const code = withCheck(digits)
        expect(checkDigit(`000${digits}`)).toBe(checkDigit(digits))
        const misread = code
          .split('')
          .with(index, String((Number(code[index]) + shift) % 10))
          .join('')
        expect(hasValidCheckDigit(misread)).toBe(false)
      }),
    )
  })
})

it('gives a typed EAN-8 or UPC-A the digits of an EAN-13, and leaves other text as typed', () => {
  expect(wholeEan('96385074')).toBe('0000096385074')
  expect(wholeEan('036000291452')).toBe('0036000291452')
  for (const code of ['96385075', '036000291453', '6410000000018', '16410000000015', '1234567', '', 'milk'])
    expect(wholeEan(code)).toBe(code)
})

describe('normalising a GTIN', () => {
  it('accepts 8, 12, 13 and 14 digits and drops spaces', () => {
    expect(normaliseGtin('96385074')).toBe('00000096385074')
    expect(normaliseGtin('036000291452')).toBe('00036000291452')
    expect(normaliseGtin(' 6 401234 567897 ')).toBe('06401234567897')
    expect(normaliseGtin('16401234567894')).toBe('16401234567894')
  })

  it.each([
    '',
    '1234567',
    '123456789',
    '12345678901',
    '123456789012345',
    '640123456789O',
    'https://x.fi/01/0640',
    '-6401234567897',
  ])('refuses %j', code => {
    expect(normaliseGtin(code)).toBeUndefined()
  })
})
