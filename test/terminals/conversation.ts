import { randomBytes } from 'node:crypto'
import {
  buildError,
  METHOD_NOT_FOUND,
  readMessage,
  buildRequest,
} from '#server/adapters/payment-terminal/jsonpos/messages.ts'
import { closeReason, buildResult, type MessageFields } from '#server/adapters/payment-terminal/jsonpos/messages.ts'
import type { CardMachine, Outcome } from './card-machine.ts'
import type { Faults } from './faults.ts'

/** One connection of the shop, over any transport. `cut` ends it without a message. */
export type Line = { send: (message: object) => void; cut: () => void }

export type Terminal = {
  machine: CardMachine
  faults: Faults
  apiKey: string
  isOn: boolean
  /** Neither receives nor sends, with the connections open: like a pulled cable. */
  isMute: boolean
  keepalive: { everyMs: number; answerMs: number }
}

type Request = { id: string; method: string; params: MessageFields }

/** The terminal's side of one connection. It requests keepalives too, and hangs up on a shop that does not respond. */
export class Conversation {
  readonly #terminal: Terminal
  readonly #line: Line
  readonly #beat: NodeJS.Timeout
  #unanswered: { id: string; timeout: NodeJS.Timeout } | undefined

  constructor(terminal: Terminal, line: Line) {
    this.#terminal = terminal
    this.#line = line
    this.#beat = setInterval(() => this.#sendKeepAlive(), terminal.keepalive.everyMs)
  }

  /** The connection is gone. */
  end(): void {
    clearInterval(this.#beat)
    clearTimeout(this.#unanswered?.timeout)
  }

  receive(value: unknown): void {
    if (this.#terminal.isMute) return
    try {
      const message = readMessage(value)
      if (message.kind === 'request') return this.#request(message)
      if (message.kind === 'notification') return this.#notice(message.method)
      if (message.id === this.#unanswered?.id) this.#answered()
    } catch {
      this.#send(closeReason('JSONRPC_INVALID_REQUEST', 'not understood'))
      this.#line.cut()
    }
  }

  #request(request: Request): void {
    const { faults } = this.#terminal
    const cut = () => this.#line.cut()
    const { method } = request
    faults.meet({ method, side: 'request', cut, pass: () => this.#do(request) })
  }

  #notice(method: string): void {
    const pass = () => {
      if (method === 'Abort') this.#terminal.machine.abort()
    }
    this.#terminal.faults.meet({ method, side: 'request', pass, cut: () => this.#line.cut() })
  }

  #do({ id, method, params }: Request): void {
    const { machine, isOn } = this.#terminal
    // A late request finds the terminal off.
    if (!isOn) return
    const answer = (outcome: Outcome) => this.#answer({ id, method, outcome })
    const isPayment = method === 'Purchase' || method === 'Refund' || method === 'Check'
    if (isPayment && params['api_key'] !== this.#terminal.apiKey) return answer({ stringCode: 'INVALID_API_KEY' })
    switch (method) {
      case '_Keepalive':
        return answer({ result: {} })
      case 'Purchase':
        return machine.purchase(params, answer)
      case 'Refund':
        return machine.refund(params, answer)
      case 'Check':
        return answer(machine.check(params))
      case 'Status':
        return answer(machine.status())
      case 'TerminalInfo':
        return answer({ result: { version: '18.7.50', simulated: true } })
      default:
        return this.#send(buildError(id, method, METHOD_NOT_FOUND))
    }
  }

  #answer({ id, method, outcome }: { id: string; method: string; outcome: Outcome }): void {
    const pass = () => {
      if ('result' in outcome) return this.#send(buildResult(id, method, outcome.result))
      const data = { string_code: outcome.stringCode, details: 'simulated – ei veloitettu' }
      this.#send(buildError(id, method, { code: 1, message: outcome.stringCode, data }))
    }
    this.#terminal.faults.meet({ method, side: 'answer', pass, cut: () => this.#line.cut() })
  }

  #send(message: object): void {
    if (!this.#terminal.isMute) this.#line.send(message)
  }

  #sendKeepAlive(): void {
    if (this.#unanswered) return
    const id = `terminal-${randomBytes(4).toString('hex')}`
    const timeout = setTimeout(() => this.#line.cut(), this.#terminal.keepalive.answerMs)
    this.#unanswered = { id, timeout: timeout }
    this.#send(buildRequest(id, '_Keepalive', {}))
  }

  #answered(): void {
    clearTimeout(this.#unanswered?.timeout)
    this.#unanswered = undefined
  }
}
