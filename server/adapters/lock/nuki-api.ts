import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { LockFinding } from '#domain/stores/lock-health.ts'

/** `api_token`: a Nuki Web token with the rights to read the lock and to manage its authorisations. */
export const nukiSettings = z.object({ smartlock_id: z.string(), api_token: z.string() })
export type NukiSettings = z.infer<typeof nukiSettings>

export type NukiOptions = {
  /** https://api.nuki.io, or a substitute. */
  url: string
  timeoutMs?: number
  /** Between two attempts. */
  pauseMs?: number
}

/** `maybe`: the lock may have received the request anyway. */
export type NukiAnswer = { ok: true; body: unknown } | { ok: false; why: LockFinding | 'conflict'; maybe: boolean }

type Call = { method: 'GET' | 'PUT' | 'DELETE'; path: string; body?: object }

const TIMEOUT_MS = 5000
const PAUSE_MS = 400
const TRIES = 3
/** A lock has at most a few hundred codes. */
const MOST_BYTES = 2_000_000

const WHY: Readonly<Record<number, LockFinding | 'conflict'>> = {
  400: 'invalid',
  401: 'refused',
  402: 'refused',
  403: 'refused',
  404: 'unknownLock',
  409: 'conflict',
  422: 'invalid',
  // The lock is busy, or the rate limit was exceeded.
  423: 'busy',
  429: 'busy',
  503: 'busy',
}

/** One call of Nuki's Web API. Retried when busy, and when unreachable except for PUT, which may have taken effect. */
export async function callNuki(options: NukiOptions, settings: NukiSettings, call: Call): Promise<NukiAnswer> {
  const { pauseMs = PAUSE_MS } = options
  for (let tries = 1; ; tries++) {
    const answer = await callOnce(options, settings, call)
    const isWorthIt = !answer.ok && (answer.why === 'busy' || (answer.why === 'unreachable' && call.method !== 'PUT'))
    if (!isWorthIt || tries >= TRIES) return answer
    await sleep(pauseMs * 2 ** (tries - 1))
  }
}

async function callOnce(options: NukiOptions, { api_token }: NukiSettings, call: Call): Promise<NukiAnswer> {
  const { url, timeoutMs = TIMEOUT_MS } = options
  const maybe = call.method === 'PUT'
  try {
    const response = await fetch(new URL(call.path, url), {
      method: call.method,
      headers: {
        Authorization: `Bearer ${api_token}`,
        Accept: 'application/json',
        ...(call.body && { 'Content-Type': 'application/json' }),
      },
      ...(call.body && { body: JSON.stringify(call.body) }),
      // A redirect must not send the token and door codes elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) return { ok: true, body: await readJson(response) }
    await response.body?.cancel()
    return { ok: false, why: WHY[response.status] ?? 'unreachable', maybe: maybe && response.status >= 500 }
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    return { ok: false, why: isLate ? 'timeout' : 'unreachable', maybe }
  }
}

/** Undefined for an empty response, or one that is not JSON or too long. */
async function readJson(response: Response): Promise<unknown> {
  const decoder = new TextDecoder()
  let [text, length] = ['', 0]
  for await (const part of response.body ?? []) {
    length += part.byteLength
    // Leaving the loop closes the connection.
    if (length > MOST_BYTES) return undefined
    text += decoder.decode(part, { stream: true })
  }
  try {
    return JSON.parse(text + decoder.decode())
  } catch {
    return undefined
  }
}
