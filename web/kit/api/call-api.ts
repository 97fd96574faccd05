import type { Answer, Endpoint } from '#contract/endpoint.ts'
import { callEndpoint } from './call-endpoint.ts'
import type { CallArguments, CheckedInput } from './call-input.ts'

/**
 * Calls an endpoint of the contract and returns its declared answer. Throws ApiError for a refusal, an unreadable response or no
 * response, and an AbortError when the signal aborts.
 */
export function callApi<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>): Promise<Answer<E>>
export function callApi(endpoint: Endpoint, input: CheckedInput = {}): Promise<unknown> {
  return callEndpoint(endpoint, input)
}
