import type { LanguageCode } from '#contract/values.ts'
import { formatPhone } from '#domain/accounts/phone-format.ts'
import { vatBreakdown } from '#domain/catalogue/vat.ts'
import { formatDeadline } from '#domain/format/date-format.ts'
import { dayText } from '#domain/format/day-text.ts'
import { joinFilled } from '#domain/format/join-filled.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { formatCents } from '#domain/money.ts'
import { referenceNumber } from '#domain/payments/reference-number.ts'
import { orderUntil } from '#domain/preorders/preorder-event.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import type { Context } from '#server/platform/context.ts'
import { renderEmail, type EmailPart } from '#server/platform/email/email-template.ts'
import { textIn } from '#server/platform/languages/queries.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { quantityIn } from '#server/platform/texts/unit-labels.ts'
import type { EmailData } from './queries.ts'

type BookingNotice = { letter: EmailData; origin: string; replacedId?: number | undefined }

/** Emails the booking confirmation; it is sent after the commit. */
export const notifyBooked = ({ outbox, config }: Context, trx: Trx, { letter, origin, replacedId }: BookingNotice) =>
  outbox.enqueue(trx, 'mail', { to: letter.email, ...bookedMail(asLetter(letter, { config, origin }), replacedId) })

export const notifyCancelled = ({ outbox, config }: Context, trx: Trx, { letter, origin }: BookingNotice) =>
  outbox.enqueue(trx, 'mail', { to: letter.email, ...cancelledMail(asLetter(letter, { config, origin })) })

type Manner = { config: Context['config']; origin: string }

function asLetter(facts: EmailData, { config, origin }: Manner): PreorderEmail {
  const { id, language, timeZone } = facts
  const euros = (cents: number) => formatCents(cents, config)
  const rates = facts.lines.map(line => ({ totalCents: line.total_cents, rateBasisPoints: line.rate_basis_points }))
  return {
    language,
    orderId: id,
    reference: referenceNumber(id),
    event: textIn(facts.names, language),
    lines: facts.lines.map(line => ({
      name: textIn(line.names, language),
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

type Mail = Omit<MailMessage, 'to'>

/** Confirms a booking, for the shopper to keep: goods, prices, place, time, and how to change it or withdraw. */
export function bookedMail(letter: PreorderEmail, replacedId?: number): Mail {
  const { language, orderId, event, store, pickUp, until, link } = letter
  const words = preorderLabels(language)
  const [first, last] = pickUp
  return renderEmail({
    language,
    subject: words.bookedSubject(orderId),
    parts: [
      words.greeting,
      words.booked({ orderId, event }),
      ...(replacedId === undefined ? [] : [words.replaced(replacedId)]),
      toGoodsTable(letter),
      words.pickUp({ store, days: first === last ? first : `${first}–${last}` }),
      words.payment,
      words.change(until),
      ...toWithdrawalParts(letter),
      { label: words.open, link },
      formatOperator(letter),
    ],
  })
}

/** Confirms the cancellation, and that nothing is to be paid. */
export function cancelledMail(letter: PreorderEmail): Mail {
  const { language, orderId, event, link } = letter
  const words = preorderLabels(language)
  return renderEmail({
    language,
    subject: words.cancelledSubject(orderId),
    parts: [
      words.greeting,
      words.cancelled({ orderId, event }),
      toGoodsTable(letter),
      words.nothingToPay,
      { label: words.open, link },
      formatOperator(letter),
    ],
  })
}

function toGoodsTable({ language, lines, total, vat, reference }: PreorderEmail): EmailPart {
  const words = preorderLabels(language)
  return {
    rows: [
      ...lines.map(({ name, quantity, amount }) => [name, quantity, amount]),
      [words.total, '', total],
      ...vat.map(({ percent, amount }) => [words.vat(percentText(percent)), '', amount]),
      [words.reference, '', reference],
    ],
  }
}

/** There is no withdrawal from perishable goods: the email lists them. */
function toWithdrawalParts({ language, lines, operator }: PreorderEmail): EmailPart[] {
  const words = preorderLabels(language)
  const perishable = lines.filter(({ isPerishable }) => isPerishable).map(({ name }) => name)
  if (perishable.length === lines.length) return [words.noWithdrawal]
  const exception = perishable.length > 0 ? [words.perishable(perishable.join(', '))] : []
  return [[words.withdrawal(operator.email), ...exception].join(' ')]
}

const formatOperator = ({ operator: { address, email, phone } }: PreorderEmail): string =>
  joinFilled([address, email, formatPhone(phone)], '\n')

type PreorderNames = { orderId: number; event: string }

type PreorderLabels = {
  greeting: string
  bookedSubject: (orderId: number) => string
  booked: (which: PreorderNames) => string
  replaced: (orderId: number) => string
  total: string
  vat: (percent: string) => string
  reference: string
  pickUp: (place: { store: string; days: string }) => string
  payment: string
  change: (until: string) => string
  withdrawal: (email: string) => string
  perishable: (names: string) => string
  noWithdrawal: string
  open: string
  cancelledSubject: (orderId: number) => string
  cancelled: (which: PreorderNames) => string
  nothingToPay: string
}

const WORDS: Record<LanguageCode, PreorderLabels> = {
  en: {
    greeting: 'Hello!',
    bookedSubject: orderId => `Pre-order ${orderId} confirmed`,
    booked: ({ orderId, event }) => `Your pre-order ${orderId} is confirmed: ${event}.`,
    replaced: orderId => `It replaces pre-order ${orderId}, which has been cancelled.`,
    total: 'Total, VAT included',
    vat: percent => `of which VAT ${percent}`,
    reference: 'Reference number',
    pickUp: ({ store, days }) => `Pick it up at ${store}, on ${days}.`,
    payment: 'You pay in the store when you pick it up.',
    change: until => `You can change or cancel the pre-order until ${until}.`,
    withdrawal: email =>
      `You can withdraw from this purchase within 14 days of pick-up without giving a reason. Choose “Withdraw from contract here” on the page of the pre-order${email ? `, or write to ${email}` : ''}.`,
    perishable: names => `This doesn’t apply to perishable items: ${names}.`,
    noWithdrawal: 'These items are perishable, so there is no right of withdrawal after that time.',
    open: 'Open the pre-order',
    cancelledSubject: orderId => `Your pre-order ${orderId} is cancelled`,
    cancelled: ({ orderId, event }) => `Your pre-order ${orderId} is cancelled: ${event}.`,
    nothingToPay: 'You don’t need to pay or pick up anything.',
  },
  fi: {
    greeting: 'Hei!',
    bookedSubject: orderId => `Ennakkotilauksesi ${orderId} on vahvistettu`,
    booked: ({ orderId, event }) => `Ennakkotilauksesi ${orderId} on vahvistettu: ${event}.`,
    replaced: orderId => `Se korvaa ennakkotilauksesi ${orderId}, joka on peruttu.`,
    total: 'Yhteensä, sis. alv',
    vat: percent => `josta alv ${percent}`,
    reference: 'Viitenumero',
    pickUp: ({ store, days }) => `Nouto: ${store}, ${days}.`,
    payment: 'Maksat kaupassa, kun noudat tilauksen.',
    change: until => `Voit muuttaa tilausta tai perua sen ${until} asti.`,
    withdrawal: email =>
      `Voit peruuttaa oston syytä ilmoittamatta 14 päivän kuluessa noudosta: valitse ennakkotilauksen sivulla ”Peruuta sopimus tästä”${email ? ` tai kirjoita osoitteeseen ${email}` : ''}.`,
    perishable: names => `Peruuttamisoikeus ei koske nopeasti pilaantuvia tuotteita: ${names}.`,
    noWithdrawal: 'Tuotteet ovat nopeasti pilaantuvia, joten niiden ostoa ei voi sen jälkeen peruuttaa.',
    open: 'Avaa ennakkotilaus',
    cancelledSubject: orderId => `Ennakkotilauksesi ${orderId} on peruttu`,
    cancelled: ({ orderId, event }) => `Ennakkotilauksesi ${orderId} on peruttu: ${event}.`,
    nothingToPay: 'Sinun ei tarvitse maksaa eikä noutaa mitään.',
  },
  sv: {
    greeting: 'Hej!',
    bookedSubject: orderId => `Din förhandsbeställning ${orderId} är bekräftad`,
    booked: ({ orderId, event }) => `Din förhandsbeställning ${orderId} är bekräftad: ${event}.`,
    replaced: orderId => `Den ersätter din förhandsbeställning ${orderId}, som är avbokad.`,
    total: 'Totalt, inkl. moms',
    vat: percent => `varav moms ${percent}`,
    reference: 'Referensnummer',
    pickUp: ({ store, days }) => `Hämtas i ${store}, ${days}.`,
    payment: 'Du betalar i butiken när du hämtar beställningen.',
    change: until => `Du kan ändra eller avboka beställningen fram till ${until}.`,
    withdrawal: email =>
      `Du kan ångra köpet utan att ange skäl inom 14 dagar från hämtningen: välj ”Ångra avtalet här” på beställningens sida${email ? ` eller skriv till ${email}` : ''}.`,
    perishable: names => `Ångerrätten gäller inte varor som snabbt blir dåliga: ${names}.`,
    noWithdrawal: 'Varorna blir snabbt dåliga, så köpet kan inte ångras efter det.',
    open: 'Öppna förhandsbeställningen',
    cancelledSubject: orderId => `Din förhandsbeställning ${orderId} är avbokad`,
    cancelled: ({ orderId, event }) => `Din förhandsbeställning ${orderId} är avbokad: ${event}.`,
    nothingToPay: 'Det finns inget att betala och inget att hämta.',
  },
}

const preorderLabels = (language: LanguageCode): PreorderLabels => WORDS[language]
