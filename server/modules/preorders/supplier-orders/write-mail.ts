import type { SupplierOrder } from '#contract/preorders/supplier-orders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { formatPhone } from '#domain/accounts/phone-format.ts'
import { dayText } from '#domain/format/day-text.ts'
import { THOUSANDTHS_PER_UNIT } from '#domain/quantity.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { findEvent } from '#server/modules/preorders/admin-preorders/find-lines.ts'
import { renderEmail } from '#server/platform/email/email-template.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { quantityIn } from '#server/platform/texts/unit-labels.ts'

type SupplierMailInput = { eventId: number; order: SupplierOrder; language: LanguageCode }

/** The email with the order; replies go to the operator. */
export async function writeMail(db: Db, { eventId, order, language }: SupplierMailInput) {
  const event = await findEvent(db, eventId, language)
  if (!event) throw new Error(`there is no event ${eventId}`)
  const operator = await db
    .selectFrom('operator')
    .select(['name', 'address', 'email', 'phone'])
    .executeTakeFirstOrThrow()
  const mail = supplierOrderMail({
    event: event.name,
    from: event.start_date,
    until: event.end_date,
    replaces: order.last ? shopDate(new Date(order.last.sent_at)) : null,
    products: order.lines.map(line => formatProduct(line, order, language)),
    sender: [operator.name, operator.address, operator.email, formatPhone(operator.phone)].filter(text => text !== ''),
    language,
  })
  return { ...mail, ...(operator.email !== '' && { replyTo: operator.email }) }
}

function formatProduct(line: SupplierOrder['lines'][number], { stores, last }: SupplierOrder, language: LanguageCode) {
  const written = (quantity: number) => quantityIn(language, Math.round(quantity * THOUSANDTHS_PER_UNIT), line.unit)
  const orNothing = (quantity: number | null) => (quantity ? written(quantity) : null)
  const isSame = last === null || line.quantity === (line.before ?? 0)
  return {
    name: line.name,
    code: line.code,
    quantity: orNothing(line.quantity),
    before: isSame ? undefined : orNothing(line.before),
    stores: stores.flatMap(({ id, name }) => {
      const own = line.by_store.find(({ store_id }) => store_id === id)
      return own ? [{ name, quantity: written(own.quantity) }] : []
    }),
  }
}

type Texts = {
  subject: (event: string, isNew: boolean) => string
  greeting: string
  order: (event: string, from: string, until: string) => string
  replaces: (day: string) => string
  was: (quantity: string) => string
  none: string
  reply: string
}

const TEXTS = {
  en: {
    subject: (event, isNew) => (isNew ? `Order: ${event}` : `Changed order: ${event}`),
    greeting: 'Hello!',
    order: (event, from, until) =>
      `Please supply the items below for “${event}”. Customers pick them up ${from}–${until}, so we need them in the stores by ${from}.`,
    replaces: day => `This order replaces the one sent on ${day}. Changes are marked.`,
    was: quantity => `was ${quantity}`,
    none: 'nothing',
    reply: 'Please reply if anything isn’t available.',
  },
  fi: {
    subject: (event, isNew) => (isNew ? `Tilaus: ${event}` : `Muutettu tilaus: ${event}`),
    greeting: 'Hei!',
    order: (event, from, until) =>
      `Tilaamme seuraavat tuotteet tilauskierrokselle ”${event}”. Asiakkaamme noutavat ne ${from}–${until}, joten niiden pitäisi olla kaupoissa viimeistään ${from}.`,
    replaces: day => `Tämä tilaus korvaa tilauksen, jonka lähetimme ${day}. Muutokset on merkitty.`,
    was: quantity => `oli ${quantity}`,
    none: 'ei yhtään',
    reply: 'Vastaathan tähän viestiin, jos jotain ei ole saatavana.',
  },
  sv: {
    subject: (event, isNew) => (isNew ? `Beställning: ${event}` : `Ändrad beställning: ${event}`),
    greeting: 'Hej!',
    order: (event, from, until) =>
      `Vi beställer följande till ”${event}”. Våra kunder hämtar varorna ${from}–${until}, så de bör finnas i butikerna senast ${from}.`,
    replaces: day => `Den här beställningen ersätter den som vi skickade ${day}. Det som har ändrats är markerat.`,
    was: quantity => `var ${quantity}`,
    none: 'inget',
    reply: 'Svara gärna på det här meddelandet om något inte kan levereras.',
  },
} satisfies Record<LanguageCode, Texts>

/** Formatted quantities with units; null: nothing. `before` undefined: as in the last order. */
type OrderedProduct = {
  name: string
  code: string | null
  quantity: string | null
  before: string | null | undefined
  stores: readonly { name: string; quantity: string }[]
}

/** Dates are yyyy-mm-dd; `replaces`: the day of the last order. */
type SupplierOrderMail = {
  event: string
  from: string
  until: string
  replaces: string | null
  products: readonly OrderedProduct[]
  /** Name and addresses of the operator. */
  sender: readonly string[]
  language: LanguageCode
}

/** Email with an order to a supplier. External text is escaped. */
function supplierOrderMail(mail: SupplierOrderMail): Omit<MailMessage, 'to'> {
  const texts: Texts = TEXTS[mail.language]
  return renderEmail({
    language: mail.language,
    subject: texts.subject(mail.event, mail.replaces === null),
    parts: [
      texts.greeting,
      texts.order(mail.event, dayText(mail.from), dayText(mail.until)),
      ...(mail.replaces ? [texts.replaces(dayText(mail.replaces))] : []),
      { items: mail.products.map(product => toMailLines(product, texts)) },
      texts.reply,
      { lines: mail.sender },
    ],
  })
}

/** The ordered quantity of a product, then the quantities by store. */
function toMailLines(
  { name, code, quantity, before, stores }: OrderedProduct,
  texts: Texts,
): [head: string, ...stores: string[]] {
  const was = before === undefined ? '' : ` (${texts.was(before ?? texts.none)})`
  const head = `${name}${code === null ? '' : `, ${code}`}: ${quantity ?? texts.none}${was}`
  return [head, ...stores.map(store => `${store.name}: ${store.quantity}`)]
}
