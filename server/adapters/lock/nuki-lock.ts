import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { DOOR_CODE_MINUTES } from '#domain/stores/door-code.ts'
import type { LockFinding } from '#domain/stores/lock-health.ts'
import type { AskedCode, CodeState, Lock, LockHealth, Revoking } from './lock.ts'
import { callNuki, type NukiAnswer, type NukiOptions, type NukiSettings } from './nuki-api.ts'

const KEYPAD_CODE = 13
const ONLINE = 0
const OFFLINE = 4

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
  serverState: z.number().default(ONLINE),
  config: z.object({ keypadPaired: z.boolean().optional(), keypad2Paired: z.boolean().optional() }).default({}),
  state: z
    .object({ batteryCritical: z.boolean().optional(), keypadBatteryCritical: z.boolean().nullish() })
    .default({}),
})

/** Six digits from 1 to 9, not beginning with 12 (as Nuki keypads require) and not in `taken`. */
export function drawNukiCode(taken: readonly string[] = []): string {
  for (;;) {
    const code = Array.from({ length: 6 }, () => randomInt(1, 10)).join('')
    if (!code.startsWith('12') && !taken.includes(code)) return code
  }
}

type Needs = NukiOptions & { settingsOf: (storeId: number) => Promise<NukiSettings | undefined> }

/** Smart locks with a keypad, by Nuki's Web API. Each code expires in the lock itself, even if this server is down. */
export function nukiLock({ settingsOf, ...options }: Needs): Lock {
  const doors = async (storeId: number) => {
    const settings = await settingsOf(storeId)
    return settings && new NukiDoor(options, settings)
  }
  const notSetUp = { status: 'failed', why: 'notSetUp' } as const
  return {
    async propose(storeId, at, taken) {
      const until = new Date(at.getTime() + DOOR_CODE_MINUTES * 60_000)
      return (await settingsOf(storeId)) && { code: drawNukiCode(taken), until }
    },
    issueCode: async asked => (await doors(asked.storeId))?.issue(asked) ?? notSetUp,
    state: async asked => (await doors(asked.storeId))?.look(asked) ?? notSetUp,
    revoke: async asked => (await doors(asked.storeId))?.revoke(asked) ?? notSetUp,
    health: async storeId => (await doors(storeId))?.health() ?? { code: 'notSetUp', detail: 'no lock and token' },
  }
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

  async issue(asked: AskedCode): Promise<CodeState> {
    const [health, codes] = await Promise.all([this.health(), this.#codes()])
    // Nuki accepts codes for an unreachable lock and reports success.
    if (health.code !== 'ready' && health.code !== 'batteryLow') return { status: 'failed', why: health.code }
    if ('why' in codes) return { status: 'failed', why: codes.why }
    if (isTaken(codes, asked)) return { status: 'failed', why: 'taken' }
    const answer = await this.#call('PUT', '/auth', {
      name: asked.name,
      type: KEYPAD_CODE,
      code: Number(asked.code),
      allowedFromDate: asked.from.toISOString(),
      allowedUntilDate: asked.until.toISOString(),
      remoteAllowed: false,
    })
    if (answer.ok) return { status: 'pending' }
    if (answer.maybe) return { status: 'pending', why: findingOf(answer.why) }
    return { status: 'failed', why: await this.#whyNot(answer.why, asked) }
  }

  /** Nuki returns the same error for digits that were taken a moment ago and for invalid digits. */
  async #whyNot(why: LockFinding | 'conflict', asked: AskedCode) {
    if (why === 'conflict') return 'taken'
    if (why !== 'invalid') return why
    const codes = await this.#codes()
    return !('why' in codes) && isTaken(codes, asked) ? 'taken' : 'invalid'
  }

  async look(asked: AskedCode): Promise<CodeState> {
    const codes = await this.#codes()
    if ('why' in codes) return { status: 'pending', why: codes.why }
    const own = codes.find(each => isNamed(each, asked))
    return own && !isUnderWay(own) && own.code === Number(asked.code) ? { status: 'active' } : { status: 'pending' }
  }

  async revoke(asked: AskedCode): Promise<Revoking> {
    const codes = await this.#codes()
    if ('why' in codes) return { status: 'failed', why: codes.why }
    const own = codes.find(each => isNamed(each, asked))
    if (!own) return { status: 'absent' }
    const answer = await this.#call('DELETE', `/auth/${encodeURIComponent(own.id)}`)
    return answer.ok ? { status: 'asked' } : { status: 'failed', why: findingOf(answer.why) }
  }

  async health(): Promise<LockHealth> {
    const answer = await this.#call('GET', '')
    if (!answer.ok) return { code: findingOf(answer.why), detail: 'asked for the lock' }
    const read = smartlock.safeParse(answer.body)
    if (!read.success) return { code: 'unreachable', detail: 'an answer of another shape' }
    const { serverState, config, state } = read.data
    const detail = `server state ${serverState}`
    if (serverState === OFFLINE) return { code: 'offline', detail }
    if (serverState !== ONLINE) return { code: 'refused', detail }
    if (config.keypadPaired === false && config.keypad2Paired !== true) return { code: 'noKeypad', detail }
    const isLow = state.batteryCritical === true || state.keypadBatteryCritical === true
    return { code: isLow ? 'batteryLow' : 'ready', detail }
  }

  async #codes(): Promise<Authorisation[] | { why: LockFinding }> {
    const answer = await this.#call('GET', `/auth?types=${KEYPAD_CODE}`)
    if (!answer.ok) return { why: findingOf(answer.why) }
    const read = authorisations.safeParse(answer.body)
    return read.success ? read.data.filter(({ type }) => type === KEYPAD_CODE) : { why: 'unreachable' }
  }
}

const findingOf = (why: LockFinding | 'conflict'): LockFinding => (why === 'conflict' ? 'busy' : why)
const isNamed = ({ name }: Authorisation, asked: AskedCode) => name === asked.name
const isUnderWay = ({ operationId }: Authorisation) => operationId !== undefined && operationId !== null
const isTaken = (codes: readonly Authorisation[], asked: AskedCode) =>
  codes.some(each => each.code === Number(asked.code) && !isNamed(each, asked))
