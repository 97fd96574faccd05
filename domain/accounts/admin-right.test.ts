import { describe, expect, test } from 'vitest'
import { type UserAccess, findLockout, mayAdminister } from './admin-right.ts'

const ADMIN: UserAccess = { isAdmin: true, isVerified: true, isBlocked: false }
const [ANNA, BERTIL, CECILIA] = [1001, 1002, 1003] as const
const people = (...pairs: [number, UserAccess][]) => new Map(pairs)
const anna = { id: ANNA, meansIt: false }

test.each([
  [ADMIN, true],
  [{ ...ADMIN, isAdmin: false }, false],
  [{ ...ADMIN, isVerified: false }, false],
  [{ ...ADMIN, isBlocked: true }, false],
])('access to the back office with %j is %s', (access, may) => {
  expect(mayAdminister(access)).toBe(may)
})

describe.each([{ isAdmin: false }, { isVerified: false }, { isBlocked: true }])('a change to %j', change => {
  const gone = { ...ADMIN, ...change }

  test('is allowed for an admin while another admin is left', () => {
    expect(findLockout(people([ANNA, ADMIN], [BERTIL, ADMIN]), people([BERTIL, gone]), anna)).toBeUndefined()
  })

  test('is refused for the last admin who can use the back office', () => {
    expect(findLockout(people([ANNA, ADMIN]), people([ANNA, gone]), { id: ANNA, meansIt: true })).toBe('user.lastAdmin')
    const blocked = { ...ADMIN, isBlocked: true }
    expect(findLockout(people([ANNA, blocked], [BERTIL, ADMIN]), people([BERTIL, gone]), anna)).toBe('user.lastAdmin')
  })

  test('is allowed for one’s own account only with confirmation', () => {
    const before = people([ANNA, ADMIN], [BERTIL, ADMIN])
    expect(findLockout(before, people([ANNA, gone]), anna)).toBe('user.yourself')
    expect(findLockout(before, people([ANNA, gone]), { id: ANNA, meansIt: true })).toBeUndefined()
  })

  test('is allowed for two admins at once only if a third is left', () => {
    const both = people([ANNA, gone], [BERTIL, gone])
    const confirmation = { id: ANNA, meansIt: true }
    expect(findLockout(people([ANNA, ADMIN], [BERTIL, ADMIN]), both, confirmation)).toBe('user.lastAdmin')
    expect(findLockout(people([ANNA, ADMIN], [BERTIL, ADMIN], [CECILIA, ADMIN]), both, confirmation)).toBeUndefined()
  })
})

test('a user without access to the back office may lose the admin right', () => {
  const unverified = { ...ADMIN, isVerified: false }
  const gone = { ...unverified, isAdmin: false }
  expect(findLockout(people([ANNA, unverified]), people([ANNA, gone]), anna)).toBeUndefined()
})
