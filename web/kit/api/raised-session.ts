import type { Endpoint } from '#contract/endpoint.ts'
import { csrfToken } from './csrf-token.ts'

let underWay: Promise<unknown> | undefined

/** A passkey gives the session another id: what is sent with the old one meanwhile would be taken for a stranger’s. */
const isRaising = ({ beforePasskey, method, body }: Endpoint): boolean =>
  beforePasskey === true && method === 'POST' && body !== undefined

/** Lets the others wait while a call of this endpoint is under way. */
export function raising<T>(endpoint: Endpoint, calling: Promise<T>): Promise<T> {
  if (!isRaising(endpoint)) return calling
  const ended = calling.then(
    () => undefined,
    () => undefined,
  )
  underWay = ended
  return calling
}

/** The token that a call is sent with, once no session is being raised. */
export async function tokenBefore(endpoint: Endpoint): Promise<string | null> {
  if (underWay && !isRaising(endpoint)) await underWay
  return csrfToken()
}

/** Whether the session was raised after that. */
export async function wasRaisedSince(token: string | null): Promise<boolean> {
  await underWay
  return token !== null && csrfToken() !== token
}
