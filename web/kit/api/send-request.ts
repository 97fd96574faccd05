import type { Endpoint } from '#contract/endpoint.ts'
import { withoutDirectionControls } from '#domain/format/direction-controls.ts'
import { ApiError, isAborted } from './api-error.ts'
import type { SendBy } from './fetch-reporting-progress.ts'
import { updateServerTime } from './server-clock.ts'
import { csrfToken } from './session-signals.ts'

export type OutgoingCall = {
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
export async function sendRequest(
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
export async function readJson(response: Response): Promise<unknown> {
  try {
    // Names stored before the API removed such control characters would reverse the text around them.
    return JSON.parse(withoutDirectionControls(await response.text()))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    if (isAborted(error)) throw error
    throw new ApiError({ status: 0, code: 'network', cause: error })
  }
}
