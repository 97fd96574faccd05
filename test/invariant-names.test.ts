import { expect, test } from 'vitest'
import { OWN_INVARIANTS } from '#server/modules/operations/invariants/invariants.ts'
import { NAMED_INVARIANTS } from '#web/back-office/administration/dashboard/named-invariants.ts'

test('an admin is told of each broken invariant in words', () => {
  // What a server compares with its own last look (I11) is not a row's.
  const looked = [...OWN_INVARIANTS.map(({ id }) => id), 'I11']
  expect([...NAMED_INVARIANTS].toSorted()).toEqual(looked.toSorted())
})
