import type { LanguageCode } from '#contract/values.ts'
import { formatPhone } from '#domain/accounts/phone-format.ts'
import { formatCents } from '#domain/money.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { notifyShoppers } from '#server/modules/messaging/push/notify-shoppers.ts'
import type { Context } from '#server/platform/context.ts'
import { renderEmail } from '#server/platform/email/email-template.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { pushTexts } from '#server/platform/texts/push-texts.ts'
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
  await notifyShoppers(
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

type OutcomeFacts = Pick<PaymentOutcomeEmail, 'orderId' | 'amount' | 'store'>
type SettledLateLabels = {
  subject: Record<PaymentEnd, (orderId: number) => string>
  greeting: string
  known: Record<PaymentEnd, (of: OutcomeFacts) => string>
  next: Record<PaymentEnd, string>
  open: Record<PaymentEnd, string>
  questions: string
}

const WORDS = {
  en: {
    subject: {
      paid: orderId => `Your payment went through: order ${orderId}`,
      unpaid: orderId => `Your payment didn’t go through: order ${orderId}`,
      booked: orderId => `Your payment didn’t go through: pre-order ${orderId}`,
    },
    greeting: 'Hello!',
    known: {
      paid: ({ amount, store }) => `Your payment of ${amount} is confirmed. Store: ${store}.`,
      unpaid: ({ amount, store }) => `You weren’t charged for your ${amount} purchase. Store: ${store}.`,
      booked: ({ amount, store }) => `You weren’t charged for your ${amount} pre-order. Store: ${store}.`,
    },
    next: {
      paid: 'There’s nothing more to do. Don’t pay for it again.',
      unpaid: 'If you have the products, please pay for them in the app, or contact us.',
      booked:
        'Your pre-order is just as it was. If you have the products, please pay for it in the app, or contact us.',
    },
    open: { paid: 'Show the receipt', unpaid: 'Open the app', booked: 'Show the pre-order' },
    questions: 'Questions?',
  },
  fi: {
    subject: {
      paid: orderId => `Maksusi onnistui: tilaus ${orderId}`,
      unpaid: orderId => `Maksusi ei onnistunut: tilaus ${orderId}`,
      booked: orderId => `Maksusi ei onnistunut: ennakkotilaus ${orderId}`,
    },
    greeting: 'Hei!',
    known: {
      paid: ({ amount, store }) => `Maksusi (${amount}) on vahvistunut. Kauppa: ${store}.`,
      unpaid: ({ amount, store }) => `Ostoksestasi (${amount}) ei veloitettu mitään. Kauppa: ${store}.`,
      booked: ({ amount, store }) => `Ennakkotilauksestasi (${amount}) ei veloitettu mitään. Kauppa: ${store}.`,
    },
    next: {
      paid: 'Sinun ei tarvitse tehdä mitään. Älä maksa ostosta uudelleen.',
      unpaid: 'Jos tuotteet ovat sinulla, maksa ne sovelluksessa tai ota meihin yhteyttä.',
      booked:
        'Ennakkotilaus on ennallaan. Jos tuotteet ovat sinulla, maksa tilaus sovelluksessa tai ota meihin yhteyttä.',
    },
    open: { paid: 'Näytä kuitti', unpaid: 'Avaa sovellus', booked: 'Näytä ennakkotilaus' },
    questions: 'Kysyttävää?',
  },
  sv: {
    subject: {
      paid: orderId => `Din betalning gick igenom: beställning ${orderId}`,
      unpaid: orderId => `Din betalning gick inte igenom: beställning ${orderId}`,
      booked: orderId => `Din betalning gick inte igenom: förhandsbeställning ${orderId}`,
    },
    greeting: 'Hej!',
    known: {
      paid: ({ amount, store }) => `Din betalning på ${amount} är bekräftad. Butik: ${store}.`,
      unpaid: ({ amount, store }) => `Ditt köp på ${amount} debiterades inte. Butik: ${store}.`,
      booked: ({ amount, store }) => `Din förhandsbeställning på ${amount} debiterades inte. Butik: ${store}.`,
    },
    next: {
      paid: 'Du behöver inte göra något. Betala inte köpet igen.',
      unpaid: 'Om du har varorna, betala dem i appen eller kontakta oss.',
      booked:
        'Förhandsbeställningen är som den var. Om du redan har varorna, betala beställningen i appen eller kontakta oss.',
    },
    open: { paid: 'Visa kvittot', unpaid: 'Öppna appen', booked: 'Visa förhandsbeställningen' },
    questions: 'Frågor?',
  },
} satisfies Record<LanguageCode, SettledLateLabels>

/** Email with the outcome of a payment that the shopper no longer waits for, and what to do now. */
function paymentOutcomeMail(letter: PaymentOutcomeEmail): Omit<MailMessage, 'to'> {
  const { language, end, orderId, link, operator } = letter
  const words: SettledLateLabels = WORDS[language]
  return renderEmail({
    language,
    subject: words.subject[end](orderId),
    parts: [
      words.greeting,
      words.known[end](letter),
      words.next[end],
      { label: words.open[end], link },
      {
        lines: [words.questions, operator.name, operator.email, formatPhone(operator.phone)].filter(
          line => line !== '',
        ),
      },
    ],
  })
}
