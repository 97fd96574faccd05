import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { signIn } from '#contract/accounts/sign-in.ts'
import type { User } from '#contract/accounts/users.ts'
import { operator } from '#contract/administration/company.ts'
import { languages } from '#contract/languages.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey } from '#web/kit/api/query-for.ts'
import { eraseCsrfToken, onSessionLost, onUserDoubted } from '#web/kit/api/session-signals.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { sessionQuery } from './queries.ts'
import { ACTIVE_STORE_KEY, announcePersonGone, forgetPerson, rememberedUser, rememberUser } from './remembered-user.ts'

type SessionState = ReturnType<typeof sessionActions> & {
  /** Null for a visitor; undefined until it is known. */
  user: User | null | undefined
}

const SessionContext = createContext<SessionState | null>(null)

export function useSession(): SessionState {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession is used outside SessionProvider')
  return session
}

/** The signed-in user, for screens that only such a user sees. */
export function useUser(): User {
  const { user } = useSession()
  if (!user) throw new Error('useUser is used where nobody is signed in')
  return user
}

// iOS may bring the page to the front without visibilitychange.
const RETURN_EVENTS = ['focus', 'pageshow', 'visibilitychange'] as const
const FRESH_MS = 2000

/**
 * Another tab writes the token when it signs in or out, and the store when it changes it: this tab then refetches the user.
 * Changes by other devices are fetched whenever the page comes to the front.
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
    RETURN_EVENTS.forEach(event => addEventListener(event, onReturn))
    return () => {
      removeEventListener('storage', onStorage)
      RETURN_EVENTS.forEach(event => removeEventListener(event, onReturn))
    }
  }, [client])
}

/** Adopts the store chosen in another tab, at once and even offline: later scans are for it. */
function adoptStore(client: QueryClient): void {
  const user = client.getQueryData(sessionQuery.queryKey)
  const remembered = rememberedUser()
  if (!user || remembered?.id !== user.id) return
  const followed: User = { ...remembered, email: user.email, phone: user.phone }
  client.setQueryData(sessionQuery.queryKey, followed)
}

/** Logs out a user whom an admin has disabled, or whose number is blocked, and shows whom to contact. */
function useTurnAway({
  user,
  isDisabled,
  leave,
}: Pick<SessionState, 'user' | 'leave'> & { isDisabled: boolean }): void {
  const navigate = useNavigate()
  const turnAway = useEffectEvent(async (path: string) => {
    await navigate(path, { replace: true })
    await leave()
  })
  const isPhoneBlocked = user?.phone_blocked === true
  const page = isDisabled ? PATHS.userDisabled : isPhoneBlocked ? PATHS.phoneBlocked : undefined
  useEffect(() => {
    if (page !== undefined) void turnAway(page)
  }, [page])
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const client = useQueryClient()
  const { data, error, errorUpdateCount } = useQuery(sessionQuery)
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
      onUserDoubted(({ isDisabled }) => {
        const queryState = client.getQueryState(sessionQuery.queryKey)
        // An unverified user sees the verification already; a disabled one is being logged out.
        if (isDisabled ? !hasCode(queryState?.error, 'session.disabled') : queryState?.data?.is_verified)
          void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      }),
    [client],
  )
  // A user who is not stored here and can't be fetched counts as a visitor for now.
  const user = data === undefined && errorUpdateCount > 0 ? null : data
  useTurnAway({ user, isDisabled: hasCode(error, 'session.disabled'), leave: actions.leave })
  const session = useMemo(() => ({ ...actions, user }), [actions, user])
  return <SessionContext value={session}>{children}</SessionContext>
}

// Public data stays when a user leaves.
const PUBLIC_KEYS = [sessionQuery.queryKey, queryKey(languages.list), queryKey(operator.get)].map(([first]) => first)

function dropPersonalData(client: QueryClient): void {
  client.removeQueries({ predicate: query => !PUBLIC_KEYS.includes(query.queryKey[0]) })
}

/** Updates the cached data on events of the session. */
function sessionActions(client: QueryClient) {
  const setUser = async (user: User | null) => {
    // A pending authenticate has older data than this.
    await client.cancelQueries({ queryKey: sessionQuery.queryKey })
    client.setQueryData(sessionQuery.queryKey, user)
  }
  const storeUser = async (user: User) => {
    rememberUser(user)
    await setUser(user)
  }
  const forget = async () => {
    forgetPerson()
    await setUser(null)
    dropPersonalData(client)
  }
  const logout = async () => {
    await callApi(signIn.logout)
    eraseCsrfToken()
    await forget()
    announcePersonGone()
  }
  return {
    /** After any sign-in. */
    enter: async (user: User) => {
      const previous = client.getQueryData(sessionQuery.queryKey)
      if (previous?.id !== user.id) dropPersonalData(client)
      await storeUser(user)
    },
    /** An endpoint returned a newer state of the user. */
    storeUser,
    /** The server no longer has the session. The basket stays: its shopper only has to sign in again. */
    forget,
    /** Rejects when the session could not be ended. */
    logout,
    /** Signs out in any case: the server has refused this user. */
    leave: async () => {
      try {
        await logout()
      } catch {
        await forget()
        announcePersonGone()
      }
    },
  }
}
