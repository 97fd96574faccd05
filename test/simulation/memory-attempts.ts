import { isIn, OPEN_STATES, type AttemptState } from '#domain/payments/attempt-states.ts'
import { LEASE_MS, RENEW_BELOW_MS } from '#domain/payments/operation-machine.ts'
import { UNRESOLVED_ASKED_FOR_MS } from '#domain/payments/payment-attempt.ts'
import type { Attempt } from '#server/modules/payments/payments/attempts.ts'
import { MemoryOrders, whole, type Work } from './memory-orders.ts'
import type { AttemptRow } from './memory-rows.ts'

const DRIVEN: readonly AttemptState[] = [...OPEN_STATES, 'UNRESOLVED']

/** Operations on attempts: abort requests, owners and leases. */
export class MemoryAttempts extends MemoryOrders {
  find(attemptId: number): Work<Attempt> {
    return whole(() => attemptOf(this.row(attemptId)))
  }

  findOpen(userId: number): Work<Attempt | undefined> {
    return whole(() => {
      const open = this.openOf(userId)
      return open && attemptOf(open)
    })
  }

  requestCancel(userId: number): Work<number | undefined> {
    return whole(() => {
      const open = this.openOf(userId)
      if (open) open.cancelRequestedAt ??= this.rows.now()
      return open?.id
    })
  }

  renewLeases(owner: string, driven: readonly number[]): Work<Map<number, { cancelRequestedAt: Date | null }>> {
    return whole(() => {
      const rows = driven.map(id => this.row(id)).filter(row => row.owner === owner && this.#isDriven(row))
      for (const row of rows)
        if ((row.leaseUntil ?? 0) < this.rows.now() + RENEW_BELOW_MS) row.leaseUntil = this.rows.now() + LEASE_MS
      return new Map(rows.map(row => [row.id, { cancelRequestedAt: dateOf(row.cancelRequestedAt) }]))
    })
  }

  releaseLeases(owner: string): Work<void> {
    return whole(() => {
      for (const row of this.rows.attempts.values())
        if (row.owner === owner && isIn(DRIVEN, row.state)) Object.assign(row, { owner: null, leaseUntil: null })
    })
  }

  claimLapsed(owner: string): Work<Attempt[]> {
    return whole(() => {
      const lapsed = [...this.rows.attempts.values()].filter(row => this.#isLapsed(row))
      for (const row of lapsed) Object.assign(row, { owner, leaseUntil: this.rows.now() + LEASE_MS })
      return lapsed.map(attemptOf)
    })
  }

  /** Whether there is anything to claim. */
  hasLapsed(): boolean {
    for (const row of this.rows.attempts.values()) if (this.#isLapsed(row)) return true
    return false
  }

  #isLapsed({ leaseUntil, state, createdAt }: AttemptRow): boolean {
    return (leaseUntil === null || leaseUntil < this.rows.now()) && this.#isDriven({ state, createdAt })
  }

  #isDriven({ state, createdAt }: Pick<AttemptRow, 'state' | 'createdAt'>): boolean {
    const isAskedAbout = state !== 'UNRESOLVED' || createdAt > this.rows.now() - UNRESOLVED_ASKED_FOR_MS
    return isIn(DRIVEN, state) && isAskedAbout
  }

  protected openOf(userId: number): AttemptRow | undefined {
    return [...this.rows.attempts.values()].find(row => row.userId === userId && isIn(OPEN_STATES, row.state))
  }

  protected row(attemptId: number): AttemptRow {
    const row = this.rows.attempts.get(attemptId)
    if (!row) throw new Error(`There is no attempt ${attemptId}`)
    return row
  }
}

const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms))

export const attemptOf = (row: AttemptRow): Attempt => ({
  id: row.id,
  orderId: row.orderId,
  userId: row.userId,
  storeId: 1,
  provider: 'test',
  state: row.state,
  payment: {
    serviceId: row.serviceId,
    terminalId: row.terminalId,
    amountCents: row.amountCents,
    currency: 'EUR',
  },
  sentAt: dateOf(row.sentAt),
  deadlineAt: new Date(row.deadlineAt),
  cancelRequestedAt: dateOf(row.cancelRequestedAt),
  stringCode: row.stringCode,
})
