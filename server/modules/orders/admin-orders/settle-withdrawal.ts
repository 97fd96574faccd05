import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction } from '#server/platform/http/refusable-transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { recordChange, type Author } from '#server/platform/audit-log/record-change.ts'

type Settling = { orderId: number; author: Author & { reason: string } }

/** Records, once, that an admin has handled a shopper's withdrawal: the goods were removed, or their price refunded. */
export const settleWithdrawal = (context: Context, { orderId, author }: Settling) =>
  inRefusableTransaction(context.db, async trx => {
    const { userId, at, reason } = author
    const settled = await trx
      .updateTable('preorder_withdrawal')
      .set({ settled_at: at, settled_by: userId, settled_reason: reason })
      .where('order_id', '=', orderId)
      .where('settled_at', 'is', null)
      .executeTakeFirst()
    if (settled.numUpdatedRows === 0n) {
      const made = trx.selectFrom('preorder_withdrawal').select('order_id').where('order_id', '=', orderId)
      return refuse((await made.executeTakeFirst()) ? 'preorder.withdrawalSettled' : 'notFound')
    }
    const change = { before: { withdrawal: 'open' }, after: { withdrawal: 'settled' } }
    await recordChange(trx, { kind: 'order', id: orderId, ...change, author })
    return {}
  })
