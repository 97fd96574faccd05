import type { Answer, Endpoint } from '#contract/endpoint.ts'
import * as z from 'zod/mini'
import { ApiError, hasCode, isErrorCode } from './api-error.ts'
import type { CheckedInput } from './call-input.ts'
import { isConfirmedSince } from './passkey-question.ts'
import { keepTokenOf, refreshCsrfToken } from './refresh-csrf-token.ts'
import { rememberAnswer, rememberedAnswer, rememberedEtag } from './remembered-answers.ts'
import { requestUrl } from './request-url.ts'
import { type Outgoing, readJson, sendRequest } from './send-request.ts'
import { announcePhoneDoubted, announceSessionLost } from './session-lost.ts'
import { csrfToken } from './csrf-token.ts'

let underWay: Promise<unknown> | undefined

/** A passkey changes the session's id: a request sent with the old id meanwhile would be treated as a stranger’s. */
const isRaising = ({ beforePasskey, method, body }: Endpoint): boolean =>
  beforePasskey === true && method === 'POST' && body !== undefined

/** Makes other calls wait while a call that raises the session is under way. */
function raising<T>(endpoint: Endpoint, calling: Promise<T>): Promise<T> {
  if (!isRaising(endpoint)) return calling
  const ended = calling.then(
    () => undefined,
    () => undefined,
  )
  underWay = ended
  return calling
}

/** The token for a call, read once no session is being raised. */
async function tokenBefore(endpoint: Endpoint): Promise<string | null> {
  if (underWay && !isRaising(endpoint)) await underWay
  return csrfToken()
}

/** Whether the session was raised after `token` was read. */
async function wasRaisedSince(token: string | null): Promise<boolean> {
  await underWay
  return token !== null && csrfToken() !== token
}

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

/** Replaces a stale token and repeats the call once, without involving the caller. */
async function sendWithFreshToken(endpoint: Endpoint, outgoing: Outgoing): Promise<Response> {
  const response = await sendRequest(endpoint, outgoing)
  if (response.status !== 403 || endpoint.csrf === 'origin') return response
  const refusal = await refusalOf(response.clone())
  if (refusal.code !== 'csrf.invalid') return response
  await refreshCsrfToken()
  return sendRequest(endpoint, outgoing)
}

async function callOnce<E extends Endpoint>(endpoint: E, input: CheckedInput): Promise<Answer<E>> {
  const url = requestUrl(endpoint, input)
  const etag = endpoint.raw ? rememberedEtag(endpoint, url) : undefined
  const response = await sendWithFreshToken(endpoint, { url, etag, ...input })
  const kept = response.status === 304 ? rememberedAnswer(endpoint) : undefined
  if (kept !== undefined) return kept
  if (response.ok) return answerOf(endpoint, response, url)
  throw await refusalOf(response)
}

/** callApi without types for its input. */
export async function callEndpoint<E extends Endpoint>(endpoint: E, input: CheckedInput): Promise<Answer<E>> {
  const token = await tokenBefore(endpoint)
  try {
    return await raising(endpoint, callOnce(endpoint, input))
  } catch (error) {
    if (!(await isWorthRepeating(error, token))) throw heard(endpoint, error)
    return await callOnce(endpoint, input).catch((again: unknown) => {
      throw heard(endpoint, again)
    })
  }
}

/** Notifies the session's listeners of a 401 and of a phone that is no longer verified. */
function heard(endpoint: Endpoint, error: unknown): unknown {
  if (error instanceof ApiError && error.status === 401 && endpoint.access !== 'anyone') announceSessionLost()
  if (hasCode(error, 'session.unverified')) announcePhoneDoubted()
  return error
}

/** The session was raised during the call, or the user has confirmed with a passkey since. */
const isWorthRepeating = async (error: unknown, token: string | null): Promise<boolean> =>
  (hasCode(error, 'session.required') && (await wasRaisedSince(token))) || isConfirmedSince(error)
