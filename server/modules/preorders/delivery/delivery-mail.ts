import type { LanguageCode } from '#contract/values.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { escapeHtml } from '#server/platform/email/escape-html.ts'
import { dayText } from '#domain/format/day-text.ts'

type Texts = {
  subject: string
  greeting: string
  arrived: (event: string, place: string) => string
  until: (day: string) => string
  order: (reference: string, total: string) => string
  pay: string
  show: string
}

const TEXTS = {
  en: {
    subject: 'Your pre-order is in the store',
    greeting: 'Hello!',
    arrived: (event, place) => `What you pre-ordered for “${event}” is in the store: ${place}.`,
    until: day => `Pick it up by ${day}.`,
    order: (reference, total) => `Order ${reference}, ${total}:`,
    pay: 'You pay at the terminal of the store. Open your pre-order there and choose to pay.',
    show: 'Show the pre-order',
  },
  fi: {
    subject: 'Ennakkotilauksesi on kaupassa',
    greeting: 'Hei!',
    arrived: (event, place) => `Ennakkotilauksesi tapahtumasta ”${event}” on kaupassa: ${place}.`,
    until: day => `Nouda se viimeistään ${day}.`,
    order: (reference, total) => `Tilaus ${reference}, ${total}:`,
    pay: 'Maksat kaupan maksupäätteellä. Avaa ennakkotilauksesi paikan päällä ja valitse maksaminen.',
    show: 'Näytä ennakkotilaus',
  },
  sv: {
    subject: 'Din förbeställning finns i butiken',
    greeting: 'Hej!',
    arrived: (event, place) => `Det du förbeställde till ”${event}” finns i butiken: ${place}.`,
    until: day => `Hämta det senast ${day}.`,
    order: (reference, total) => `Beställning ${reference}, ${total}:`,
    pay: 'Du betalar vid butikens betalterminal. Öppna din förbeställning på plats och välj att betala.',
    show: 'Visa förbeställningen',
  },
} satisfies Record<LanguageCode, Texts>

/** `until`: yyyy-mm-dd. */
export type DeliveryMail = {
  event: string
  place: string
  until: string
  orders: readonly { reference: string; total: string; link: string }[]
  language: LanguageCode
}

/** Email that the goods are in the store. External text is escaped. */
export function deliveryMail(mail: DeliveryMail): Omit<MailMessage, 'to'> {
  const texts: Texts = TEXTS[mail.language]
  return { subject: texts.subject, text: asText(mail, texts), html: asHtml(mail, texts) }
}

const asText = ({ event, place, until, orders }: DeliveryMail, texts: Texts): string =>
  [
    texts.greeting,
    `${texts.arrived(event, place)} ${texts.until(dayText(until))}`,
    ...orders.map(({ reference, total, link }) => `${texts.order(reference, total)}\n${link}`),
    texts.pay,
  ].join('\n\n') + '\n'

const BODY_STYLE = 'margin:0;padding:24px;background:#f7f5ef;color:#16241a;font:16px/1.5 sans-serif'
const PANEL_STYLE = 'max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px'
const BUTTON_STYLE =
  'display:inline-block;padding:16px 32px;border-radius:8px;background:#1b5e20;color:#ffffff;font-weight:bold;text-decoration:none'

function asHtml({ event, place, until, orders, language }: DeliveryMail, texts: Texts): string {
  const shown = orders.map(
    ({ reference, total, link }) => `<p>${escapeHtml(texts.order(reference, total))}</p>
<p><a href="${escapeHtml(link)}" style="${BUTTON_STYLE}">${escapeHtml(texts.show)}</a></p>`,
  )
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escapeHtml(texts.subject)}</title></head>
<body style="${BODY_STYLE}">
<div style="${PANEL_STYLE}">
<p>${escapeHtml(texts.greeting)}</p>
<p>${escapeHtml(texts.arrived(event, place))} <strong>${escapeHtml(texts.until(dayText(until)))}</strong></p>
${shown.join('\n')}
<p>${escapeHtml(texts.pay)}</p>
</div>
</body>
</html>
`
}
