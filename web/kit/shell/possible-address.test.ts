import { expect, test } from 'vitest'
import { PATHS } from '#web/kit/paths.ts'
import { isPossibleAddress } from './possible-address.tsx'

test.each<[string | undefined, string, boolean]>([
  ['1001', '', true],
  ['abc', '', false],
  ['0', '', false],
  ['-1', '', false],
  ['1.5', '', false],
  ['1e3', '', false],
  ['2147483648', '', false],
  [undefined, 'month=2026-12', true],
  [undefined, 'month=2026-13', false],
  [undefined, 'month=', false],
  [undefined, 'date=2026-02-28', true],
  [undefined, 'date=2026-02-30', false],
  [undefined, 'date=zzz', false],
  [undefined, 'from=2026-01-01&until=2026-99-01', false],
  [undefined, 'page=2', true],
  [undefined, 'page=x', false],
  [undefined, 'page=0', false],
  [undefined, 'store=1001&take=all', true],
  [undefined, 'store=abc', false],
  [undefined, 'take=none', false],
  [undefined, 'import=', true],
  [undefined, 'import=x', false],
  [undefined, 'q=abc&sort=-name&columns=a,b', true],
])('the address with id %s and query %j is possible: %j', (id, query, isPossible) => {
  expect(isPossibleAddress(PATHS.product, id, new URLSearchParams(query))).toBe(isPossible)
})

test.each([PATHS.order, PATHS.preorder, PATHS.purchase])('%s accepts ids up to the largest safe integer', path => {
  const isPossible = (id: string) => isPossibleAddress(path, id, new URLSearchParams())
  expect(['2147483648', '9007199254740991', '9007199254740992', '10000000000000000', '0'].map(isPossible)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
