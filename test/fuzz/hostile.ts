import * as fc from 'fast-check'

/** Texts that have broken software before. */
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '\ud83d',
  'a\r\nSet-Cookie: a=b\r\n\r\n<p>',
  'x\nBcc: everyone@puoti.example',
  '\u202egnp.exe',
  '\u200b\ufeff',
  'ﷺ'.repeat(40),
  'Z͑ͫ̓ͪ̂ͫ̽a̐l̔g͌o',
  'İ'.repeat(60),
  'ß',
  '１２３',
  '٣',
  '👩‍👩‍👧‍👦'.repeat(30),
  "'",
  "' OR '1'='1",
  "'; DROP TABLE customer_order; --",
  '1; SELECT pg_sleep(5)',
  "' UNION SELECT value FROM installation_secret --",
  '%',
  '%%%_\\',
  '\\',
  '"',
  '{{7*7}}',
  '${7*7}',
  '<%= 7*7 %>',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  '=HYPERLINK("http://a.example","b")',
  '@SUM(1+1)*cmd|" /C calc"!A0',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '-1',
  '-0',
  '0',
  '00',
  '0x10',
  '1e3',
  '1e309',
  '1.5',
  '2147483647',
  '2147483648',
  '9007199254740993',
  '9999999999',
  '99999999999999999999999999',
  '0000-00-00',
  '2026-02-30',
  '1900-01-01',
  '9999-12-31',
  '+292278994-08-17T07:12:55.807Z',
  '2026-13',
  '24:00',
  '2026-03-29T03:30:00Z',
  'Europe/Nowhere',
  'a@b',
  '"<script>"@puoti.example',
  'a@puoti.example,b@puoti.example',
]
/** One more than common limits allow. */
const LENGTHS = [11, 21, 61, 101, 161, 255, 501, 1001, 2001, 5001, 20_001]
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 1, arbitrary: fc.constantFrom(...LENGTHS).map(length => 'x'.repeat(length)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

/** JSON has no literal for it, but this number is parsed as infinite. */
export const INFINITE = '@infinite@'

const hostileNumber = fc.oneof(
  fc.constantFrom(-1, -0, 0, 0.5, 1e-7, 0.1 + 0.2, 1e21, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, 2 ** 63, -(2 ** 31)),
  fc.constant(INFINITE),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

const DEEP: unknown = Array.from({ length: 500 }).reduce<unknown>(inner => ({ a: inner }), 1)
const withKey = (key: string): object => Object.fromEntries([[key, { isAdmin: true, is_admin: true }]])
/** Keys that belong to every object, or would change the structure of a record. */
export const HOSTILE_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'is_admin',
  'id',
  'a.b',
  '',
  '\0',
  '$ne',
]

/** A value of the wrong type, out of bounds, or just strange. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 4, arbitrary: hostileNumber },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], ['a'], DEEP) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_KEYS).map(withKey) },
)
