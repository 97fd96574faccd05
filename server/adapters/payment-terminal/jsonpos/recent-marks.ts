const KEPT = 10_000

/** The times of recent actions; the oldest are dropped. */
export class RecentMarks {
  readonly #at = new Map<string, number>()

  set(what: string): void {
    this.#at.delete(what)
    this.#at.set(what, performance.now())
    const [oldest] = this.#at.keys()
    if (this.#at.size > KEPT && oldest !== undefined) this.#at.delete(oldest)
  }

  /** Infinity when there is no such mark, or it was dropped. */
  ageMs(what: string): number {
    return performance.now() - (this.#at.get(what) ?? -Infinity)
  }
}
