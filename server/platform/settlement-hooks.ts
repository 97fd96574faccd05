import { type RawBuilder, sql } from 'kysely'
import type { Trx } from './schema/tables.ts'

/** A refund whose money has gone back. */
export type RefundDone = {
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
   * Parts of the WITH of the statement that gives orders their outcome. `orders`: a table with the columns of customer_order;
   * those that are complete by now were paid. A payment sends one statement in all, so a hook sends none of its own.
   */
  paid?: (orders: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Called in the transaction that records a refund as done. */
  refunded?: (trx: Trx, refund: RefundDone) => Promise<void>
}

export type Settlement = Required<SettlementHooks>

/** The hooks of all modules, in their order: it is the order in which rows are locked. */
export const joinSettlementHooks = (hooks: readonly SettlementHooks[]): Settlement => ({
  paid: orders => sql.join(hooks.flatMap(({ paid }) => paid?.(orders) ?? [])),
  async refunded(trx, refund) {
    for (const { refunded } of hooks) await refunded?.(trx, refund)
  },
})
