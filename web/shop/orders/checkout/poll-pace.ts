/** A question that took so long is followed by a rest so many times as long. */
const REST = 4
const LONGEST_REST_MS = 10_000
/** Whoever is not at the terminal yet may be called to it at any moment, and it waits for them. */
export const LONGEST_REST_BEFORE_THE_TERMINAL_MS = 5000

export type PollPace = {
  /** Waits for an answer, and remembers how long it took, whatever became of it. */
  timed: <T>(asked: Promise<T>) => Promise<T>
  /** When to ask again (ms): as often as wanted, while answers come quickly; else after `longestMs` at most. */
  paced: (wantedMs: number, longestMs?: number) => number
}

/**
 * How often to ask how something stands. Where many ask a shop that is slow for a moment, or one asks over one bar of signal,
 * asking on at the same rate is what keeps it slow: each question waits behind those that were asked before.
 */
export function pollPace(now = () => performance.now()): PollPace {
  let tookMs = 0
  return {
    async timed(asked) {
      const began = now()
      try {
        return await asked
      } finally {
        tookMs = now() - began
      }
    },
    paced: (wantedMs, longestMs = LONGEST_REST_MS) => Math.max(wantedMs, Math.min(REST * tookMs, longestMs)),
  }
}
