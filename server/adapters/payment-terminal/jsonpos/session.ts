import type { TerminalFinding } from '#domain/payments/terminal-health.ts'
import { closeReason, METHOD_NOT_FOUND, buildError, readMessage, buildRequest, buildNotification } from './messages.ts'
import { buildResult, type MessageFields, type Message } from './messages.ts'
import type { OpenWire, Wire } from './web-socket-wire.ts'

/** Keepalive intervals (ms): long while idle, short while a request is pending; and the timeout for each response. */
export type KeepaliveTimes = { idleMs: number; busyMs: number; answerMs: number }
export const KEEPALIVE_TIMES: KeepaliveTimes = { idleMs: 30_000, busyMs: 5000, answerMs: 5000 }

/** The result of a request. With `lost`, it is unknown what the terminal did. */
export type RpcAnswer =
  | { kind: 'result'; result: MessageFields }
  | { kind: 'error'; error: MessageFields }
  | { kind: 'lost'; why: string; finding?: TerminalFinding }

type Options = { name: string; times: KeepaliveTimes; onClosed: (why: string) => void }

const KEEPALIVE_METHOD = '_Keepalive'

/**
 * One connection to a terminal: requests and responses in any order, keepalives in both directions, also while a purchase is
 * under way. Both sides may send requests; the only request that we support is a keepalive.
 */
export class Session {
  readonly #options: Options
  readonly #pending = new Map<string, (answer: RpcAnswer) => void>()
  #wire: Wire | undefined
  #isOpen = true
  #requests = 0
  #lastAsked = performance.now()
  #beat: { due: number; timer: NodeJS.Timeout } | undefined
  #isBeating = false

  constructor(options: Options) {
    this.#options = options
  }

  /** `name` is part of every id, so that a response to another connection's request never matches one of ours. */
  static async open(openWire: OpenWire, options: Options): Promise<Session> {
    const session = new Session(options)
    // A terminal may send messages as soon as the wire opens.
    const early: unknown[] = []
    session.#wire = await openWire({
      onMessage: message => (session.#wire ? session.#receive(message) : early.push(message)),
      onClosed: (why, finding) => session.#over(why, finding),
    })
    for (const message of early) session.#receive(message)
    session.#beatWithin(0)
    return session
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Time since the last request; 0 while a response is pending. */
  get idleMs(): number {
    return this.#pending.size > 0 ? 0 : performance.now() - this.#lastAsked
  }

  /** Sends synchronously. Without `withinMs` it waits as long as the connection is open. Never rejects. */
  request(method: string, params: MessageFields, withinMs?: number): Promise<RpcAnswer> {
    const id = `pos-${this.#options.name}-${++this.#requests}`
    if (!this.#isOpen) return Promise.resolve({ kind: 'lost', why: 'the connection is closed' })
    const answered = new Promise<RpcAnswer>(resolve => {
      const lose = () => this.#settle(id, { kind: 'lost', why: `no answer to ${method} in time`, finding: 'noAnswer' })
      const patience = withinMs === undefined ? undefined : setTimeout(lose, withinMs)
      this.#pending.set(id, answer => {
        clearTimeout(patience)
        resolve(answer)
      })
    })
    this.#wire?.send(buildRequest(id, method, params))
    if (method === KEEPALIVE_METHOD) return answered
    this.#lastAsked = performance.now()
    this.#beatWithin(this.#options.times.busyMs)
    return answered
  }

  notify(method: string, params: MessageFields): void {
    if (this.#isOpen) this.#wire?.send(buildNotification(method, params))
  }

  /** Sends the reason and closes in order; pending requests are lost. */
  close(): void {
    if (!this.#isOpen) return
    this.#wire?.send(closeReason('CONNECTION_CLOSED', 'the shop closes the connection'))
    this.#wire?.end()
    this.#over('closed by the shop')
  }

  /** Closes at once. */
  #fail(stringCode: string, why: string, finding: TerminalFinding): void {
    if (!this.#isOpen) return
    this.#wire?.send(closeReason(stringCode, why))
    this.#wire?.cut()
    this.#over(why, finding)
  }

  #over(why: string, finding: TerminalFinding = 'connectionLost'): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    clearTimeout(this.#beat?.timer)
    for (const id of this.#pending.keys()) this.#settle(id, { kind: 'lost', why, finding })
    this.#options.onClosed(why)
  }

  #receive(value: unknown): void {
    if (!this.#isOpen) return
    try {
      this.#dispatch(readMessage(value))
    } catch (error) {
      this.#fail('JSONRPC_INVALID_REQUEST', String(error), 'protocol')
    }
  }

  #dispatch(message: Message): void {
    switch (message.kind) {
      case 'request':
        return this.#answer(message)
      case 'notification':
        // Ignored: terminal screen events and future methods; a close reason is followed by the close itself.
        return
      case 'result':
        return this.#settle(message.id, { kind: 'result', result: message.result })
      case 'error':
        return this.#settle(message.id, { kind: 'error', error: message.error })
    }
  }

  #answer({ id, method }: { id: string; method: string }): void {
    const isKnown = method === KEEPALIVE_METHOD
    this.#wire?.send(isKnown ? buildResult(id, method, {}) : buildError(id, method, METHOD_NOT_FOUND))
  }

  /** The first response counts; a repeated or late response is ignored. */
  #settle(id: string, answer: RpcAnswer): void {
    const settle = this.#pending.get(id)
    this.#pending.delete(id)
    settle?.(answer)
  }

  /** Schedules the next keepalive within `ms`; one at a time. */
  #beatWithin(ms: number): void {
    const due = performance.now() + ms
    if (!this.#isOpen || this.#isBeating || (this.#beat && this.#beat.due <= due)) return
    clearTimeout(this.#beat?.timer)
    this.#beat = { due, timer: setTimeout(() => void this.#sendKeepAlive(), ms).unref() }
  }

  async #sendKeepAlive(): Promise<void> {
    this.#beat = undefined
    this.#isBeating = true
    const { idleMs, busyMs, answerMs } = this.#options.times
    const answer = await this.request(KEEPALIVE_METHOD, {}, answerMs)
    this.#isBeating = false
    if (answer.kind === 'lost') return this.#fail('KEEPALIVE', 'the terminal does not answer keepalives', 'noAnswer')
    this.#beatWithin(this.#pending.size > 0 ? busyMs : idleMs)
  }
}
