import { MINUTE_MS } from '#domain/durations.ts'
import type { RecallRow } from './memory-lots.ts'
import { whole, type Work } from './memory-orders.ts'
import type { LineRow, MemoryRows } from './memory-rows.ts'

/** Recalls by lot: begin-recall.ts and inform-buyers.ts of server/modules/orders/recalls. */
export class MemoryRecalls {
  readonly #rows: MemoryRows
  /** A sale is committed at most this long after its time. */
  protected readonly committedWithinMs: number = 10 * MINUTE_MS

  constructor(rows: MemoryRows) {
    this.#rows = rows
  }

  /** A second call changes nothing. */
  begin(productId: number, lot: string): Work<void> {
    return whole(() => {
      const { recalls } = this.#rows.lots
      if (this.#rows.lots.isRecalled({ productId, lot: { lot } })) return
      const startedAt = this.#rows.now()
      recalls.push({ productId, lot, startedAt, searchedUntil: null, searchedAt: 0, buyers: new Map() })
    })
  }

  /** Adds the buyers who are not known yet; `at`: the server's time. Of an unknown lot and later of the lot: of the lot. */
  inform(at: number): Work<void> {
    return whole(() => this.#rows.lots.recalls.forEach(recall => this.#search(recall, at)))
  }

  #search(recall: RecallRow, at: number): void {
    const since = recall.searchedUntil === null ? -Infinity : recall.searchedUntil - this.committedWithinMs
    for (const { userId, paidAt, lines } of this.#rows.orders.values()) {
      if (paidAt === null || paidAt < since) continue
      for (const { judged } of lines.filter(line => this.isAffected(line, recall))) {
        const isCertain = judged?.lot.lot === recall.lot
        recall.buyers.set(userId, isCertain || recall.buyers.get(userId) === true)
      }
    }
    recall.searchedUntil = at
    recall.searchedAt = this.#rows.now()
  }

  protected isAffected({ productId, judged }: LineRow, recall: RecallRow): boolean {
    const lot = judged?.lot.lot
    return productId === recall.productId && (lot === undefined || lot === recall.lot)
  }
}
