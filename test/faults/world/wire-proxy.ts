import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chances } from '../chances.ts'

/** The possible fates of each piece of data that passes; weights of one draw. */
export type WireFaults = {
  pass: number
  /** Cut before it is delivered. */
  lost: number
  /** Delivered late. */
  late: number
  /** Delivered late, after the caller has been cut off. */
  lateAndCut: number
  /** Delivered, and once more on a separate connection. */
  twice: number
  /** Delivered, and the connection cut before any response. */
  deliveredAndCut: number
  /** Swallowed; the connection stays open for a while as if nothing had happened. */
  blackHole: number
}

export type WirePlan = { request: WireFaults; reply: Omit<WireFaults, 'twice' | 'lateAndCut'>; latestMs: number }

const FAULTLESS = { pass: 1, lost: 0, late: 0, lateAndCut: 0, twice: 0, deliveredAndCut: 0, blackHole: 0 }
export const FAULTLESS_WIRE: WirePlan = { request: FAULTLESS, reply: FAULTLESS, latestMs: 0 }

/** A proxy between servers and terminals that causes network faults. */
export class WireProxy {
  /** The faults from now on. */
  plan: WirePlan = FAULTLESS_WIRE
  /** How often each fault has occurred. */
  readonly counts: Record<string, number> = {}
  readonly #chances: Chances
  readonly #sockets = new Set<Socket>()
  readonly #doors: Server[] = []

  constructor(chances: Chances) {
    this.#chances = chances
  }

  /** Opens a port that leads to the terminals' own. `isOnce`: over TLS, no network repeats what was sent. */
  async open(upstreamPort: () => number, { isOnce = false } = {}): Promise<number> {
    const door = createServer(socket => {
      const dial = () => this.#track(connect(upstreamPort(), '127.0.0.1'))
      new Wire({ near: this.#track(socket), dial, proxy: this, chances: this.#chances, isOnce }).run()
    })
    this.#doors.push(door)
    door.listen(0, '127.0.0.1')
    await once(door, 'listening')
    return (door.address() as AddressInfo).port // it listens on TCP
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all(this.#doors.map(door => new Promise<void>(resolve => door.close(() => resolve()))))
  }

  #track(socket: Socket): Socket {
    this.#sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#sockets.delete(socket))
    return socket
  }
}

type WireParts = { near: Socket; dial: () => Socket; proxy: WireProxy; chances: Chances; isOnce: boolean }

/** One connection of a server to a terminal, and the proxy's own connection behind it. */
class Wire {
  readonly #near: Socket
  readonly #far: Socket
  readonly #dial: () => Socket
  readonly #proxy: WireProxy
  readonly #chances: Chances
  readonly #isOnce: boolean
  #isSwallowing = false
  readonly #sent: { at: number; piece: Buffer }[] = []

  constructor({ near, dial, proxy, chances, isOnce }: WireParts) {
    this.#isOnce = isOnce
    this.#near = near
    this.#dial = dial
    this.#far = dial()
    this.#proxy = proxy
    this.#chances = chances
  }

  run(): void {
    // Sequentially: a late piece delays those behind it, as in any stream.
    let requests = Promise.resolve()
    let replies = Promise.resolve()
    this.#near.on('data', (piece: Buffer) => (requests = requests.then(() => this.#request(piece))))
    this.#far.on('data', (piece: Buffer) => (replies = replies.then(() => this.#reply(piece))))
    this.#near.on('close', () => void requests.then(() => this.#far.end()))
    this.#far.on('close', () => void replies.then(() => this.#isSwallowing || this.#near.end()))
  }

  #draw(faults: Partial<WireFaults>): string {
    const fate = this.#chances.weighed(faults as WireFaults)
    if (fate !== 'pass') this.#proxy.counts[fate] = (this.#proxy.counts[fate] ?? 0) + 1
    return fate
  }

  async #request(piece: Buffer): Promise<void> {
    if (this.#isSwallowing) return
    const { request, latestMs } = this.#proxy.plan
    const fate = this.#draw(request)
    if (fate === 'lost') return this.#cut()
    if (fate === 'blackHole') return this.#swallow(latestMs)
    if (fate === 'lateAndCut') this.#near.destroy()
    if (fate === 'late' || fate === 'lateAndCut') await sleep(this.#chances.between(50, latestMs))
    this.#sent.push({ at: performance.now(), piece })
    this.#far.write(piece)
    if (fate === 'twice' && !this.#isOnce) this.#repeat(latestMs)
    if (fate === 'deliveredAndCut') this.#near.destroy()
  }

  async #reply(piece: Buffer): Promise<void> {
    if (this.#isSwallowing || this.#near.destroyed) return
    const { reply, latestMs } = this.#proxy.plan
    const fate = this.#draw(reply)
    if (fate === 'lost') return this.#cut()
    if (fate === 'blackHole') return this.#swallow(latestMs)
    if (fate === 'late') await sleep(this.#chances.between(50, latestMs))
    this.#near.write(piece)
    if (fate === 'deliveredAndCut') this.#cut()
  }

  /**
   * Delivers what was just sent again, later and on another connection, after the messages that open a connection; the response
   * is discarded. Older data is not repeated: no network keeps it longer than a late request takes.
   */
  #repeat(latestMs: number): void {
    const recent = performance.now() - latestMs
    const pieces = this.#sent.filter(({ at }, index) => index === 0 || at >= recent)
    const again = Buffer.concat(pieces.map(({ piece }) => piece))
    void sleep(this.#chances.between(0, latestMs)).then(() => {
      const socket = this.#dial()
      socket.resume()
      socket.write(again)
      return sleep(2000).then(() => socket.destroy())
    })
  }

  #cut(): void {
    this.#near.destroy()
    this.#far.destroy()
  }

  #swallow(latestMs: number): void {
    this.#isSwallowing = true
    void sleep(this.#chances.between(500, Math.max(500, latestMs))).then(() => this.#cut())
  }
}
