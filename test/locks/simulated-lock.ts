import { randomUUID } from 'node:crypto'

export type Levers = {
  isOnline: boolean
  hasKeypad: boolean
  isBatteryLow: boolean
  /** From Nuki's acceptance to the lock's update. */
  syncMs: number
  /** Nuki accepts the code, but the lock never receives it. */
  swallows: boolean
  /** Pending changes are not in the list yet. */
  hidesUnderWay: boolean
  /** For this many calls, another client has just taken the digits. */
  conflicts: number
  /** Delay of every response. */
  slowMs: number
  redirectTo: string | null
  /** The difference between the lock's clock and this machine's. */
  clockMs: number
}

type Code = {
  id: string
  name: string
  code: number
  from: number
  until: number
  operationId: string | null
  /** Whether the lock itself has it. */
  isAtLock: boolean
}

const KEYPAD_CODE = 13
const isText = (value: unknown): value is string => typeof value === 'string'

/** One lock with a keypad, and its state on Nuki's servers. */
export class SimulatedLock {
  readonly id: string
  readonly settings: Levers = {
    isOnline: true,
    hasKeypad: true,
    isBatteryLow: false,
    syncMs: 150,
    swallows: false,
    hidesUnderWay: false,
    conflicts: 0,
    slowMs: 0,
    redirectTo: null,
    clockMs: 0,
  }
  codes: Code[] = []
  /** Statuses of the next responses, one per call, before anything is done. */
  readonly answers: number[] = []
  /** The number of calls. */
  requests = 0
  readonly #waiting: (() => void)[] = []

  constructor(id: string) {
    this.id = id
  }

  pull(settings: Partial<Levers>): void {
    Object.assign(this.settings, settings)
    if (this.settings.isOnline) for (const work of this.#waiting.splice(0)) this.#sync(work)
  }

  /** Whether the keypad accepts the typed code. */
  opens(typed: string): boolean {
    const now = Date.now() + this.settings.clockMs
    return this.codes.some(
      ({ code, from, until, isAtLock }) => isAtLock && String(code) === typed && from <= now && now < until,
    )
  }

  shown() {
    const { isOnline, hasKeypad, isBatteryLow } = this.settings
    return {
      smartlockId: Number(this.id),
      name: 'Front door',
      serverState: isOnline ? 0 : 4,
      config: { keypadPaired: hasKeypad, keypad2Paired: false },
      state: { state: 1, batteryCritical: isBatteryLow, keypadBatteryCritical: false },
    }
  }

  listed() {
    const { hidesUnderWay } = this.settings
    return this.codes
      .filter(({ operationId }) => !hidesUnderWay || operationId === null)
      .map(({ id, name, code, from, until, operationId }) => ({
        id,
        smartlockId: Number(this.id),
        name,
        code,
        type: KEYPAD_CODE,
        enabled: true,
        allowedFromDate: new Date(from).toISOString(),
        allowedUntilDate: new Date(until).toISOString(),
        ...(operationId && { operationId: { id: operationId } }),
      }))
  }

  /** Adds a code; returns the status of the PUT. Rejects at once what Nuki rejects at once. */
  add({ name, type, code, allowedFromDate, allowedUntilDate }: Record<string, unknown>): number {
    const isWellNamed = isText(name) && name.length > 0 && name.length <= 20
    const isGood = typeof code === 'number' && /^(?!12)[1-9]{6}$/.test(String(code))
    if (!isWellNamed || type !== KEYPAD_CODE || !isGood || !this.settings.hasKeypad) return 422
    if (this.codes.some(each => each.code === code)) return 422
    if (!isText(allowedFromDate) || !isText(allowedUntilDate)) return 400
    if (this.settings.conflicts-- > 0) return 409
    if (this.settings.swallows) return 204
    const [from, until] = [Date.parse(allowedFromDate), Date.parse(allowedUntilDate)]
    const added: Code = { id: randomUUID(), name, code, from, until, operationId: randomUUID(), isAtLock: false }
    this.codes.push(added)
    this.#sync(() => Object.assign(added, { operationId: null, isAtLock: true }))
    return 204
  }

  remove(id: string): number {
    const code = this.codes.find(each => each.id === id)
    if (!code) return 404
    if (code.operationId) return 423
    code.operationId = randomUUID()
    this.#sync(() => {
      this.codes = this.codes.filter(each => each !== code)
    })
    return 204
  }

  #sync(work: () => void): void {
    setTimeout(() => (this.settings.isOnline ? work() : this.#waiting.push(work)), this.settings.syncMs).unref()
  }
}
