import * as z from 'zod/mini'
import { signIn } from '#contract/accounts/sign-in.ts'
import { type Answer, type Endpoint, isForOffice } from '#contract/endpoint.ts'
import { LANGUAGE_CODES } from '#contract/values.ts'
import { i18n } from '#web/kit/i18n/speech.ts'
import { ApiError, hasCode, isErrorCode } from './api-error.ts'
import type { CallArguments, CheckedInput } from './call-input.ts'
import { isConfirmedSince } from './passkey-question.ts'
import { mayHaveChanged, reloadTouched } from './query-client.ts'
import { rememberAnswer, rememberedAnswer, rememberedEtag } from './remembered-answers.ts'
import { type OutgoingCall, sendRequest, readJson } from './send-request.ts'
import { announceUserDoubted, announceSessionLost, csrfToken, storeCsrfToken } from './session-signals.ts'

declare global {
  /** Defined by first-paint.js: the answer to a request that the page has sent before the scripts arrived; only once. */
  var consumeEarlyAnswer:
    | ((method: string, url: string) => { sentMs: number; response: Promise<Response> } | undefined)
    | undefined
}

/** The path under /api with its parameters filled in, the query, and the language when it is known. */
export function requestUrl(endpoint: Endpoint, { params = {}, query = {} }: CheckedInput = {}): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  // The language may be known before its texts have loaded.
  const language = LANGUAGE_CODES.find(code => code === (i18n.resolvedLanguage ?? i18n.language))
  if (language) search.set('lang', language)
  return `/api/${path}${search.size > 0 ? `?${search}` : ''}`
}

let underWay: Promise<unknown> | undefined

/** A passkey raises the session, which gets a new id: a request sent with the old one would be treated as a stranger’s. */
const isRaising = ({ beforePasskey, method, body }: Endpoint): boolean =>
  beforePasskey === true && method === 'POST' && body !== undefined

/** Makes other calls wait while a call that raises the session is under way. */
function raiseSignals<T>(endpoint: Endpoint, calling: Promise<T>): Promise<T> {
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

async function toApiError(response: Response): Promise<ApiError> {
  const body = await readJson(response)
  storeTokenFrom(body)
  const { status, statusText } = response
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  return new ApiError({ status, statusText, code: isErrorCode(code) ? code : 'unreadable', body })
}

async function readAnswer<E extends Endpoint>(endpoint: E, response: Response, url: string): Promise<Answer<E>> {
  const body = response.status === 204 ? {} : await readJson(response)
  const read = z.safeParse<E['answer']>(endpoint.answer, body)
  if (!read.success) throw new ApiError({ status: response.status, code: 'unreadable', cause: read.error })
  storeTokenFrom(read.data)
  const etag = response.headers.get('ETag')
  if (endpoint.raw && etag) rememberAnswer(endpoint, { url, etag, answer: read.data })
  return read.data
}

/** Replaces a stale token and repeats the call once, without involving the caller. */
async function sendWithFreshToken(endpoint: Endpoint, outgoing: OutgoingCall): Promise<Response> {
  const response = await sendRequest(endpoint, outgoing)
  if (response.status !== 403 || endpoint.csrf === 'origin') return response
  const refusal = await toApiError(response.clone())
  if (refusal.code !== 'csrf.invalid') return response
  await refreshCsrfToken()
  return sendRequest(endpoint, outgoing)
}

async function callOnce<E extends Endpoint>(endpoint: E, input: CheckedInput): Promise<Answer<E>> {
  const url = requestUrl(endpoint, input)
  const etag = endpoint.raw ? rememberedEtag(endpoint, url) : undefined
  const response = await sendWithFreshToken(endpoint, { url, etag, ...input })
  const remembered = response.status === 304 ? rememberedAnswer(endpoint) : undefined
  if (remembered !== undefined) return remembered
  if (response.ok) return readAnswer(endpoint, response, url)
  throw await toApiError(response)
}

/** callApi without types for its input. */
export async function callEndpoint<E extends Endpoint>(endpoint: E, input: CheckedInput): Promise<Answer<E>> {
  try {
    const answer = await callInSession(endpoint, input)
    reloadTouched(endpoint, input.reload)
    return answer
  } catch (error) {
    if (mayHaveChanged(error)) reloadTouched(endpoint)
    throw error
  }
}

async function callInSession<E extends Endpoint>(endpoint: E, input: CheckedInput): Promise<Answer<E>> {
  const token = await tokenBefore(endpoint)
  try {
    return await raiseSignals(endpoint, callOnce(endpoint, input))
  } catch (error) {
    if (!(await isWorthRepeating(endpoint, error, token))) throw notifySession(endpoint, error)
    return await callOnce(endpoint, input).catch((again: unknown) => {
      throw notifySession(endpoint, again)
    })
  }
}

/** Notifies the session’s listeners of a 401, and of a user who is disabled or no longer verified. */
function notifySession({ access }: Endpoint, error: unknown): unknown {
  // `authenticate`, with which the listeners respond, returns its own error to them.
  if (access === 'anyone') return error
  if (hasCode(error, 'session.disabled', 'session.unverified')) {
    announceUserDoubted({ isDisabled: hasCode(error, 'session.disabled') })
  } else if (error instanceof ApiError && error.status === 401) announceSessionLost()
  return error
}

/** The session was raised during the call, or the user has confirmed with a passkey or signed in again since. */
async function isWorthRepeating(endpoint: Endpoint, error: unknown, token: string | null): Promise<boolean> {
  if (hasCode(error, 'session.required') && (await wasRaisedSince(token))) return true
  // A shopper's own page has a form for it.
  if (hasCode(error, 'session.signInAgain') && !isForOffice(endpoint)) return false
  return isConfirmedSince(error)
}

let refreshCsrfTokenUnderWay: Promise<void> | undefined

async function fetchToken(): Promise<void> {
  const response = await sendRequest(signIn.authenticate, { url: requestUrl(signIn.authenticate) })
  storeTokenFrom(await readJson(response))
}

/** Stores the csrf_token of a response that has one: a sign-in, or the 401 that an anonymous visitor gets. */
function storeTokenFrom(body: unknown): void {
  if (typeof body !== 'object' || body === null || !('csrf_token' in body)) return
  if (typeof body.csrf_token === 'string') storeCsrfToken(body.csrf_token)
}

/** Requests a fresh token; calls that find theirs stale at the same time share one request. */
function refreshCsrfToken(): Promise<void> {
  refreshCsrfTokenUnderWay ??= fetchToken().finally(() => (refreshCsrfTokenUnderWay = undefined))
  return refreshCsrfTokenUnderWay
}

/**
 * Calls an endpoint of the contract and returns its declared answer. Throws ApiError for a refusal, an unreadable response or no
 * response, and an AbortError when the signal aborts.
 */
export function callApi<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>): Promise<Answer<E>>
export function callApi(endpoint: Endpoint, input: CheckedInput = {}): Promise<unknown> {
  return callEndpoint(endpoint, input)
}
