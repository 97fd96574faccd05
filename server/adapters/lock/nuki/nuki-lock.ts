import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { SettingsOf } from '#domain/adapter-settings.ts'
import type { LockFinding } from '#domain/stores/lock-health.ts'
import type { NUKI } from '#domain/stores/locks/nuki.ts'
import type {
  RequestedCode,
  CodeState,
  Lock,
  LockHealth,
  RemoteLockOptions,
  RevokeResult,
} from '#server/adapters/lock/lock.ts'
import { remoteLock } from '#server/adapters/lock/remote-lock.ts'

type NukiSettings = SettingsOf<(typeof NUKI)['settings']>

type NukiOptions = Pick<RemoteLockOptions<NukiSettings>, 'url'> & {
  timeoutMs?: number
  /** Between two attempts. */
  pauseMs?: number
}

/** `maybe`: the lock may have received the request anyway. */
type NukiAnswer = { ok: true; body: unknown } | { ok: false; fault: LockFinding | 'conflict'; maybe: boolean }

type NukiCall = { method: 'GET' | 'PUT' | 'DELETE'; path: string; body?: object }

const TIMEOUT_MS = 5000
const PAUSE_MS = 400
const MAX_TRIES = 3
/** A lock has at most a few hundred codes. */
const MAX_BYTES = 2_000_000

const FAULT_BY_STATUS: Readonly<Record<number, LockFinding | 'conflict'>> = {
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
async function callNuki(options: NukiOptions, settings: NukiSettings, call: NukiCall): Promise<NukiAnswer> {
  const { pauseMs = PAUSE_MS } = options
  for (let tries = 1; ; tries++) {
    const answer = await callOnce(options, settings, call)
    const isWorthIt =
      !answer.ok && (answer.fault === 'busy' || (answer.fault === 'unreachable' && call.method !== 'PUT'))
    if (!isWorthIt || tries >= MAX_TRIES) return answer
    await sleep(pauseMs * 2 ** (tries - 1))
  }
}

async function callOnce(options: NukiOptions, { api_token }: NukiSettings, call: NukiCall): Promise<NukiAnswer> {
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
    return {
      ok: false,
      fault: FAULT_BY_STATUS[response.status] ?? 'unreachable',
      maybe: maybe && response.status >= 500,
    }
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError'
    return { ok: false, fault: isLate ? 'timeout' : 'unreachable', maybe }
  }
}

/** Undefined for an empty response, or one that is not JSON or too long. */
async function readJson(response: Response): Promise<unknown> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.byteLength
    // Leaving the loop closes the connection.
    if (length > MAX_BYTES) return undefined
    text += decoder.decode(part, { stream: true })
  }
  try {
    return JSON.parse(text + decoder.decode())
  } catch {
    return undefined
  }
}

const KEYPAD_CODE = 13
const ONLINE_STATE = 0
const OFFLINE_STATE = 4

/** `operationId`: Nuki is still transferring the last change to the lock. */
const authorisations = z.array(
  z.object({
    id: z.string(),
    name: z.string().nullish(),
    type: z.number(),
    code: z.number().nullish(),
    operationId: z.unknown().optional(),
  }),
)
type Authorisation = z.infer<typeof authorisations>[number]

const smartlock = z.object({
  serverState: z.number().default(ONLINE_STATE),
  config: z.object({ keypadPaired: z.boolean().optional(), keypad2Paired: z.boolean().optional() }).default({}),
  state: z
    .object({ batteryCritical: z.boolean().optional(), keypadBatteryCritical: z.boolean().nullish() })
    .default({}),
})

/** Six digits from 1 to 9, not beginning with 12 (as Nuki keypads require) and not in `taken`. */
export function drawNukiCode(reserved: readonly string[] = []): string {
  for (;;) {
    const code = Array.from({ length: 6 }, () => randomInt(1, 10)).join('')
    if (!code.startsWith('12') && !reserved.includes(code)) return code
  }
}

type NukiLockOptions = NukiOptions & RemoteLockOptions<NukiSettings>

/** Smart locks with a keypad, by Nuki's Web API. Each code expires in the lock itself, even if this server is down. */
export function nukiLock({ findSettings, ...options }: NukiLockOptions): Lock {
  return remoteLock({
    findSettings,
    openDoor: settings => new NukiDoor(options, settings),
    drawCode: drawNukiCode,
    missing: 'no lock and token',
  })
}

class NukiDoor {
  readonly #options: NukiOptions
  readonly #settings: NukiSettings

  constructor(options: NukiOptions, settings: NukiSettings) {
    this.#options = options
    this.#settings = settings
  }

  #call(method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object): Promise<NukiAnswer> {
    const id = encodeURIComponent(this.#settings.smartlock_id)
    return callNuki(this.#options, this.#settings, { method, path: `/smartlock/${id}${path}`, ...(body && { body }) })
  }

  async issue(request: RequestedCode): Promise<CodeState> {
    const [health, codes] = await Promise.all([this.health(), this.#codes()])
    // Nuki accepts codes for an unreachable lock and reports success.
    if (health.code !== 'ready' && health.code !== 'batteryLow') return { status: 'failed', fault: health.code }
    if ('fault' in codes) return { status: 'failed', fault: codes.fault }
    if (isTaken(codes, request)) return { status: 'failed', fault: 'taken' }
    const answer = await this.#call('PUT', '/auth', {
      name: request.name,
      type: KEYPAD_CODE,
      code: Number(request.code),
      allowedFromDate: request.from.toISOString(),
      allowedUntilDate: request.until.toISOString(),
      remoteAllowed: false,
    })
    if (answer.ok) return { status: 'pending' }
    if (answer.maybe) return { status: 'pending', fault: toFinding(answer.fault) }
    return { status: 'failed', fault: await this.#refusalFault(answer.fault, request) }
  }

  /** Nuki returns the same error for digits that were taken a moment ago and for invalid digits. */
  async #refusalFault(fault: LockFinding | 'conflict', request: RequestedCode) {
    if (fault === 'conflict') return 'taken'
    if (fault !== 'invalid') return fault
    const codes = await this.#codes()
    return !('fault' in codes) && isTaken(codes, request) ? 'taken' : 'invalid'
  }

  async check(request: RequestedCode): Promise<CodeState> {
    const codes = await this.#codes()
    if ('fault' in codes) return { status: 'pending', fault: codes.fault }
    const entry = codes.find(each => isNamed(each, request))
    return entry && !isUnderWay(entry) && entry.code === Number(request.code)
      ? { status: 'active' }
      : { status: 'pending' }
  }

  async revoke(request: RequestedCode): Promise<RevokeResult> {
    const codes = await this.#codes()
    if ('fault' in codes) return { status: 'failed', fault: codes.fault }
    const entry = codes.find(each => isNamed(each, request))
    if (!entry) return { status: 'absent' }
    const answer = await this.#call('DELETE', `/auth/${encodeURIComponent(entry.id)}`)
    return answer.ok ? { status: 'asked' } : { status: 'failed', fault: toFinding(answer.fault) }
  }

  async health(): Promise<LockHealth> {
    const answer = await this.#call('GET', '')
    if (!answer.ok) return { code: toFinding(answer.fault), detail: 'asked for the lock' }
    const read = smartlock.safeParse(answer.body)
    if (!read.success) return { code: 'unreachable', detail: 'an answer of another shape' }
    const { serverState, config, state } = read.data
    const detail = `server state ${serverState}`
    if (serverState === OFFLINE_STATE) return { code: 'offline', detail }
    if (serverState !== ONLINE_STATE) return { code: 'refused', detail }
    if (config.keypadPaired === false && config.keypad2Paired !== true) return { code: 'noKeypad', detail }
    const isLow = state.batteryCritical === true || state.keypadBatteryCritical === true
    return { code: isLow ? 'batteryLow' : 'ready', detail }
  }

  async #codes(): Promise<Authorisation[] | { fault: LockFinding }> {
    const answer = await this.#call('GET', `/auth?types=${KEYPAD_CODE}`)
    if (!answer.ok) return { fault: toFinding(answer.fault) }
    const read = authorisations.safeParse(answer.body)
    return read.success ? read.data.filter(({ type }) => type === KEYPAD_CODE) : { fault: 'unreachable' }
  }
}

const toFinding = (fault: LockFinding | 'conflict'): LockFinding => (fault === 'conflict' ? 'busy' : fault)
const isNamed = ({ name }: Authorisation, request: RequestedCode) => name === request.name
const isUnderWay = ({ operationId }: Authorisation) => operationId !== undefined && operationId !== null
const isTaken = (codes: readonly Authorisation[], request: RequestedCode) =>
  codes.some(each => each.code === Number(request.code) && !isNamed(each, request))
