import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RecentMap } from './recent-map.ts'
import { clientAddress } from './client-address.ts'
import { sendError } from './errors.ts'

/**
 * What one address may ask for: so many calls at once, and so many a second from then on. A village behind one router and a
 * mobile carrier's gateway stay below it.
 */
export const FLOOD = { burst: 2000, perSecond: 200 } as const
/** So long may a call wait for its turn. One whose turn comes later hears no after as long: an answer at once invites the next. */
const PATIENCE_MS = 3000
/** Refused calls beyond these are answered at once: each that is held takes memory. */
const MOST_HELD = 4000
const MOST_ADDRESSES = 10_000
const COME_BACK_SECONDS = 5
/** They are asked by machines, and a shop under a flood must go on to say how it is. */
const UNCOUNTED = new Set(['/livez', '/readyz', '/metrics'])

/** Gives the calls of each address their turns. It counts in memory: a refused call costs no database. */
export class FloodGate {
  readonly #gapMs: number
  readonly #burstMs: number
  /** By address: when the last of its calls would have had its turn, had they come evenly. */
  readonly #lastTurn = new RecentMap<string, number>(MOST_ADDRESSES)

  constructor(factor: number) {
    this.#gapMs = 1000 / (FLOOD.perSecond * factor)
    this.#burstMs = this.#gapMs * FLOOD.burst * factor
  }

  /** In how many milliseconds this call has its turn; undefined: not within our patience, and then it takes none. */
  turnOf(address: string, now = performance.now()): number | undefined {
    const turn = Math.max(now, this.#lastTurn.get(address) ?? 0) + this.#gapMs
    const waitMs = turn - this.#burstMs - now
    if (waitMs > PATIENCE_MS) return undefined
    this.#lastTurn.set(address, turn)
    return Math.max(0, waitMs)
  }
}

/** Lets the calls of each address in at its pace: those beyond wait for their turn, and with too many before them hear 429. */
export function limitFloods(http: FastifyInstance, { rateLimitFactor }: { rateLimitFactor: number }): void {
  const gate = new FloodGate(rateLimitFactor)
  const held = heldCalls()
  // Who waits when the server goes down keeps it from nothing.
  http.addHook('preClose', async () => held.releaseAll())
  // Not async: nearly every call passes at once.
  http.addHook('onRequest', (request, reply, done) => {
    const waitMs = isUncounted(request) ? 0 : gate.turnOf(clientAddress(request.ip))
    if (waitMs === 0) return done()
    if (waitMs !== undefined) return held.hold(waitMs, done)
    const refuse = () => void sendError(reply.header('Retry-After', String(COME_BACK_SECONDS)), 'rate.limited')
    if (held.isFull()) return refuse()
    // At different times: all at once they would come back all at once.
    held.hold(PATIENCE_MS * (0.5 + Math.random() / 2), refuse)
  })
}

function heldCalls() {
  const releases = new Set<() => void>()
  return {
    isFull: () => releases.size >= MOST_HELD,
    hold(ms: number, then: () => void): void {
      const release = () => {
        clearTimeout(timer)
        if (releases.delete(release)) then()
      }
      const timer = setTimeout(release, ms)
      releases.add(release)
    },
    releaseAll: () => releases.forEach(release => release()),
  }
}

const isUncounted = ({ routeOptions: { url } }: FastifyRequest): boolean => url !== undefined && UNCOUNTED.has(url)
