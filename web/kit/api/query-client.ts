/* oxlint-disable typescript/consistent-type-definitions -- only an interface extends a library’s type */
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isAborted } from './api-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The screen shows this load's failure itself, without a notice. Only a 404 still redirects to /home, with one. */
      showsOwnError?: boolean
      /** No screen depends on this load: its failure shows no notice, and a 404 does not redirect. */
      isBackground?: boolean
    }
  }
}

const MAX_RETRIES = 2
const FRESH_MS = 30_000

/** A retry helps only when no response arrived or the server was busy. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.status >= 500 || error.status === 429)
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404

type LoadFailed = (error: Error, load: { hasData: boolean }) => void

const listeners = new Set<LoadFailed>()

/** Calls back for every failed load whose screen does not show the failure itself. Returns the unsubscribe function. */
export function onLoadFailed(listener: LoadFailed): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** One cache for the app. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isAborted(error) || query.meta?.isBackground === true) return
        if (query.meta?.showsOwnError === true && !isNotFound(error)) return
        for (const tell of listeners) tell(error, { hasData: query.state.data !== undefined })
      },
    }),
    defaultOptions: {
      // A phone that reports being offline may be wrong, and a failed call is more useful than one that waits for ever.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: FRESH_MS,
        retry: (count, error) => count < MAX_RETRIES && isPassing(error),
      },
      mutations: { networkMode: 'always' },
    },
  })
}
