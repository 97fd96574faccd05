import * as fc from 'fast-check'

const headerText = fc.oneof(
  fc.constantFrom(
    '*',
    '"a"',
    'W/"',
    '"'.repeat(500),
    'bytes=0-1,2-',
    'en;q=9,*;q=x',
    'DELETE',
    '127.0.0.1, 1.2.3.4',
    '[::1',
    'évil',
    '999999999999999999999',
  ),
  fc.string({ unit: fc.constantFrom('a', '1', '-', '_', '=', ',', ';', '"', "'", '/', '%', '<', '{'), maxLength: 60 }),
)
const HEADERS = [
  'accept',
  'accept-language',
  'accept-encoding',
  'if-none-match',
  'if-modified-since',
  'range',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-http-method-override',
  'x-request-id',
  'user-agent',
  'referer',
]
export const hostileHeaders = fc.dictionary(fc.constantFrom(...HEADERS), headerText, {
  minKeys: 1,
  maxKeys: 3,
  noNullPrototype: true,
})
