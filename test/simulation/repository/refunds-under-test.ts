import { sql } from 'kysely'
import type { RefundInput } from '#domain/payments/refund.ts'
import { type RefundRepository, sqlRefundRepository } from '#server/modules/payments/refunds/refund-repository.ts'
import { beginReversals } from '#server/modules/payments/refunds/refund-worker.ts'
import { requestRefund } from '#server/modules/payments/refunds/request-refund.ts'
import type { Context } from '#server/platform/context.ts'
import { finish } from '../memory/memory-orders.ts'
import { MemoryRefundRequests } from '../memory/memory-refund-requests.ts'
import type { MemoryRows } from '../memory/memory-rows.ts'
import type { Part, RefundsUnderTest } from './repository-driver.ts'

function toRefundInput(part: Part, lineId: number): RefundInput {
  if (part === 'freeSum') return { freeSumCents: 50 }
  return part === 'all' ? part : [{ lineId, quantityThousandths: part * 1000 }]
}

/** The statements of server/modules/payments/refunds, on a real PostgreSQL. */
export const sqlRefundsUnderTest = (context: Context): RefundsUnderTest => {
  const { db } = context
  return {
    refunds: sqlRefundRepository(context),
    async request({ orderId, owner, part, expectedCents, returnsStock = false }) {
      const lines = db.selectFrom('order_line').select('id').where('order_id', '=', orderId).orderBy('id')
      const { id: lineId } = await lines.executeTakeFirstOrThrow()
      const order = db.selectFrom('customer_order').select('user_id').where('id', '=', orderId)
      const { user_id: userId } = await order.executeTakeFirstOrThrow()
      const requests = toRefundInput(part, lineId)
      return requestRefund(context, {
        orderId,
        owner,
        userId,
        expectedCents,
        returnsStock,
        // The limit is a person's, and no repository's.
        mayExceedLimit: true,
        lines: requests,
        reason: 'spoiled',
      })
    },
    beginReversals: owner => beginReversals(context, owner),
    async refund(refundId) {
      const row = await db.selectFrom('refund').selectAll().where('id', '=', refundId).executeTakeFirstOrThrow()
      return { state: row.state, owner: row.owner, isSent: row.sent_at !== null }
    },
    async refundedCents(orderId) {
      const { rows } = await sql<{ cents: number }>`
        SELECT coalesce(sum(account.refunded_cents), 0)::integer AS cents FROM refund_account account
        JOIN payment_attempt attempt ON attempt.id = account.attempt_id WHERE attempt.order_id = ${orderId}`.execute(db)
      return rows[0]?.cents ?? 0
    },
    async returns(orderId) {
      const { rows } = await sql<{ returns: number }>`
        SELECT count(*)::integer AS returns FROM stock_move JOIN refund_line part ON part.id = stock_move.refund_line_id
        JOIN refund ON refund.id = part.refund_id WHERE refund.order_id = ${orderId}`.execute(db)
      return rows[0]?.returns ?? 0
    },
    async ageRefund(refundId, ms) {
      await sql`UPDATE refund SET lease_until = lease_until - make_interval(secs => ${ms / 1000}),
        sent_at = sent_at - make_interval(secs => ${ms / 1000}),
        outcome_at = outcome_at - make_interval(secs => ${ms / 1000}) WHERE id = ${refundId}`.execute(db)
    },
  }
}

/** The simulation's repository. */
export function memoryRefundsUnderTest(rows: MemoryRows): RefundsUnderTest {
  const memory = new MemoryRefundRequests(rows)
  return {
    refunds: atOnce(memory),
    async request({ orderId, part, returnsStock = false, ...asking }) {
      const requests = toRefundInput(part, rows.orders.get(orderId)?.lines[0]?.id ?? 0)
      return finish(memory.request({ ...asking, orderId, userId: 1, returnsStock, lines: requests, reason: 'spoiled' }))
    },
    beginReversals: async owner => finish(memory.beginReversals(owner)),
    async refund(refundId) {
      const { state, owner, sentAt } = rows.refunds.get(refundId)!
      return { state, owner, isSent: sentAt !== null }
    },
    refundedCents: async orderId => {
      const attempts = [...rows.attempts.values()].filter(attempt => attempt.orderId === orderId)
      return attempts.reduce((sum, { id }) => sum + (rows.accounts.get(id) ?? 0), 0)
    },
    returns: async orderId => {
      const lineIds = rows.orders.get(orderId)?.lines.map(({ id }) => id) ?? []
      return rows.moves.filter(
        ({ lineId, refundLineId }) => refundLineId !== null && lineId !== null && lineIds.includes(lineId),
      ).length
    },
    async ageRefund(refundId, ms) {
      const row = rows.refunds.get(refundId)!
      if (row.leaseUntil !== null) row.leaseUntil -= ms
      if (row.sentAt !== null) row.sentAt -= ms
      if (row.outcomeAt !== null) row.outcomeAt -= ms
    },
  }
}

/** The memory's transactions as calls, each run to its end at once. */
const atOnce = (memory: MemoryRefundRequests): RefundRepository => ({
  claimTerminal: async (refundId, owner) => finish(memory.claimTerminal(refundId, owner)),
  markSent: async (refundId, owner) => finish(memory.markSent(refundId, owner)),
  recordState: async (refundId, state) => finish(memory.recordState(refundId, state)),
  settle: async (refund, outcome) => finish(memory.settle(refund, outcome)),
  renewLeases: async (owner, driven) => finish(memory.renewLeases(owner, driven)),
  releaseLeases: async owner => finish(memory.releaseLeases(owner)),
  claimLapsed: async owner => finish(memory.claimLapsed(owner)),
})
