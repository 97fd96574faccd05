import type { LanguageCode } from '#contract/values.ts'
import { vatBreakdown } from '#domain/catalogue/vat.ts'
import { formatDeadline } from '#domain/format/date-format.ts'
import { dayText } from '#domain/format/day-text.ts'
import { joinFilled } from '#domain/format/join-filled.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { formatPhone } from '#domain/format/phone-format.ts'
import { formatCents } from '#domain/money.ts'
import { referenceNumber } from '#domain/payments/reference-number.ts'
import { orderUntil } from '#domain/preorders/preorder-event.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import type { Context } from '#server/platform/context.ts'
import { renderEmail, type EmailPart } from '#server/platform/email/email-template.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { createTranslate } from '#server/texts/text.ts'
import { quantityIn } from '#server/texts/unit-labels.ts'
import type { EmailData } from './queries.ts'

type BookingNotice = { letter: EmailData; origin: string; replacedId?: number | undefined }

/** Emails the booking confirmation; it is sent after the commit. */
export const notifyBooked = ({ outbox, config }: Context, trx: Trx, { letter, origin, replacedId }: BookingNotice) =>
  outbox.enqueue(trx, 'mail', { to: letter.email, ...bookedMail(asLetter(letter, { config, origin }), replacedId) })

export const notifyCancelled = ({ outbox, config }: Context, trx: Trx, { letter, origin }: BookingNotice) =>
  outbox.enqueue(trx, 'mail', { to: letter.email, ...cancelledMail(asLetter(letter, { config, origin })) })

type NotifyOptions = { config: Context['config']; origin: string }

function asLetter(facts: EmailData, { config, origin }: NotifyOptions): PreorderEmail {
  const { id, language, timeZone } = facts
  const euros = (cents: number) => formatCents(cents, config)
  const rates = facts.lines.map(line => ({ totalCents: line.total_cents, rateBasisPoints: line.rate_basis_points }))
  return {
    language,
    orderId: id,
    reference: referenceNumber(id),
    event: textInLanguage(facts.names, language),
    lines: facts.lines.map(line => ({
      name: textInLanguage(line.names, language),
      quantity: quantityIn(language, line.quantity_thousandths, line.unit),
      amount: euros(line.total_cents),
      isPerishable: line.perishable,
    })),
    total: euros(facts.total_cents),
    vat: vatBreakdown(rates).map(rate => ({ percent: rate.rateBasisPoints / 100, amount: euros(rate.vatCents) })),
    store: `${facts.storeName}, ${facts.storeAddress}`,
    pickUp: [dayText(facts.startDate), dayText(facts.endDate)],
    until: formatDeadline(orderUntil(facts, timeZone), timeZone),
    operator: {
      address: joinFilled([facts.operatorName, facts.business_id, facts.operatorAddress], ', '),
      email: facts.operatorEmail,
      phone: facts.phone,
    },
    link: `${origin}/preorders/${id}`,
  }
}

/** The contents of emails about a pre-order; amounts, quantities, dates and times are formatted. */
export type PreorderEmail = {
  language: LanguageCode
  orderId: number
  reference: string
  event: string
  lines: readonly { name: string; quantity: string; amount: string; isPerishable: boolean }[]
  total: string
  vat: readonly { percent: number; amount: string }[]
  store: string
  pickUp: readonly [first: string, last: string]
  until: string
  operator: { address: string; email: string; phone: string }
  link: string
}

type MailContent = Omit<MailMessage, 'to'>

/** Confirms a booking, for the shopper to keep: goods, prices, place, time, and how to change it or withdraw. */
export function bookedMail(letter: PreorderEmail, replacedId?: number): MailContent {
  const { language, orderId, event, store, pickUp, until, link } = letter
  const t = createTranslate(language)
  const [first, last] = pickUp
  return renderEmail({
    language,
    subject: t('preorders.booking.bookedSubject', { orderId }),
    parts: [
      t('preorders.booking.greeting'),
      t('preorders.booking.booked', { orderId, event }),
      ...(replacedId === undefined ? [] : [t('preorders.booking.replaced', { orderId: replacedId })]),
      toGoodsTable(letter),
      t('preorders.booking.pickUp', { store, days: first === last ? first : `${first}–${last}` }),
      t('preorders.booking.payment'),
      t('preorders.booking.change', { until }),
      ...toWithdrawalParts(letter),
      { label: t('preorders.booking.open'), link },
      formatOperator(letter),
    ],
  })
}

/** Confirms the cancellation, and that nothing is to be paid. */
export function cancelledMail(letter: PreorderEmail): MailContent {
  const { language, orderId, event, link } = letter
  const t = createTranslate(language)
  return renderEmail({
    language,
    subject: t('preorders.booking.cancelledSubject', { orderId }),
    parts: [
      t('preorders.booking.greeting'),
      t('preorders.booking.cancelled', { orderId, event }),
      toGoodsTable(letter),
      t('preorders.booking.nothingToPay'),
      { label: t('preorders.booking.open'), link },
      formatOperator(letter),
    ],
  })
}

function toGoodsTable({ language, lines, total, vat, reference }: PreorderEmail): EmailPart {
  const t = createTranslate(language)
  return {
    rows: [
      ...lines.map(({ name, quantity, amount }) => [name, quantity, amount]),
      [t('preorders.booking.total'), '', total],
      ...vat.map(({ percent, amount }) => [t('preorders.booking.vat', { percent: percentText(percent) }), '', amount]),
      [t('preorders.booking.reference'), '', reference],
    ],
  }
}

/** There is no withdrawal from perishable goods: the email lists them. */
function toWithdrawalParts({ language, lines, operator }: PreorderEmail): EmailPart[] {
  const t = createTranslate(language)
  const perishable = lines.filter(({ isPerishable }) => isPerishable).map(({ name }) => name)
  if (perishable.length === lines.length) return [t('preorders.booking.noWithdrawal')]
  const exception = perishable.length > 0 ? [t('preorders.booking.perishable', { names: perishable.join(', ') })] : []
  return [
    [
      operator.email === ''
        ? t('preorders.booking.withdrawal')
        : t('preorders.booking.withdrawalOrWrite', { email: operator.email }),
      ...exception,
    ].join(' '),
  ]
}

const formatOperator = ({ operator: { address, email, phone } }: PreorderEmail): string =>
  joinFilled([address, email, formatPhone(phone)], '\n')
