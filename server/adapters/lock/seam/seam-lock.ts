import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { SettingsOf } from '#domain/adapter-settings.ts'
import { SECOND_MS } from '#domain/durations.ts'
import type { LockFinding } from '#domain/stores/lock-health.ts'
import type { SEAM } from '#domain/stores/locks/seam.ts'
import type {
  RequestedCode,
  CodeState,
  Lock,
  LockHealth,
  RemoteLockOptions,
  RevokeResult,
} from '#server/adapters/lock/lock.ts'
import { remoteLock } from '#server/adapters/lock/remote-lock.ts'

type SeamSettings = SettingsOf<(typeof SEAM)['settings']>
type SeamOptions = RemoteLockOptions<SeamSettings> & { timeoutMs?: number }

/** `maybe`: Seam may have acted on the request anyway. `againInMs`: Seam asks to send it again then. */
type SeamAnswer =
  | { ok: true; body: unknown }
  | { ok: false; fault: LockFinding | 'taken'; maybe: boolean; againInMs?: number | undefined }

const TIMEOUT_MS = 5000
/** Seam is asked again at most so often, and after no longer than this; the worker does the rest. */
const MAX_REPEATS = 2
const MAX_PAUSE_MS = 2000
const PAUSE_MS = 500
const CODE_DIGITS = 6

const FAULT_BY_STATUS: Readonly<Record<number, LockFinding | 'taken'>> = {
  400: 'invalid',
  401: 'refused',
  402: 'refused',
  403: 'refused',
  404: 'unknownLock',
  409: 'taken',
  422: 'invalid',
  429: 'busy',
  503: 'busy',
}

// Fields that the adapter doesn't use are dropped.
const device = z.object({
  device: z.object({
    can_program_online_access_codes: z.boolean().optional(),
    properties: z.object({
      online: z.boolean(),
      battery: z.object({ status: z.string() }).nullish(),
      battery_level: z.number().nullish(),
    }),
  }),
})
const accessCodes = z.object({
  access_codes: z.array(
    z.object({
      access_code_id: z.string(),
      name: z.string().nullish(),
      code: z.string().nullish(),
      status: z.string(),
      errors: z.array(z.object({ error_code: z.string() })).default([]),
    }),
  ),
})
type AccessCode = z.infer<typeof accessCodes>['access_codes'][number]

const LOW_BATTERY_LEVEL = 0.2
const LOW_BATTERY = new Set(['critical', 'low'])

/** Six digits from 1 to 9 that don't begin with 12, which locks of all makers accept, and not in `taken`. */
function drawCode(reserved: readonly string[]): string {
  for (;;) {
    const code = Array.from({ length: CODE_DIGITS }, () => randomInt(1, 10)).join('')
    if (!code.startsWith('12') && !reserved.includes(code)) return code
  }
}

/** Locks with a keypad, by Seam's API. Seam removes each code at its end, on many locks the lock itself does. */
export function seamLock({ findSettings, ...options }: SeamOptions): Lock {
  return remoteLock({
    findSettings,
    openDoor: settings => new SeamDoor(options, settings),
    drawCode,
    missing: 'no device and key',
  })
}

class SeamDoor {
  readonly #options: Omit<SeamOptions, 'findSettings'>
  readonly #settings: SeamSettings

  constructor(options: Omit<SeamOptions, 'findSettings'>, settings: SeamSettings) {
    this.#options = options
    this.#settings = settings
  }

  /** Repeats a call that Seam has refused for now. What Seam may have done already is left to the worker, which asks for its state. */
  async #call(path: string, body: object): Promise<SeamAnswer> {
    const isRead = !path.endsWith('/create')
    for (let repeats = 0; ; repeats += 1) {
      const answer = await this.#send(path, body)
      const pauseMs = answer.ok || (answer.maybe && !isRead) ? undefined : answer.againInMs
      if (pauseMs === undefined || pauseMs > MAX_PAUSE_MS || repeats === MAX_REPEATS) return answer
      await sleep(pauseMs)
    }
  }

  /** Every call of the API is a POST. */
  async #send(path: string, body: object): Promise<SeamAnswer> {
    const { url, timeoutMs = TIMEOUT_MS } = this.#options
    try {
      const response = await fetch(new URL(path, url), {
        method: 'POST',
        headers: { Authorization: `Bearer ${this.#settings.api_key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        // A redirect must not send the key and door codes elsewhere.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (response.ok) return { ok: true, body: await response.json() }
      await response.body?.cancel()
      const fault = FAULT_BY_STATUS[response.status] ?? 'unreachable'
      const againInMs = fault === 'busy' ? readPause(response.headers.get('retry-after')) : undefined
      return { ok: false, fault, maybe: response.status >= 500, againInMs }
    } catch (error) {
      const isLate = error instanceof DOMException && error.name === 'TimeoutError'
      return { ok: false, fault: isLate ? 'timeout' : 'unreachable', maybe: true }
    }
  }

  async issue(request: RequestedCode): Promise<CodeState> {
    const health = await this.health()
    // Seam accepts codes for an unreachable lock and sets them when it is back.
    if (health.code !== 'ready' && health.code !== 'batteryLow') return { status: 'failed', fault: health.code }
    const answer = await this.#call('/access_codes/create', {
      device_id: this.#settings.device_id,
      name: request.name,
      code: request.code,
      starts_at: request.from.toISOString(),
      ends_at: request.until.toISOString(),
    })
    if (answer.ok) return { status: 'pending' }
    return answer.maybe && answer.fault !== 'taken'
      ? { status: 'pending', fault: answer.fault }
      : { status: 'failed', fault: answer.fault }
  }

  async check(request: RequestedCode): Promise<CodeState> {
    const codes = await this.#codes()
    if ('fault' in codes) return { status: 'pending', fault: codes.fault }
    const accessCode = codes.find(({ name }) => name === request.name)
    if (accessCode?.errors.some(({ error_code }) => error_code.includes('duplicate')))
      return { status: 'failed', fault: 'taken' }
    return accessCode?.status === 'set' && accessCode.code === request.code
      ? { status: 'active' }
      : { status: 'pending' }
  }

  async revoke(request: RequestedCode): Promise<RevokeResult> {
    const codes = await this.#codes()
    if ('fault' in codes) return { status: 'failed', fault: codes.fault }
    const accessCode = codes.find(({ name }) => name === request.name)
    if (!accessCode) return { status: 'absent' }
    if (accessCode.status === 'removing') return { status: 'asked' }
    const answer = await this.#call('/access_codes/delete', { access_code_id: accessCode.access_code_id })
    return answer.ok ? { status: 'asked' } : { status: 'failed', fault: toFinding(answer.fault) }
  }

  async health(): Promise<LockHealth> {
    const answer = await this.#call('/devices/get', { device_id: this.#settings.device_id })
    if (!answer.ok) return { code: toFinding(answer.fault), detail: 'asked for the device' }
    const read = device.safeParse(answer.body)
    if (!read.success) return { code: 'unreachable', detail: 'an answer of another shape' }
    const { can_program_online_access_codes: isProgrammable, properties } = read.data.device
    const { online, battery, battery_level: level } = properties
    if (!online) return { code: 'offline', detail: 'online: false' }
    if (isProgrammable === false) return { code: 'noKeypad', detail: 'can_program_online_access_codes: false' }
    const isLow = battery ? LOW_BATTERY.has(battery.status) : (level ?? 1) < LOW_BATTERY_LEVEL
    return { code: isLow ? 'batteryLow' : 'ready', detail: `battery ${battery?.status ?? level ?? 'unknown'}` }
  }

  async #codes(): Promise<AccessCode[] | { fault: LockFinding }> {
    const answer = await this.#call('/access_codes/list', { device_id: this.#settings.device_id })
    if (!answer.ok) return { fault: toFinding(answer.fault) }
    const read = accessCodes.safeParse(answer.body)
    return read.success ? read.data.access_codes : { fault: 'unreachable' }
  }
}

/** Seconds, or a date, which counts as too long; without the header a short pause. */
const readPause = (header: string | null): number =>
  header === null ? PAUSE_MS : /^\d+$/.test(header.trim()) ? Number(header) * SECOND_MS : Number.POSITIVE_INFINITY

const toFinding = (fault: LockFinding | 'taken'): LockFinding => (fault === 'taken' ? 'busy' : fault)
