import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendError } from '#server/platform/http/errors.ts'
import { RecentMap } from '#server/platform/http/refused-keys.ts'
import { clientAddress } from './address.ts'

/**
 * Limits of one address: a burst of calls, and calls per second from then on. A village behind one router and a mobile carrier's
 * gateway stay below them.
 */
export const FLOOD_LIMIT = { burst: 2000, perSecond: 200 } as const
/**
 * How long a call may wait for its turn. One whose turn is later is refused after about as long: an immediate refusal leads to an
 * immediate retry.
 */
const TIMEOUT_MS = 3000
/** Refused calls beyond these are answered at once: each that is held takes memory. */
const MAX_DELAYED_CALLS = 4000
const MAX_ADDRESSES = 10_000
const COME_BACK_SECONDS = 5
/** Called by machines; a shop under a flood must still report its state. */
const UNCOUNTED_PATHS = new Set(['/livez', '/readyz', '/metrics'])

/** Schedules the calls of each address. It counts in memory: a refused call needs no database. */
export class FloodGate {
  readonly #gapMs: number
  readonly #burstMs: number
  /** By address: when the last of its calls would have had its turn, had they come evenly. */
  readonly #lastTurn = new RecentMap<string, number>(MAX_ADDRESSES)

  constructor(factor: number) {
    this.#gapMs = 1000 / (FLOOD_LIMIT.perSecond * factor)
    this.#burstMs = this.#gapMs * FLOOD_LIMIT.burst * factor
  }

  /** Milliseconds until this call's turn; undefined: later than `PATIENCE_MS`, and then it takes none. */
  nextTurn(address: string, now = performance.now()): number | undefined {
    const turn = Math.max(now, this.#lastTurn.get(address) ?? 0) + this.#gapMs
    const waitMs = turn - this.#burstMs - now
    if (waitMs > TIMEOUT_MS) return undefined
    this.#lastTurn.set(address, turn)
    return Math.max(0, waitMs)
  }
}

/** Admits the calls of each address at its rate: further ones wait for their turn, and with too many before them get 429. */
export function limitFloods(http: FastifyInstance, { rateLimitFactor }: { rateLimitFactor: number }): void {
  const gate = new FloodGate(rateLimitFactor)
  const delayed = createDelayedCalls()
  // Waiting calls don't delay the shutdown.
  http.addHook('preClose', async () => delayed.releaseAll())
  // Not async: nearly every call passes at once.
  http.addHook('onRequest', (request, reply, done) => {
    const waitMs = isUncounted(request) ? 0 : gate.nextTurn(clientAddress(request.ip))
    if (waitMs === 0) return done()
    if (waitMs !== undefined) return delayed.delay(waitMs, done)
    const refuse = () => void sendError(reply.header('Retry-After', String(COME_BACK_SECONDS)), 'rate.limited')
    if (delayed.isFull()) return refuse()
    // At different times: clients that are refused at one moment would retry at one moment.
    delayed.delay(TIMEOUT_MS * (0.5 + Math.random() / 2), refuse)
  })
}

function createDelayedCalls() {
  const releases = new Set<() => void>()
  return {
    isFull: () => releases.size >= MAX_DELAYED_CALLS,
    delay(ms: number, then: () => void): void {
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

const isUncounted = ({ routeOptions: { url } }: FastifyRequest): boolean =>
  url !== undefined && UNCOUNTED_PATHS.has(url)
