import type { User } from '#contract/users.ts'
import { PATHS } from '#web/paths.ts'

const OPEN_TO_ALL: readonly string[] = [
  PATHS.phoneBlocked,
  PATHS.userDisabled,
  PATHS.accessibility,
  PATHS.removal,
  PATHS.privacy,
]

// /login/{userId}/{timestamp}/{hash}; any other path in the login area shows the login request.
const LOGIN_LINK = /^\/login\/[^/]+\/[^/]+\/[^/]+\/?$/

/** What stands at an address: the page itself, or the screen that comes before it for this user (null: a visitor). */
export function whichScreen(
  pathname: string,
  user: Pick<User, 'is_verified'> | null,
): 'page' | 'login' | 'verification' {
  if (OPEN_TO_ALL.includes(pathname.replace(/(?<=.)\/$/, '')) || LOGIN_LINK.test(pathname)) return 'page'
  if (user === null) return 'login'
  return user.is_verified ? 'page' : 'verification'
}
