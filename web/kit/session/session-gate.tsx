import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Settling } from '#web/kit/shell/settling.tsx'
import { FullScreenLoading } from '#web/kit/ui/loading.tsx'
import { useSession } from './session-provider.tsx'
import { whichScreen } from './which-screen.ts'

type SessionGateProps = {
  login: ReactNode
  verification: ReactNode
  // The page at the address.
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
  return <Settling step={`${screen} ${user?.id}`}>{screens[screen]}</Settling>
}
