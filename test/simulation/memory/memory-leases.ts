import { LEASE_MS, RENEW_BELOW_MS } from '#domain/payments/operation-machine.ts'
import type { RenewedLease } from '#server/modules/payments/terminal-operations/operation-repository.ts'
import { whole, type Work } from './memory-orders.ts'

type LeasedRow = { id: number; owner: string | null; leaseUntil: number | null; sentAt: number | null }

/** Rows that are leased to servers, as in server/modules/payments/terminal-operations/leases.ts. */
type Leased<Row extends LeasedRow> = {
  rows: ReadonlyMap<number, Row>
  now: () => number
  /** The rows that a server drives to their outcome. */
  isDriven: (row: Row) => boolean
  cancelRequestedAt: (row: Row) => number | null
}

export class MemoryLeases<Row extends LeasedRow> {
  readonly #leased: Leased<Row>

  constructor(leased: Leased<Row>) {
    this.#leased = leased
  }

  renew(owner: string, driven: readonly number[]): Work<Map<number, RenewedLease>> {
    return whole(() => {
      const { rows, now, isDriven, cancelRequestedAt } = this.#leased
      const renewed = new Map<number, RenewedLease>()
      for (const id of driven) {
        const row = rows.get(id)
        if (row?.owner !== owner || !isDriven(row)) continue
        if ((row.leaseUntil ?? 0) < now() + RENEW_BELOW_MS) row.leaseUntil = now() + LEASE_MS
        renewed.set(id, { isSent: row.sentAt !== null, cancelRequestedAt: toDate(cancelRequestedAt(row)) })
      }
      return renewed
    })
  }

  release(owner: string): Work<void> {
    return whole(() => {
      const { rows, isDriven } = this.#leased
      for (const row of rows.values()) {
        if (row.owner === owner && isDriven(row)) Object.assign(row, { owner: null, leaseUntil: null })
      }
    })
  }

  claimLapsed(owner: string): Work<Row[]> {
    return whole(() => {
      const { rows, now } = this.#leased
      const lapsed = [...rows.values()].filter(row => this.#isLapsed(row))
      for (const row of lapsed) Object.assign(row, { owner, leaseUntil: now() + LEASE_MS })
      return lapsed
    })
  }

  /** Whether there is anything to claim. */
  hasLapsed(): boolean {
    for (const row of this.#leased.rows.values()) if (this.#isLapsed(row)) return true
    return false
  }

  #isLapsed(row: Row): boolean {
    const { now, isDriven } = this.#leased
    return (row.leaseUntil === null || row.leaseUntil < now()) && isDriven(row)
  }
}

export const toDate = (ms: number | null) => (ms === null ? null : new Date(ms))
