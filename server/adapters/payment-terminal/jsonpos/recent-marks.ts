const KEPT = 10_000

/** When something was last done, for what was done lately; the oldest are forgotten. */
export class RecentMarks {
  readonly #at = new Map<string, number>()

  set(what: string): void {
    this.#at.delete(what)
    this.#at.set(what, performance.now())
    const [oldest] = this.#at.keys()
    if (this.#at.size > KEPT && oldest !== undefined) this.#at.delete(oldest)
  }

  /** Infinity when it was not done, or is forgotten. */
  ageMs(what: string): number {
    return performance.now() - (this.#at.get(what) ?? -Infinity)
  }
}
