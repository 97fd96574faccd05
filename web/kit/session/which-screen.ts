import type { User } from '#contract/accounts/users.ts'
import { hasPage, isAt, PATHS } from '#web/kit/paths.ts'

const OPEN_TO_ALL: readonly string[] = [
  PATHS.phoneBlocked,
  PATHS.userDisabled,
  PATHS.accessibility,
  PATHS.removal,
  PATHS.privacy,
  PATHS.loginLink,
]

// Any path in the login area but that of a link shows a visitor the login request.
const LOGIN_AREA = /^\/login(?:\/|$)/

export type Screen = 'page' | 'login' | 'verification' | 'unknown'

/**
 * What stands at an address: the page itself, or the screen that comes before it for this user (null: a visitor). Unknown
 * addresses lead to /home whoever asks.
 */
export function whichScreen(pathname: string, user: Pick<User, 'is_verified'> | null): Screen {
  if (OPEN_TO_ALL.some(path => isAt(path, pathname))) return 'page'
  if (!hasPage(pathname) && !(user === null && LOGIN_AREA.test(pathname))) return 'unknown'
  if (user === null) return 'login'
  return user.is_verified ? 'page' : 'verification'
}
