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

// For a visitor, any path in the login area except a login link shows the login request.
const LOGIN_AREA = /^\/login(?:\/|$)/

export type Screen = 'page' | 'login' | 'verification' | 'unknown'

/**
 * The screen at an address: the page itself, or the one that precedes it for this user (null: a visitor). Unknown addresses lead
 * to /home for every user.
 */
export function whichScreen(pathname: string, user: Pick<User, 'is_verified'> | null): Screen {
  if (OPEN_TO_ALL.some(path => isAt(path, pathname))) return 'page'
  if (!hasPage(pathname) && !(user === null && LOGIN_AREA.test(pathname))) return 'unknown'
  if (user === null) return 'login'
  return user.is_verified ? 'page' : 'verification'
}
