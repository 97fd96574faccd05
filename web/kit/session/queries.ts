import { queryOptions } from '@tanstack/react-query'
import { signIn } from '#contract/accounts/sign-in.ts'
import type { User } from '#contract/accounts/users.ts'
import { ApiError, hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { forgetPerson, rememberedUser, rememberUser } from './remembered-user.ts'

const REVALIDATE_MS = 60_000
const EARLY_TIMEOUT_MS = 2500

/** The signed-in user; null when the server responds that there is none. Rejects for a disabled user. */
async function fetchUser(signal: AbortSignal): Promise<User | null> {
  try {
    const { user } = await callApi(signIn.authenticate, { signal })
    rememberUser(user)
    return user
  } catch (error) {
    // Only a 401 signs the user out: without a network the last user stays. A disabled user is shown why.
    if (!(error instanceof ApiError) || error.status !== 401 || hasCode(error, 'session.disabled')) throw error
    forgetPerson()
    return null
  }
}

let prefetched: Promise<User | null> | undefined

/** Fetches the signed-in user before the app renders; the query then uses this response. Always resolves, if late. */
export async function prefetchUser(): Promise<void> {
  const request = fetchUser(new AbortController().signal)
  prefetched = request
  const answered = request.then(
    () => undefined,
    () => undefined,
  )
  await Promise.race([answered, new Promise<void>(resolve => setTimeout(resolve, EARLY_TIMEOUT_MS))])
}

function consumePrefetched(): Promise<User | null> | undefined {
  const request = prefetched
  prefetched = undefined
  return request
}

export const sessionQuery = queryOptions<User | null>({
  queryKey: ['session'],
  queryFn: ({ signal }) => consumePrefetched() ?? fetchUser(signal),
  initialData: rememberedUser,
  initialDataUpdatedAt: 0,
  staleTime: REVALIDATE_MS,
  // The provider asks at every return to the page, not only when the data is stale.
  refetchOnWindowFocus: false,
  retry: (count, error) => count < 1 && error instanceof ApiError && error.status >= 500,
  meta: { isBackground: true },
})
