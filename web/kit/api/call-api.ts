import * as z from 'zod/mini'
import { signIn } from '#contract/accounts/sign-in.ts'
import { type Answer, type Endpoint, isForOffice } from '#contract/endpoint.ts'
import { LANGUAGE_CODES } from '#contract/values.ts'
import { withoutDirectionControls } from '#domain/format/direction-controls.ts'
import { i18n } from '#web/kit/i18n/speech.ts'
import { ApiError, hasCode, isAborted, isErrorCode } from './api-error.ts'
import type { SendBy } from './fetch-reporting-progress.ts'
import { isConfirmedSince } from './passkey-question.ts'
import { mayHaveChanged, reloadTouched } from './query-client.ts'
import { rememberAnswer, rememberedAnswer, rememberedEtag } from './remembered-answers.ts'
import { updateServerTime } from './server-clock.ts'
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
  const kept = response.status === 304 ? rememberedAnswer(endpoint) : undefined
  if (kept !== undefined) return kept
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
    return await raising(endpoint, callOnce(endpoint, input))
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

type OutgoingCall = {
  url: string
  body?: unknown
  etag?: string | undefined
  signal?: AbortSignal | undefined
  keepalive?: boolean | undefined
  sendBy?: SendBy | undefined
}

/** A file is sent unchanged, and the browser sets its type; everything else is JSON. */
function toRequestBody(body: unknown): Blob | string | null {
  if (body === undefined) return null
  return body instanceof Blob ? body : JSON.stringify(body)
}

/** Sends one request. Throws ApiError `network` when no response arrives; an abort stays an AbortError. */
async function sendRequest(
  endpoint: Endpoint,
  { url, body, etag, signal, keepalive = false, sendBy = fetch }: OutgoingCall,
): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' })
  const token = csrfToken()
  if (token !== null) headers.set('X-CSRF-Token', token)
  if (body !== undefined && !(body instanceof Blob)) headers.set('Content-Type', 'application/json')
  if (etag !== undefined) headers.set('If-None-Match', etag)
  const early = globalThis.consumeEarlyAnswer?.(endpoint.method, url)
  const sentMs = early?.sentMs ?? Date.now()
  try {
    const response = await (early?.response ??
      sendBy(url, {
        method: endpoint.method,
        headers,
        credentials: 'same-origin',
        cache: 'no-store',
        body: toRequestBody(body),
        signal: signal ?? null,
        keepalive,
      }))
    updateServerTime(response.headers, sentMs)
    return response
  } catch (error) {
    if (isAborted(error)) throw error
    throw new ApiError({ status: 0, code: 'network', cause: error })
  }
}

/** The response's JSON; undefined when it is not JSON. Throws ApiError `network` when the connection breaks off meanwhile. */
async function readJson(response: Response): Promise<unknown> {
  try {
    // Names stored before the API removed such control characters would reverse the text around them.
    return JSON.parse(withoutDirectionControls(await response.text()))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    if (isAborted(error)) throw error
    throw new ApiError({ status: 0, code: 'network', cause: error })
  }
}

/**
 * Calls an endpoint of the contract and returns its declared answer. Throws ApiError for a refusal, an unreadable response or no
 * response, and an AbortError when the signal aborts.
 */
export function callApi<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>): Promise<Answer<E>>
export function callApi(endpoint: Endpoint, input: CheckedInput = {}): Promise<unknown> {
  return callEndpoint(endpoint, input)
}

type SentPart<Part> = Part extends z.ZodMiniType ? { [Name in keyof z.output<Part>]: string | number } : never
type Body<Part> = Part extends z.ZodMiniType ? z.input<Part> : never

type Parts<E extends Endpoint> = (E extends { params: infer P } ? { params: SentPart<P> } : { params?: never }) &
  (E extends { query: infer Q } ? { query: SentPart<Q> } : { query?: never }) &
  (E extends { body: infer B }
    ? undefined extends Body<B>
      ? { body?: Body<B> }
      : { body: Body<B> }
    : E extends { upload: object }
      ? { body: Blob }
      : { body?: never })

/** The input of a call of an endpoint, derived from its declaration. */
type CallInput<E extends Endpoint> = Parts<E> & {
  signal?: AbortSignal | undefined
  /** The request outlives the page that sends it. */
  keepalive?: boolean
  /** Replaces fetch. */
  sendBy?: SendBy
  /** `later` after a success: the caller itself replaces what the screen shows of it. */
  reload?: 'later'
}

type NeedsNothing = { signal?: AbortSignal }

/** The input is optional where none of its parts is required. */
export type CallArguments<E extends Endpoint> =
  NeedsNothing extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/** The same, after the type check of the call. */
export type CheckedInput = {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: unknown
  signal?: AbortSignal | undefined
  keepalive?: boolean
  sendBy?: SendBy
  reload?: 'later'
}
