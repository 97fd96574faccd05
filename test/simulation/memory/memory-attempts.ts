import { isIn, OPEN_STATES, type AttemptState } from '#domain/payments/attempt-states.ts'
import { UNRESOLVED_QUERY_PERIOD_MS } from '#domain/payments/payment-timeouts.ts'
import type { Attempt } from '#server/modules/payments/order-payments/attempts.ts'
import type { RenewedLease } from '#server/modules/payments/terminal-operations/operation-repository.ts'
import { toDate, MemoryLeases } from './memory-leases.ts'
import { MemoryOrders, whole, type Work } from './memory-orders.ts'
import type { AttemptRow, MemoryRows } from './memory-rows.ts'

const DRIVEN: readonly AttemptState[] = [...OPEN_STATES, 'UNRESOLVED']

/** Operations on attempts: abort requests, owners and leases. */
export class MemoryAttempts extends MemoryOrders {
  readonly #leases: MemoryLeases<AttemptRow>

  constructor(rows: MemoryRows) {
    super(rows)
    const { now, attempts } = rows
    this.#leases = new MemoryLeases({
      rows: attempts,
      now,
      isDriven: ({ state, createdAt }) =>
        isIn(DRIVEN, state) && (state !== 'UNRESOLVED' || createdAt > now() - UNRESOLVED_QUERY_PERIOD_MS),
      cancelRequestedAt: row => row.cancelRequestedAt,
    })
  }

  find(attemptId: number): Work<Attempt> {
    return whole(() => getAttempt(this.row(attemptId)))
  }

  findOpen(userId: number): Work<Attempt | undefined> {
    return whole(() => {
      const open = this.getOpen(userId)
      return open && getAttempt(open)
    })
  }

  requestCancel(userId: number): Work<number | undefined> {
    return whole(() => {
      const open = this.getOpen(userId)
      if (open) open.cancelRequestedAt ??= this.rows.now()
      return open?.id
    })
  }

  renewLeases(owner: string, driven: readonly number[]): Work<Map<number, RenewedLease>> {
    return this.#leases.renew(owner, driven)
  }

  releaseLeases(owner: string): Work<void> {
    return this.#leases.release(owner)
  }

  *claimLapsed(owner: string): Work<Attempt[]> {
    return (yield* this.#leases.claimLapsed(owner)).map(getAttempt)
  }

  hasLapsed(): boolean {
    return this.#leases.hasLapsed()
  }

  protected getOpen(userId: number): AttemptRow | undefined {
    return [...this.rows.attempts.values()].find(row => row.userId === userId && isIn(OPEN_STATES, row.state))
  }

  protected row(attemptId: number): AttemptRow {
    const row = this.rows.attempts.get(attemptId)
    if (!row) throw new Error(`There is no attempt ${attemptId}`)
    return row
  }
}

export const getAttempt = (row: AttemptRow): Attempt => ({
  id: row.id,
  orderId: row.orderId,
  userId: row.userId,
  storeId: 1,
  provider: row.holdsTerminal ? 'test' : 'mobilepay',
  state: row.state,
  payment: {
    serviceId: row.serviceId,
    terminalId: row.terminalId,
    amountCents: row.amountCents,
    currency: 'EUR',
  },
  sentAt: toDate(row.sentAt),
  deadlineAt: new Date(row.deadlineAt),
  cancelRequestedAt: toDate(row.cancelRequestedAt),
  stringCode: row.stringCode,
})
