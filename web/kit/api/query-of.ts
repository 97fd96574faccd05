import type { Answer, Endpoint } from '#contract/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import { callEndpoint } from './call-endpoint.ts'
import type { CallArguments, CheckedInput } from './call-input.ts'
import { rememberAnswer, rememberedAnswer } from './remembered-answers.ts'
import { requestUrl } from './request-url.ts'

/** The cache key of an endpoint; without input, it matches all its queries. */
export function queryKeyOf(endpoint: Endpoint, { params, query }: CheckedInput = {}): readonly unknown[] {
  return params || query ? [endpoint.path, { ...params, ...query }] : [endpoint.path]
}

function optionsOf<E extends Endpoint>(endpoint: E, input: CheckedInput = {}) {
  return queryOptions<Answer<E>>({
    queryKey: queryKeyOf(endpoint, input),
    queryFn: ({ signal }) => callEndpoint(endpoint, { ...input, signal }),
  })
}

/** Options for useQuery, keyed by endpoint and input. A change of language invalidates every query, so it is no key. */
export function queryOf<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>): ReturnType<typeof optionsOf<E>>
export function queryOf(endpoint: Endpoint, input?: CheckedInput) {
  return optionsOf(endpoint, input)
}

/** As queryOf, and the last answer is kept in the browser: it stands at the next start and without a network. */
export function rememberedQueryOf<E extends Endpoint>(endpoint: E) {
  return queryOptions<Answer<E>>({
    queryKey: queryKeyOf(endpoint),
    queryFn: async ({ signal }) => {
      const answer = await callEndpoint(endpoint, { signal })
      if (!endpoint.raw) rememberAnswer(endpoint, { url: requestUrl(endpoint), answer })
      return answer
    },
    initialData: () => rememberedAnswer(endpoint),
    // What was kept is shown at once and asked for again at once.
    initialDataUpdatedAt: 0,
  })
}
