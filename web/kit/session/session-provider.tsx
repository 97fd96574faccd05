import type { User } from '#contract/accounts/users.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useMemo } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { onPhoneDoubted, onSessionLost } from '#web/kit/api/session-lost.ts'
import { PATHS } from '#web/kit/paths.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { sessionQuery } from './queries.ts'
import { ACTIVE_STORE_KEY, rememberedUser } from './remembered-user.ts'
import { sessionActions } from './session-actions.ts'

type Session = ReturnType<typeof sessionActions> & {
  /** Null for a visitor; undefined while nobody knows yet. */
  user: User | null | undefined
}

const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession is used outside SessionProvider')
  return session
}

/** The signed-in user, in screens that only such a user sees. */
export function useUser(): User {
  const { user } = useSession()
  if (!user) throw new Error('useUser is used where nobody is signed in')
  return user
}

// iOS may come back to the front without visibilitychange.
const RETURNS = ['focus', 'pageshow', 'visibilitychange'] as const
const FRESH_MS = 2000

/**
 * Another tab that signs in or out writes the token, and one that changes the store writes that: then this one asks who it
 * is. What another device did is asked for whenever the page comes back to the front.
 */
function useOtherTabs(client: QueryClient): void {
  useEffect(() => {
    const revalidate = () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    const onStorage = ({ key }: StorageEvent) => {
      if (key === ACTIVE_STORE_KEY) adoptStore(client)
      if (key === ACTIVE_STORE_KEY || key === 'puoti-csrf') revalidate()
    }
    const onReturn = () => {
      const askedMs = client.getQueryState(sessionQuery.queryKey)?.dataUpdatedAt ?? 0
      if (document.visibilityState === 'visible' && Date.now() - askedMs > FRESH_MS) revalidate()
    }
    addEventListener('storage', onStorage)
    RETURNS.forEach(event => addEventListener(event, onReturn))
    return () => {
      removeEventListener('storage', onStorage)
      RETURNS.forEach(event => removeEventListener(event, onReturn))
    }
  }, [client])
}

/** At once, and without a network: what is scanned from now on is for the store that the other tab has chosen. */
function adoptStore(client: QueryClient): void {
  const user = client.getQueryData(sessionQuery.queryKey)
  const kept = rememberedUser()
  if (!user || kept?.id !== user.id) return
  const followed: User = { ...kept, email: user.email, phone: user.phone }
  client.setQueryData(sessionQuery.queryKey, followed)
}

/** Whose number an admin has blocked is logged out, and told whom to ask. */
function useTurnAway(user: User | null | undefined, leave: Session['leave']): void {
  const navigate = useNavigate()
  const turnAway = useEffectEvent(async () => {
    await navigate(PATHS.phoneBlocked, { replace: true })
    await leave()
  })
  const isBlocked = user?.phone_blocked === true
  useEffect(() => {
    if (isBlocked) void turnAway()
  }, [isBlocked])
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const client = useQueryClient()
  const { data, errorUpdateCount } = useQuery(sessionQuery)
  const actions = useMemo(() => sessionActions(client), [client])
  useOtherTabs(client)
  useEffect(
    () =>
      onSessionLost(() => {
        notify({ severity: 'error', text: t('errors.session.required') })
        void actions.forget()
      }),
    [actions, notify, t],
  )
  useEffect(
    () =>
      onPhoneDoubted(() => {
        // Who is known to be unverified sees the verification already.
        if (client.getQueryData(sessionQuery.queryKey)?.is_verified)
          void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      }),
    [client],
  )
  // Whoever was never known and can't be asked about is a visitor for now.
  const user = data === undefined && errorUpdateCount > 0 ? null : data
  useTurnAway(user, actions.leave)
  const session = useMemo(() => ({ ...actions, user }), [actions, user])
  return <SessionContext value={session}>{children}</SessionContext>
}
