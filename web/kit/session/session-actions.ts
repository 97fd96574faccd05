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

// What anyone may see stays when a person goes.
const PUBLIC_KEYS = [sessionQuery.queryKey, queryKeyOf(languages.list), queryKeyOf(operator.show)].map(
  ([first]) => first,
)

function dropPersonalData(client: QueryClient): void {
  client.removeQueries({ predicate: query => !PUBLIC_KEYS.includes(query.queryKey[0]) })
}

/** What a session's events do to the data at hand. */
export function sessionActions(client: QueryClient) {
  const setUser = async (user: User | null) => {
    // An authenticate that is still under way knows less than this.
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
    /** An endpoint answered a newer state of the user. */
    keepUser,
    /** The server no longer knows the session. The basket stays: its shopper only has to sign in again. */
    forget,
    /** Rejects when the session could not be ended. */
    logout,
    /** Out in any case: the server has refused this person. */
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
