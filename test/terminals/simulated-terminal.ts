import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFrame, FrameDecoder } from '#server/adapters/payment-terminal/jsonpos/frames.ts'
import { CardMachine } from './card-machine.ts'
import { Conversation, type Line, type Terminal } from './conversation.ts'
import { Faults } from './faults.ts'
import type { Ledger } from './ledger.ts'

export type TerminalOptions = {
  id: number
  ledger: Ledger
  apiKey: string
  keepalive: Terminal['keepalive']
  /** Its TCP port; 0 takes any free one. */
  tcpPort: number
  host: string
}

type Auto = NonNullable<CardMachine['auto']>

/** A terminal with its connections and its power supply. */
export class SimulatedTerminal implements Terminal {
  readonly faults = new Faults()
  readonly apiKey: string
  readonly keepalive: Terminal['keepalive']
  isMute = false
  machine: CardMachine
  readonly #options: TerminalOptions
  readonly #lines = new Set<Line>()
  #server: Server | undefined
  #port: number
  #auto: Auto | undefined
  isOn = false
  #turning: Promise<void> = Promise.resolve()

  constructor(options: TerminalOptions) {
    this.#options = options
    this.#port = options.tcpPort
    this.apiKey = options.apiKey
    this.keepalive = options.keepalive
    this.machine = new CardMachine(options.id, options.ledger)
  }

  get port(): number {
    return this.#port
  }

  /** How it decides without a press; undefined: not at all. */
  set auto(auto: Auto | undefined) {
    this.#auto = auto
    this.machine.auto = auto
  }

  /** Switches the power on: the ledger is its only memory. */
  switchOn(): Promise<void> {
    return this.#inTurn(() => (this.isOn ? undefined : this.#boot()))
  }

  /** Cuts the power; it comes back after a while, or by `switchOn`. */
  async losePower(offMs?: number): Promise<void> {
    await this.#inTurn(() => (this.isOn ? this.#die() : undefined))
    if (offMs !== undefined) void sleep(offMs).then(() => this.switchOn())
  }

  /** Runs power changes one after the other. */
  #inTurn(act: () => Promise<void> | undefined): Promise<void> {
    this.#turning = this.#turning.then(act)
    return this.#turning
  }

  async #boot(): Promise<void> {
    this.machine = new CardMachine(this.#options.id, this.#options.ledger)
    this.machine.auto = this.#auto
    const server = createServer({ noDelay: true }, socket => this.#serve(socket))
    this.#server = server.listen(this.#port, this.#options.host)
    await once(server, 'listening')
    const address = server.address()
    // A TCP server's address is an object once it listens.
    if (typeof address === 'object' && address) this.#port = address.port
    this.isOn = true
  }

  async #die(): Promise<void> {
    this.isOn = false
    this.machine.forget()
    const closed = new Promise(resolve => this.#server?.close(resolve))
    this.cutLines()
    await closed
  }

  cutLines(): void {
    for (const line of this.#lines) line.cut()
  }

  /** Starts a conversation on a new connection; returns the receiver of its messages. */
  converse(line: Line): Conversation & { over: () => void } {
    this.#lines.add(line)
    const conversation = new Conversation(this, line)
    return Object.assign(conversation, {
      over: () => {
        this.#lines.delete(line)
        conversation.end()
      },
    })
  }

  #serve(socket: Socket): void {
    const decoder = new FrameDecoder()
    const cut = () => void (socket.destroyed || socket.resetAndDestroy())
    const send = (message: object) => void (socket.writable && socket.write(encodeFrame(message)))
    const conversation = this.converse({ send, cut })
    socket.on('error', cut)
    socket.on('close', conversation.over)
    socket.on('data', chunk => {
      try {
        for (const message of decoder.push(chunk)) conversation.receive(message)
      } catch {
        cut()
      }
    })
  }
}
