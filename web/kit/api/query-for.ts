import { queryOptions } from '@tanstack/react-query'
import type { Answer, Endpoint } from '#contract/endpoint.ts'
import { callEndpoint, requestUrl } from './call-api.ts'
import type { CallArguments, CheckedInput } from './call-input.ts'
import { noteTopics } from './query-client.ts'
import { rememberAnswer, rememberedAnswer } from './remembered-answers.ts'

/** The cache key of an endpoint; without input, it matches all its queries. */
export function queryKey(endpoint: Endpoint, { params, query }: CheckedInput = {}): readonly unknown[] {
  noteTopics(endpoint)
  return params || query ? [endpoint.path, { ...params, ...query }] : [endpoint.path]
}

function createOptions<E extends Endpoint>(endpoint: E, input: CheckedInput = {}) {
  return queryOptions<Answer<E>>({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => callEndpoint(endpoint, { ...input, signal }),
  })
}

/** Options for useQuery, keyed by endpoint and input. A change of language invalidates every query, so the key omits it. */
export function queryFor<E extends Endpoint>(
  endpoint: E,
  ...input: CallArguments<E>
): ReturnType<typeof createOptions<E>>
export function queryFor(endpoint: Endpoint, input?: CheckedInput) {
  return createOptions(endpoint, input)
}

/** Like queryOf, but the last answer is stored in the browser, for the next start and for use without a network. */
export function rememberedQueryFor<E extends Endpoint>(endpoint: E) {
  return queryOptions<Answer<E>>({
    queryKey: queryKey(endpoint),
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint(endpoint, { signal })
      if (!endpoint.raw) rememberAnswer(endpoint, { url: requestUrl(endpoint), answer })
      return answer
    },
    initialData: () => rememberedAnswer(endpoint),
    // The stored answer is shown at once and refetched at once.
    initialDataUpdatedAt: 0,
  })
}
