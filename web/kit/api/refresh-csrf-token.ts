import { signIn } from '#contract/accounts/sign-in.ts'
import { keepCsrfToken } from './csrf-token.ts'
import { requestUrl } from './request-url.ts'
import { readJson, sendRequest } from './send-request.ts'

let underWay: Promise<void> | undefined

async function fetchToken(): Promise<void> {
  const response = await sendRequest(signIn.authenticate, { url: requestUrl(signIn.authenticate) })
  keepTokenOf(await readJson(response))
}

/** Stores the csrf_token of a response that has one: a sign-in, or the 401 that an anonymous visitor gets. */
export function keepTokenOf(body: unknown): void {
  if (typeof body !== 'object' || body === null || !('csrf_token' in body)) return
  if (typeof body.csrf_token === 'string') keepCsrfToken(body.csrf_token)
}

/** Requests a fresh token; calls that find theirs stale at the same time share one request. */
export function refreshCsrfToken(): Promise<void> {
  underWay ??= fetchToken().finally(() => (underWay = undefined))
  return underWay
}
