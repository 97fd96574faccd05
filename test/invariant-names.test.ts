import { expect, test } from 'vitest'
import { OWN_INVARIANTS } from '#server/modules/operations/invariants/invariants.ts'
import { NAMED_INVARIANTS } from '#web/back-office/administration/dashboard/named-invariants.ts'

test('an admin is told of each broken invariant in words', () => {
  // I11 compares with the server's own last check, so it is not a query on rows.
  const looked = [...OWN_INVARIANTS.map(({ id }) => id), 'I11']
  expect([...NAMED_INVARIANTS].toSorted()).toEqual(looked.toSorted())
})
