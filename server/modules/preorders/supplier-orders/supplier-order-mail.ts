import type { LanguageCode } from '#contract/values.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { escapeHtml } from '#server/platform/email/escape-html.ts'
import { dayText } from '#domain/format/day-text.ts'

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
      `We order the following for “${event}”. Our customers fetch it from ${from} to ${until}, so it should be in the stores by the first day.`,
    replaces: day => `This order replaces the one of ${day}. What has changed is marked.`,
    was: quantity => `was ${quantity}`,
    none: 'nothing',
    reply: 'Please answer this message if something can’t be had.',
  },
  fi: {
    subject: (event, isNew) => (isNew ? `Tilaus: ${event}` : `Muuttunut tilaus: ${event}`),
    greeting: 'Hei!',
    order: (event, from, until) =>
      `Tilaamme seuraavat tuotteet tapahtumaan ”${event}”. Asiakkaamme noutavat ne ${from}–${until}, joten niiden pitäisi olla kaupoissa ensimmäiseen päivään mennessä.`,
    replaces: day => `Tämä tilaus korvaa tilauksen ${day}. Muutokset on merkitty.`,
    was: quantity => `oli ${quantity}`,
    none: 'ei yhtään',
    reply: 'Vastaathan tähän viestiin, jos jotain ei ole saatavana.',
  },
  sv: {
    subject: (event, isNew) => (isNew ? `Beställning: ${event}` : `Ändrad beställning: ${event}`),
    greeting: 'Hej!',
    order: (event, from, until) =>
      `Vi beställer följande till ”${event}”. Våra kunder hämtar det ${from}–${until}, så det bör finnas i butikerna senast den första dagen.`,
    replaces: day => `Den här beställningen ersätter den från ${day}. Det som har ändrats är markerat.`,
    was: quantity => `var ${quantity}`,
    none: 'inget',
    reply: 'Svara gärna på det här meddelandet om något inte finns att få.',
  },
} satisfies Record<LanguageCode, Texts>

/** Formatted quantities with units; null: nothing. `before` undefined: as in the last order. */
export type OrderedProduct = {
  name: string
  code: string | null
  quantity: string | null
  before: string | null | undefined
  stores: readonly { name: string; quantity: string }[]
}

/** Dates are yyyy-mm-dd; `replaces`: the day of the last order. */
export type SupplierOrderMail = {
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
export function supplierOrderMail(mail: SupplierOrderMail): Omit<MailMessage, 'to'> {
  const texts: Texts = TEXTS[mail.language]
  const paragraphs = [
    texts.greeting,
    texts.order(mail.event, dayText(mail.from), dayText(mail.until)),
    ...(mail.replaces ? [texts.replaces(dayText(mail.replaces))] : []),
  ]
  const products = mail.products.map(product => linesOf(product, texts))
  const text = [
    ...paragraphs,
    ...products.map(([head = '', ...stores]) => [head, ...stores.map(store => `  ${store}`)].join('\n')),
    texts.reply,
    mail.sender.join('\n'),
  ].join('\n\n')
  const subject = texts.subject(mail.event, mail.replaces === null)
  return { subject, text: `${text}\n`, html: asHtml({ ...mail, subject, paragraphs, products }, texts) }
}

/** The ordered quantity of a product, then the quantities by store. */
function linesOf({ name, code, quantity, before, stores }: OrderedProduct, texts: Texts): string[] {
  const was = before === undefined ? '' : ` (${texts.was(before ?? texts.none)})`
  const head = `${name}${code === null ? '' : `, ${code}`}: ${quantity ?? texts.none}${was}`
  return [head, ...stores.map(store => `${store.name}: ${store.quantity}`)]
}

const BODY_STYLE = 'margin:0;padding:24px;color:#16241a;font:16px/1.5 sans-serif'

type Html = Pick<SupplierOrderMail, 'language' | 'sender'> & {
  subject: string
  paragraphs: readonly string[]
  products: readonly string[][]
}

function asHtml({ subject, paragraphs, products, sender, language }: Html, texts: Texts): string {
  const items = products.map(
    ([head = '', ...stores]) =>
      `<li><strong>${escapeHtml(head)}</strong>${stores.map(store => `<br>${escapeHtml(store)}`).join('')}</li>`,
  )
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="${BODY_STYLE}">
${paragraphs.map(paragraph => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
<ul>
${items.join('\n')}
</ul>
<p>${escapeHtml(texts.reply)}</p>
<p>${sender.map(escapeHtml).join('<br>')}</p>
</body>
</html>
`
}
