import type { Query, QueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Topic } from '#contract/topics.ts'
import { ApiError } from './api-error.ts'
import { needsPasskey } from './passkey-question.ts'

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
export const reloaded = (): Promise<void> => reloading

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
