import { languages } from '#contract/languages.ts'
import { operator } from '#contract/administration/company.ts'
import { signIn } from '#contract/accounts/sign-in.ts'
import type { User } from '#contract/accounts/users.ts'
import type { QueryClient } from '@tanstack/react-query'
import { callApi } from '#web/kit/api/call-api.ts'
import { eraseCsrfToken } from '#web/kit/api/csrf-token.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import { announcePersonGone } from './person-gone.ts'
import { sessionQuery } from './queries.ts'
import { forgetPerson, rememberUser } from './remembered-user.ts'

// Public data stays when a user leaves.
const PUBLIC_KEYS = [sessionQuery.queryKey, queryKeyOf(languages.list), queryKeyOf(operator.show)].map(
  ([first]) => first,
)

function dropPersonalData(client: QueryClient): void {
  client.removeQueries({ predicate: query => !PUBLIC_KEYS.includes(query.queryKey[0]) })
}

/** Updates the cached data on events of the session. */
export function sessionActions(client: QueryClient) {
  const setUser = async (user: User | null) => {
    // A pending authenticate has older data than this.
    await client.cancelQueries({ queryKey: sessionQuery.queryKey })
    client.setQueryData(sessionQuery.queryKey, user)
  }
  const keepUser = async (user: User) => {
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
      await keepUser(user)
    },
    /** An endpoint returned a newer state of the user. */
    keepUser,
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
