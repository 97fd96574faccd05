import { expect, test } from 'vitest'
import { OWN_INVARIANTS } from '#server/modules/operations/invariants/invariants.ts'
import { NAMED_INVARIANTS } from '#web/back-office/administration/dashboard/named-invariants.ts'

test('every invariant that can be reported has a name for admins', () => {
  // I11 compares with the server's own last check, so it is not a query on rows.
  const looked = [...OWN_INVARIANTS.map(({ id }) => id), 'I11']
  expect([...NAMED_INVARIANTS].toSorted()).toEqual(looked.toSorted())
})
