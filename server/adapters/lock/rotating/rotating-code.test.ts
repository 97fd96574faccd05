import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/durations.ts'
import { codeAt, keypadAccepts } from './rotating-lock.ts'

// The key and the counters of RFC 6238, appendix B, for SHA-256; these are the last six of its eight digits.
const KEY = Buffer.from('12345678901234567890123456789012')
const VECTORS = [
  [1, '119246'],
  [37_037_036, '084774'],
  [37_037_037, '062674'],
  [41_152_263, '819424'],
  [66_666_666, '698825'],
  [666_666_666, '737706'],
] as const
const at = (step: number, minutes = 0) => new Date(step * 300_000 + minutes * MINUTE_MS)

test.each(VECTORS)('in step %i number 00 has the code %s, from the beginning of the step to its end', (step, code) => {
  expect(codeAt(KEY, at(step), 0).code).toBe(`00${code}`)
  expect(codeAt(KEY, new Date(at(step + 1).getTime() - 1), 0).code).toBe(`00${code}`)
})

// Test vectors for keypad implementers; also in docs/integrator/locks.md.
test.each([
  [1, 1, '01524814'],
  [7, 37_037_036, '07196476'],
  [42, 41_152_263, '42539055'],
  [99, 666_666_666, '99711773'],
] as const)('number %i in step %i has the code %s', (number, step, code) => {
  expect(codeAt(KEY, at(step), number).code).toBe(code)
})

test('a hundred numbers have their own codes, and none opens with another number in front', () => {
  const codes = Array.from({ length: 100 }, (_, number) => codeAt(KEY, at(1000), number).code)
  expect(new Set(codes.map(code => code.slice(2))).size).toBeGreaterThan(95)
  for (const [number, code] of codes.entries()) {
    expect(keypadAccepts(KEY, code, at(1000))).toBe(true)
    const other = String((number + 1) % 100).padStart(2, '0')
    expect(keypadAccepts(KEY, other + code.slice(2), at(1000))).toBe(false)
  }
})

test('a code opens for ten to fifteen minutes, until the time that the shopper sees', () => {
  for (const minutes of [0, 2, 4.9]) {
    const requestedCode = at(37_037_036, minutes)
    const { code, until } = codeAt(KEY, requestedCode, 7)
    const lasts = (until.getTime() - requestedCode.getTime()) / MINUTE_MS
    expect(lasts).toBeGreaterThan(10)
    expect(lasts).toBeLessThanOrEqual(15)
    expect(keypadAccepts(KEY, code, requestedCode)).toBe(true)
    expect(keypadAccepts(KEY, code, new Date(until.getTime() - 1))).toBe(true)
    expect(keypadAccepts(KEY, code, until)).toBe(false)
  }
})

test('a keypad whose clock is five minutes behind accepts a code, and one with another key does not', () => {
  const { code } = codeAt(KEY, at(1000), 7)
  expect(keypadAccepts(KEY, code, at(999))).toBe(true)
  expect(keypadAccepts(KEY, code, at(998))).toBe(false)
  expect(keypadAccepts(Buffer.from('another key'), code, at(1000))).toBe(false)
})

test.each(['', '119246', '0011924', '000119246', '0011924f'])(
  'a code that is not eight digits is refused: “%s”',
  typed => {
    expect(keypadAccepts(KEY, typed, at(1))).toBe(false)
  },
)
