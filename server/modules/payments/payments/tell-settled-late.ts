import type { OrderStatus } from '#domain/orders/order.ts'
import { formatCents } from '#domain/money.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { paymentOutcomeMail, type PaymentEnd } from './payment-outcome-mail.ts'
import { pushTexts } from '#server/platform/texts/push-texts.ts'
import type { Transaction } from 'kysely'
import { tellShoppers } from '#server/modules/messaging/push/tell-shoppers.ts'
import type { Attempt } from './attempts.ts'

type Settled = { attempt: Attempt; order: { status: OrderStatus; order_type: 'standard' | 'preorder' } }

/**
 * Emails and pushes an outcome that was unknown for so long that the shopper has put the phone away, or left the payment in the
 * app. An order that returned to its previous status was not charged.
 */
export async function tellSettledLate(context: Context, trx: Transaction<Database>, { attempt, order }: Settled) {
  const { locale, currency } = context.config
  const isPreorder = order.order_type === 'preorder'
  const end: PaymentEnd = order.status === 'complete' ? 'paid' : isPreorder ? 'booked' : 'unpaid'
  const place = isPreorder
    ? `/preorders/${attempt.orderId}`
    : end === 'paid'
      ? `/purchases/${attempt.orderId}`
      : '/home'
  const amount = formatCents(attempt.payment.amountCents, { locale, currency })
  const facts = await findFacts(trx, attempt)
  const mail = paymentOutcomeMail({
    language: facts.language,
    end,
    orderId: attempt.orderId,
    amount,
    store: facts.store,
    link: context.origin() + place,
    operator: { name: facts.operatorName, email: facts.operatorEmail, phone: facts.operatorPhone },
  })
  await context.jobs.enqueue(trx, 'send-mail', { to: facts.email, ...mail })
  await tellShoppers(
    trx,
    [
      {
        userId: attempt.userId,
        about: `payment attempt ${attempt.id} settled`,
        text: language => pushTexts(language)[end === 'paid' ? 'paidLate' : 'notPaidLate'](amount),
        url: place,
      },
    ],
    { at: context.now() },
  )
}

const findFacts = (trx: Transaction<Database>, { userId, storeId }: Attempt) =>
  trx
    .selectFrom('app_user')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .innerJoin('store', join => join.on('store.id', '=', storeId))
    .innerJoin('operator', join => join.onTrue())
    .select(['app_user.email', 'language.code as language', 'store.name as store'])
    .select(['operator.name as operatorName', 'operator.email as operatorEmail', 'operator.phone as operatorPhone'])
    .where('app_user.id', '=', userId)
    .executeTakeFirstOrThrow()
