import type { Answer, Endpoint } from '#contract/endpoint.ts'
import { callEndpoint } from './call-endpoint.ts'
import type { CallArguments, CheckedInput } from './call-input.ts'

/**
 * Calls an endpoint of the contract and answers what it declares. Throws ApiError for a refusal, an unreadable answer or
 * no answer at all, and an AbortError when the signal says so.
 */
export function callApi<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>): Promise<Answer<E>>
export function callApi(endpoint: Endpoint, input: CheckedInput = {}): Promise<unknown> {
  return callEndpoint(endpoint, input)
}
