import type { Context } from '#server/platform/context.ts'
import { RATE_LIMITS, takePoint, usedUp, type RateLimit } from '#server/platform/http/rate-limit.ts'

/** Who types a code: `known` is what a browser is called in which the address has signed in before; `address`, where from. */
export type Typist = { email: string; known: string | undefined; address: string }

type Counted = readonly (readonly [limit: RateLimit, key: string])[]

/** The whole shop has one count, so that guesses spread over many accounts add up as well. */
const WHOLE_SHOP = [RATE_LIMITS.wrongCodesInShop, ''] as const

/**
 * Where a wrong code counts. New browsers share the tries of an account, of the place they are at and of the shop, which a
 * stranger may use up: then only links sign in there. A known browser has its own, which no stranger reaches.
 */
function countsOf({ email, known, address }: Typist): Counted {
  const account = known === undefined ? email : `${email} ${known}`
  const ofAccount = [
    [RATE_LIMITS.codePerAccount, account],
    [RATE_LIMITS.wrongCodesPerAccount, account],
  ] as const
  return known === undefined ? [...ofAccount, [RATE_LIMITS.wrongCodesPerAddress, address], WHOLE_SHOP] : ofAccount
}

/** Whether codes are not taken from this typist for now. */
export async function hasNoTries(context: Context, typist: Typist): Promise<boolean> {
  const used = await usedUp(context, countsOf(typist))
  if (used.some(limit => limit === RATE_LIMITS.wrongCodesInShop)) {
    context.log.warn('too many wrong codes in the whole shop: new browsers sign in by link only, for at most a day')
  }
  return used.length > 0
}

/** The shop's own count last: its row is held until the commit. */
export async function countWrongCode(context: Context, typist: Typist): Promise<void> {
  for (const [limit, key] of countsOf(typist)) await takePoint(context, limit, key)
}
