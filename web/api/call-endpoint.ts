import type { Answer, Endpoint } from '#contract/endpoint.ts'
import * as z from 'zod/mini'
import { ApiError, isErrorCode } from './api-error.ts'
import type { CheckedInput } from './call-input.ts'
import { keepTokenOf, refreshCsrfToken } from './refresh-csrf-token.ts'
import { rememberAnswer, rememberedAnswer, rememberedEtag } from './remembered-answers.ts'
import { requestUrl } from './request-url.ts'
import { type Outgoing, readJson, sendRequest } from './send-request.ts'
import { announceSessionLost } from './session-lost.ts'

async function refusalOf(response: Response): Promise<ApiError> {
  const body = await readJson(response)
  keepTokenOf(body)
  const { status, statusText } = response
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  return new ApiError({ status, statusText, code: isErrorCode(code) ? code : 'unreadable', body })
}

async function answerOf<E extends Endpoint>(endpoint: E, response: Response, url: string): Promise<Answer<E>> {
  const body = response.status === 204 ? {} : await readJson(response)
  const read = z.safeParse<E['answer']>(endpoint.answer, body)
  if (!read.success) throw new ApiError({ status: response.status, code: 'unreadable', cause: read.error })
  keepTokenOf(read.data)
  const etag = response.headers.get('ETag')
  if (endpoint.raw && etag) rememberAnswer(endpoint, { url, etag, answer: read.data })
  return read.data
}

/** A stale token is not the caller's affair: it is asked for anew, and the call is made once more. */
async function sendWithFreshToken(endpoint: Endpoint, outgoing: Outgoing): Promise<Response> {
  const response = await sendRequest(endpoint, outgoing)
  if (response.status !== 403 || endpoint.csrf === 'origin') return response
  const refusal = await refusalOf(response.clone())
  if (refusal.code !== 'csrf.invalid') return response
  await refreshCsrfToken()
  return sendRequest(endpoint, outgoing)
}

/** callApi without its types for the input. */
export async function callEndpoint<E extends Endpoint>(endpoint: E, input: CheckedInput): Promise<Answer<E>> {
  const url = requestUrl(endpoint, input)
  const etag = endpoint.raw ? rememberedEtag(endpoint, url) : undefined
  const response = await sendWithFreshToken(endpoint, { url, etag, ...input })
  const kept = response.status === 304 ? rememberedAnswer(endpoint) : undefined
  if (kept !== undefined) return kept
  if (response.ok) return answerOf(endpoint, response, url)
  const refusal = await refusalOf(response)
  if (refusal.status === 401 && endpoint.access !== 'anyone') announceSessionLost()
  throw refusal
}
