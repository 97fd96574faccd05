export type Kind = 'authenticate' | 'stores' | 'products' | 'order' | 'completed' | 'place' | 'pay'
/** What a shopper waits for with nothing to show yet, or shown as it was. */
export const READS = ['authenticate', 'stores', 'products', 'order', 'completed'] as const satisfies readonly Kind[]

/** One press on "Pay", by the wall clock that terminals share. */
export type Press = { orderId: number; pressedAt: number; answeredAt: number; samples: Samples }

/** What shoppers met in one stretch of a run. A call counts where it was sent. */
export class Samples {
  /** How long calls took, by kind (ms). */
  readonly times: Record<Kind, number[]> = {
    authenticate: [],
    stores: [],
    products: [],
    order: [],
    completed: [],
    place: [],
    pay: [],
  }
  /** Lists that had not changed. */
  readonly unchanged = { stores: 0, products: 0 }
  arrived = 0
  /** How late shoppers were let in, since the generator itself was busy (ms). */
  readonly late: number[] = []
  /** What payments ended with. */
  readonly codes: Record<string, number> = {}
  /** Answers that should not have been. */
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
