export type Kind = 'authenticate' | 'stores' | 'products' | 'order' | 'completed' | 'place' | 'pay'
/** Reads that the shopper waits for, with nothing or old data on the screen. */
export const READS = ['authenticate', 'stores', 'products', 'order', 'completed'] as const satisfies readonly Kind[]

/** One press on "Pay", by the wall clock that terminals share. */
export type Press = { orderId: number; pressedAt: number; answeredAt: number; samples: Samples }

/** The measurements of one stretch of a run. A call counts for the stretch in which it was sent. */
export class Samples {
  /** Durations of calls, by kind (ms). */
  readonly times: Record<Kind, number[]> = {
    authenticate: [],
    stores: [],
    products: [],
    order: [],
    completed: [],
    place: [],
    pay: [],
  }
  /** FaultCounts of lists that had not changed. */
  readonly unchanged = { stores: 0, products: 0 }
  arrived = 0
  /** How late shoppers arrived because the generator itself was busy (ms). */
  readonly late: number[] = []
  /** FaultCounts of payment results. */
  readonly codes: Record<string, number> = {}
  /** FaultCounts of unexpected responses. */
  readonly errors: Record<string, number> = {}

  get reads(): number[] {
    return READS.flatMap(kind => this.times[kind])
  }

  get errorCount(): number {
    return Object.values(this.errors).reduce((sum, count) => sum + count, 0)
  }

  countError(what: string): void {
    this.errors[what] = (this.errors[what] ?? 0) + 1
  }

  countCode(code: string): void {
    this.codes[code] = (this.codes[code] ?? 0) + 1
  }
}
