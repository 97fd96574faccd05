import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { User } from '#contract/accounts/users.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS, hasPage, isAt } from '#web/kit/paths.ts'
import { StrayTapGuard } from '#web/kit/shell/stray-tap-guard.tsx'
import { FullScreenLoading } from '#web/kit/ui/loading.tsx'
import { useSession } from './session-provider.tsx'

type SessionGateProps = {
  login: ReactNode
  verification: ReactNode
  /** The page at the address. */
  children: ReactNode
}

/** Shows the page to users who may see it, and to others the screen that precedes it. An unknown address becomes /home first. */
export function SessionGate({ login, verification, children }: SessionGateProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { pathname } = useLocation()
  if (user === undefined) return <FullScreenLoading label={t('common.loading')} />
  const screen = whichScreen(pathname, user)
  const screens = { login, verification, unknown: <Navigate to={PATHS.home} replace />, page: children }
  // After a sign-in, the next screen appears under the finger that pressed its button.
  return <StrayTapGuard step={`${screen} ${user?.id}`}>{screens[screen]}</StrayTapGuard>
}

const OPEN_TO_ALL: readonly string[] = [
  PATHS.phoneBlocked,
  PATHS.userDisabled,
  PATHS.accessibility,
  PATHS.removal,
  PATHS.privacy,
  PATHS.loginLink,
  PATHS.invitation,
]

// For a visitor, any path in the login area except a login link shows the login request.
const LOGIN_AREA = /^\/login(?:\/|$)/

type SessionScreen = 'page' | 'login' | 'verification' | 'unknown'

/**
 * The screen at an address: the page itself, or the one that precedes it for this user (null: a visitor). Unknown addresses lead
 * to /home for every user.
 */
export function whichScreen(pathname: string, user: Pick<User, 'is_verified'> | null): SessionScreen {
  if (OPEN_TO_ALL.some(path => isAt(path, pathname))) return 'page'
  if (!hasPage(pathname) && !(user === null && LOGIN_AREA.test(pathname))) return 'unknown'
  if (user === null) return 'login'
  return user.is_verified ? 'page' : 'verification'
}
