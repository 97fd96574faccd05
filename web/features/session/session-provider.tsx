import type { User } from '#contract/users.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { onPhoneDoubted, onSessionLost } from '#web/api/session-lost.ts'
import { PATHS } from '#web/paths.ts'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'
import { sessionQuery } from './queries.ts'
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

/** Another tab that signs in or out writes the token: then this one asks who it is. */
function useOtherTabs(revalidate: () => void): void {
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === 'puoti-csrf') revalidate()
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [revalidate])
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
  const revalidate = useMemo(() => () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey }), [client])
  useOtherTabs(revalidate)
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
        if (client.getQueryData(sessionQuery.queryKey)?.is_verified) revalidate()
      }),
    [client, revalidate],
  )
  // Whoever was never known and can't be asked about is a visitor for now.
  const user = data === undefined && errorUpdateCount > 0 ? null : data
  useTurnAway(user, actions.leave)
  const session = useMemo(() => ({ ...actions, user }), [actions, user])
  return <SessionContext value={session}>{children}</SessionContext>
}
