import { randomInt } from 'node:crypto'
import { z } from 'zod'
import type { SettingsOf } from '#domain/adapter-settings.ts'
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

/** `maybe`: Seam may have acted on the request anyway. */
type SeamAnswer = { ok: true; body: unknown } | { ok: false; why: LockFinding | 'taken'; maybe: boolean }

const TIMEOUT_MS = 5000
const CODE_DIGITS = 6

const WHY: Readonly<Record<number, LockFinding | 'taken'>> = {
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
function drawCode(taken: readonly string[]): string {
  for (;;) {
    const code = Array.from({ length: CODE_DIGITS }, () => randomInt(1, 10)).join('')
    if (!code.startsWith('12') && !taken.includes(code)) return code
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

  /** Every call of the API is a POST. Retried by the worker, which asks for the state of each code. */
  async #call(path: string, body: object): Promise<SeamAnswer> {
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
      return { ok: false, why: WHY[response.status] ?? 'unreachable', maybe: response.status >= 500 }
    } catch (error) {
      const isLate = error instanceof DOMException && error.name === 'TimeoutError'
      return { ok: false, why: isLate ? 'timeout' : 'unreachable', maybe: true }
    }
  }

  async issue(asked: RequestedCode): Promise<CodeState> {
    const health = await this.health()
    // Seam accepts codes for an unreachable lock and sets them when it is back.
    if (health.code !== 'ready' && health.code !== 'batteryLow') return { status: 'failed', why: health.code }
    const answer = await this.#call('/access_codes/create', {
      device_id: this.#settings.device_id,
      name: asked.name,
      code: asked.code,
      starts_at: asked.from.toISOString(),
      ends_at: asked.until.toISOString(),
    })
    if (answer.ok) return { status: 'pending' }
    return answer.maybe && answer.why !== 'taken'
      ? { status: 'pending', why: answer.why }
      : { status: 'failed', why: answer.why }
  }

  async check(asked: RequestedCode): Promise<CodeState> {
    const codes = await this.#codes()
    if ('why' in codes) return { status: 'pending', why: codes.why }
    const own = codes.find(({ name }) => name === asked.name)
    if (own?.errors.some(({ error_code }) => error_code.includes('duplicate')))
      return { status: 'failed', why: 'taken' }
    return own?.status === 'set' && own.code === asked.code ? { status: 'active' } : { status: 'pending' }
  }

  async revoke(asked: RequestedCode): Promise<RevokeResult> {
    const codes = await this.#codes()
    if ('why' in codes) return { status: 'failed', why: codes.why }
    const own = codes.find(({ name }) => name === asked.name)
    if (!own) return { status: 'absent' }
    if (own.status === 'removing') return { status: 'asked' }
    const answer = await this.#call('/access_codes/delete', { access_code_id: own.access_code_id })
    return answer.ok ? { status: 'asked' } : { status: 'failed', why: toFinding(answer.why) }
  }

  async health(): Promise<LockHealth> {
    const answer = await this.#call('/devices/get', { device_id: this.#settings.device_id })
    if (!answer.ok) return { code: toFinding(answer.why), detail: 'asked for the device' }
    const read = device.safeParse(answer.body)
    if (!read.success) return { code: 'unreachable', detail: 'an answer of another shape' }
    const { can_program_online_access_codes: isProgrammable, properties } = read.data.device
    const { online, battery, battery_level: level } = properties
    if (!online) return { code: 'offline', detail: 'online: false' }
    if (isProgrammable === false) return { code: 'noKeypad', detail: 'can_program_online_access_codes: false' }
    const isLow = battery ? LOW_BATTERY.has(battery.status) : (level ?? 1) < LOW_BATTERY_LEVEL
    return { code: isLow ? 'batteryLow' : 'ready', detail: `battery ${battery?.status ?? level ?? 'unknown'}` }
  }

  async #codes(): Promise<AccessCode[] | { why: LockFinding }> {
    const answer = await this.#call('/access_codes/list', { device_id: this.#settings.device_id })
    if (!answer.ok) return { why: toFinding(answer.why) }
    const read = accessCodes.safeParse(answer.body)
    return read.success ? read.data.access_codes : { why: 'unreachable' }
  }
}

const toFinding = (why: LockFinding | 'taken'): LockFinding => (why === 'taken' ? 'busy' : why)
