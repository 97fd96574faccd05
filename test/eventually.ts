import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 20
const TIMEOUT_MS = 15_000

/** Polls until `look` returns something; the error of a timeout contains the source of `look`. */
export async function eventually<T>(check: () => Promise<T | undefined | false>): Promise<T> {
  const endMs = performance.now() + TIMEOUT_MS
  do {
    const seen = await check()
    if (seen) return seen
    await sleep(POLL_MS)
  } while (performance.now() < endMs)
  throw new Error(`Still false after ${TIMEOUT_MS / 1000} s: ${String(check).replaceAll(/\s+/g, ' ')}`)
}
