/** The pause after a request, as a multiple of its duration. */
const REST_FACTOR = 4
const MAX_POLL_PAUSE_MS = 10_000
/** While the shopper is queued: the terminal may become free at any moment, and then waits for them. */
export const MAX_POLL_PAUSE_BEFORE_TERMINAL_MS = 5000

type PollPace = {
  /** Awaits a response, and records its duration, whatever the result. */
  timed: <T>(request: Promise<T>) => Promise<T>
  /** The delay until the next request (ms): `wantedMs` while responses are quick; else `maxMs` at most. */
  paced: (wantedMs: number, maxMs?: number) => number
}

/**
 * The pace of polling. With many clients on a temporarily slow server, or on a weak signal, polling at the same rate keeps it
 * slow: each request queues behind the earlier ones.
 */
export function pollPace(now = () => performance.now()): PollPace {
  let tookMs = 0
  return {
    async timed(request) {
      const began = now()
      try {
        return await request
      } finally {
        tookMs = now() - began
      }
    },
    paced: (wantedMs, maxMs = MAX_POLL_PAUSE_MS) => Math.max(wantedMs, Math.min(REST_FACTOR * tookMs, maxMs)),
  }
}
