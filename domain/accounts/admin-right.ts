/** The facts that decide whether a user may use the back office. */
export type UserAccess = { isAdmin: boolean; isVerified: boolean; isBlocked: boolean }

export const mayAdminister = ({ isAdmin, isVerified, isBlocked }: UserAccess): boolean =>
  isAdmin && isVerified && !isBlocked

/** By user id. */
export type AccessOf = ReadonlyMap<number, UserAccess>

/**
 * Why users' access may not change to `after`: no user would be left who may use the back office, or the caller would lose
 * their own access without confirming it. Undefined: allowed. `before` contains all admins.
 */
export function findLockout(before: AccessOf, after: AccessOf, caller: { id: number; meansIt: boolean }) {
  const loses = [...after].filter(([id, access]) => {
    const former = before.get(id)
    return former && mayAdminister(former) && !mayAdminister(access)
  })
  if (loses.length === 0) return undefined
  const hasAdmin = [...before].some(([id, access]) => mayAdminister(after.get(id) ?? access))
  if (!hasAdmin) return 'user.lastAdmin'
  return !caller.meansIt && loses.some(([id]) => id === caller.id) ? 'user.yourself' : undefined
}
