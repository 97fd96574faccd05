/* oxlint-disable typescript/consistent-type-definitions -- only an interface extends a library’s type */
import { QueryCache, QueryClient, type Query } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Topic } from '#contract/topics.ts'
import { ApiError, isAborted } from './api-error.ts'
import { needsPasskey } from './passkey-question.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The screen shows this load's failure itself, without a notice. Only a 404 still redirects to /home, with one. */
      handlesOwnError?: boolean
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

const MIN_REST_MS = 1_000
const MAX_REST_MS = 60_000

/** A screen that shows a failed load again does not repeat the request at once: each further failure doubles the pause. */
export function mayRetryOnMount({ errorUpdatedAt, errorUpdateCount }: QueryFailures, nowMs: number): boolean {
  const restMs = Math.min(MAX_REST_MS, MIN_REST_MS * 2 ** (errorUpdateCount - 1))
  return nowMs - errorUpdatedAt >= restMs
}

type QueryFailures = Pick<Query['state'], 'errorUpdatedAt' | 'errorUpdateCount'>

/** `isRepeated`: the load has failed before, and has not succeeded since. */
type LoadFailed = (error: Error, load: { hasData: boolean; isRepeated: boolean }) => void

const listeners = new Set<LoadFailed>()

/** Calls back for every failed load whose screen does not show the failure itself. Returns the unsubscribe function. */
export function onLoadFailed(listener: LoadFailed): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** One cache for the app. */
export function createQueryClient(): QueryClient {
  const failing = new Set<string>()
  return new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (_data, { queryHash }) => void failing.delete(queryHash),
      onError: (error, { queryHash, meta, state }) => {
        if (isAborted(error) || meta?.isBackground === true) return
        if (meta?.handlesOwnError === true && !isNotFound(error)) return
        const isRepeated = failing.has(queryHash)
        failing.add(queryHash)
        for (const notify of listeners) notify(error, { hasData: state.data !== undefined, isRepeated })
      },
    }),
    defaultOptions: {
      // A phone that reports being offline may be wrong, and a failed call is more useful than one that waits for ever.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: FRESH_MS,
        retry: (count, error) => count < MAX_RETRIES && isPassing(error),
        retryOnMount: ({ state }) => mayRetryOnMount(state, Date.now()),
      },
      mutations: { networkMode: 'always' },
    },
  })
}

// By path, with which the key of a query begins. An endpoint is noted when a key is made of it.
const topicsRead = new Map<unknown, readonly Topic[]>()

export function noteTopics({ path, reads }: Endpoint): void {
  if (reads) topicsRead.set(path, reads)
}

let cache: QueryClient | undefined
let reloading: Promise<void> = Promise.resolve()

/** Calls reload the queries of this cache from now on. Returns the function that ends it. */
export function reloadQueriesIn(client: QueryClient): () => void {
  cache = client
  return () => (cache = undefined)
}

/** Resolves once the queries on the screen that calls have touched so far are fetched again, or could not be. */
export const awaitReload = (): Promise<void> => reloading

/**
 * Invalidates the queries that a call of this endpoint touches. Those on the screen are fetched again at once, unless `later`; all
 * others when they are shown.
 */
export function reloadTouched({ touches }: Endpoint, time?: 'later'): void {
  if (!cache || !touches) return
  const predicate = ({ queryKey: [path] }: Query) => touches.some(topic => topicsRead.get(path)?.includes(topic))
  const refetchType = time === 'later' ? 'none' : 'active'
  const before = reloading
  reloading = cache.invalidateQueries({ predicate, refetchType }).then(() => before)
}

// What was sent is malformed, too large or invalid, the session has ended, or the limit of requests is reached.
const UNRELATED_TO_RECORDS = [400, 401, 413, 422, 429]

/**
 * Whether the records may differ from what the screen shows after this error: the outcome is unknown (no response, a failed
 * server), or the server refused the call because of their state (403, 404, 409).
 */
export const mayHaveChanged = (error: unknown): boolean =>
  // Loading would be refused for the same reason, and ask the user for the passkey again.
  !needsPasskey(error) && !(error instanceof ApiError && UNRELATED_TO_RECORDS.includes(error.status))
