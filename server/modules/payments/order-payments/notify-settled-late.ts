import type { LanguageCode } from '#contract/values.ts'
import { formatPhone } from '#domain/format/phone-format.ts'
import { formatCents } from '#domain/money.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { notifyShoppers } from '#server/modules/messaging/push/notify-shoppers.ts'
import type { Context } from '#server/platform/context.ts'
import { renderEmail } from '#server/platform/email/email-template.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { createTranslate, text } from '#server/texts/text.ts'
import type { Attempt } from './attempts.ts'

type SettledPayment = { attempt: Attempt; order: { status: OrderStatus; order_type: 'standard' | 'preorder' } }

/**
 * Emails and pushes an outcome that was unknown for so long that the shopper has put the phone away, or left the payment in the
 * app. An order that returned to its previous status was not charged.
 */
export async function notifySettledLate(context: Context, trx: Trx, { attempt, order }: SettledPayment) {
  const { locale, currency } = context.config
  const { end, place } = getPaymentEnd(attempt.orderId, order)
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
  await context.outbox.enqueue(trx, 'mail', { to: facts.email, ...mail })
  const push = end === 'paid' ? 'paidLate' : 'notPaidLate'
  await notifyShoppers(
    trx,
    [
      {
        userId: attempt.userId,
        reference: `payment attempt ${attempt.id} settled`,
        text: language => ({
          title: text(language, `payments.push.${push}.title`),
          body: text(language, `payments.push.${push}.body`, { amount }),
        }),
        url: place,
      },
    ],
    { at: context.now() },
  )
}

/** How the payment ended, and the path of the page that shows it. */
function getPaymentEnd(
  orderId: number,
  { status, order_type }: SettledPayment['order'],
): { end: PaymentEnd; place: string } {
  const isPaid = status === 'complete'
  if (order_type === 'preorder') return { end: isPaid ? 'paid' : 'booked', place: `/preorders/${orderId}` }
  return isPaid ? { end: 'paid', place: `/purchases/${orderId}` } : { end: 'unpaid', place: '/home' }
}

const findFacts = (trx: Trx, { userId, storeId }: Attempt) =>
  trx
    .selectFrom('app_user')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .innerJoin('store', join => join.on('store.id', '=', storeId))
    .innerJoin('operator', join => join.onTrue())
    .select(['app_user.email', 'language.code as language', 'store.name as store'])
    .select(['operator.name as operatorName', 'operator.email as operatorEmail', 'operator.phone as operatorPhone'])
    .where('app_user.id', '=', userId)
    .executeTakeFirstOrThrow()

/** The late outcome of a payment: with `unpaid` the shopper may already have the goods, `booked` is a pre-order. */
type PaymentEnd = 'paid' | 'unpaid' | 'booked'

type PaymentOutcomeEmail = {
  language: LanguageCode
  end: PaymentEnd
  orderId: number
  amount: string
  store: string
  link: string
  operator: { name: string; email: string; phone: string }
}

/** Email with the outcome of a payment that the shopper no longer waits for, and what to do now. */
function paymentOutcomeMail(letter: PaymentOutcomeEmail): Omit<MailMessage, 'to'> {
  const { language, end, orderId, link, operator } = letter
  const t = createTranslate(language)
  return renderEmail({
    language,
    subject: t(`payments.settledLate.subject.${end}`, { orderId }),
    parts: [
      t('payments.settledLate.greeting'),
      t(`payments.settledLate.known.${end}`, letter),
      t(`payments.settledLate.next.${end}`),
      { label: t(`payments.settledLate.open.${end}`), link },
      {
        lines: [t('payments.settledLate.questions'), operator.name, operator.email, formatPhone(operator.phone)].filter(
          line => line !== '',
        ),
      },
    ],
  })
}
