import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'

/** `unreachable` as soon as the caller stops waiting. */
export function unreachableOnAbort(signal: AbortSignal): Promise<TerminalAnswer> {
  const stopped = Promise.withResolvers<TerminalAnswer>()
  const stop = () => stopped.resolve({ kind: 'unreachable' })
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  return stopped.promise
}

const MAX_REMEMBERED = 10_000

/** A set of keys, such as those of cancelled payments, that drops the oldest ones. */
export class RecentKeys {
  readonly #keys = new Set<string>()

  add(key: string): void {
    this.#keys.add(key)
    const [oldest] = this.#keys
    if (this.#keys.size > MAX_REMEMBERED && oldest !== undefined) this.#keys.delete(oldest)
  }

  has = (key: string): boolean => this.#keys.has(key)
}
