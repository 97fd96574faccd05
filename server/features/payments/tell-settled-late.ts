import type { OrderStatus } from '#domain/order.ts'
import { formatCents } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/tables.ts'
import { pushTexts } from '#server/texts/push-texts.ts'
import type { Transaction } from 'kysely'
import { tellShoppers } from '../push/tell-shoppers.ts'
import type { Attempt } from './attempts.ts'

type Settled = { attempt: Attempt; order: { status: OrderStatus; order_type: 'standard' | 'preorder' } }

/**
 * The shopper was told that nobody knows whether the payment went through (the order stood in `error`), and has put the
 * phone away: now it is known. Where the order went back to where it was, nothing was taken.
 */
export function tellSettledLate(context: Context, trx: Transaction<Database>, { attempt, order }: Settled) {
  const isPaid = order.status === 'complete'
  const { locale, currency } = context.config
  const amount = formatCents(attempt.payment.amountCents, { locale, currency })
  const purchase = order.order_type === 'preorder' ? `/preorders/${attempt.orderId}` : `/purchases/${attempt.orderId}`
  return tellShoppers(
    trx,
    [
      {
        userId: attempt.userId,
        about: `payment attempt ${attempt.id} settled`,
        text: language => (isPaid ? pushTexts(language).paidLate(amount) : pushTexts(language).notPaidLate(amount)),
        url: isPaid || order.order_type === 'preorder' ? purchase : '/home',
      },
    ],
    { at: context.now() },
  )
}
