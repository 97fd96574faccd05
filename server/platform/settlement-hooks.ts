import { type RawBuilder, sql } from 'kysely'
import type { Trx } from './schema/tables.ts'

/** A refund whose money has gone back. */
export type SettledRefund = {
  id: number
  orderId: number
  storeId: number
  /** A reversal returns money that was taken without a sale. */
  kind: 'refund' | 'reversal'
  askedBy: number | null
  reason: string
  returnsStock: boolean
}

/** What a module writes when money has moved. All of it commits with the outcome, or none. */
export type SettlementHooks = {
  /**
   * A call of a function in the schema with the id of an order that was just paid, or null. It is part of the statement that writes
   * the outcome of the payment, so that no round trip is added.
   */
  paid?: (orderId: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Called in the transaction that records a refund as done. */
  refunded?: (trx: Trx, refund: SettledRefund) => Promise<void>
}

export type Settlement = Required<SettlementHooks>

/** The hooks of all modules, in their order: it is the order in which rows are locked. */
export const joinSettlementHooks = (hooks: readonly SettlementHooks[]): Settlement => ({
  paid: orderId => sql.join(hooks.flatMap(({ paid }) => paid?.(orderId) ?? [])),
  async refunded(trx, refund) {
    for (const { refunded } of hooks) await refunded?.(trx, refund)
  },
})
