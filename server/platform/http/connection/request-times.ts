/** Seconds: from imperceptible on a phone to the duration of a payment at a terminal. */
export const TIME_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 180] as const

type Series = { method: string; route: string; status: string; counts: number[]; sum: number; count: number }

/** Response times of this server, by declared route: a URL itself may contain a sign-in link. */
export class RequestTimes {
  readonly #series = new Map<string, Series>()

  note(method: string, route: string, { status, seconds }: { status: number; seconds: number }): void {
    const kind = `${Math.floor(status / 100)}xx`
    const key = `${method} ${route} ${kind}`
    let series = this.#series.get(key)
    if (!series) {
      series = { method, route, status: kind, counts: TIME_BOUNDS.map(() => 0), sum: 0, count: 0 }
      this.#series.set(key, series)
    }
    const { counts } = series
    TIME_BOUNDS.forEach((bound, at) => (counts[at] = (counts[at] ?? 0) + (seconds <= bound ? 1 : 0)))
    series.sum += seconds
    series.count++
  }

  all(): readonly Series[] {
    return [...this.#series.values()]
  }
}
