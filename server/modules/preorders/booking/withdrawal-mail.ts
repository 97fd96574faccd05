import type { LanguageCode } from '#contract/values.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { renderEmail } from '#server/platform/email/email-template.ts'

/** The result of a withdrawal: the pre-order is cancelled, or replaced by another with the rest, or, if it was paid, refunded. */
export type WithdrawalEnd = 'cancelled' | 'split' | 'paid'

/** The contents of the acknowledgement for the shopper; amounts, quantities, dates and times are formatted. */
type WithdrawalEmail = {
  language: LanguageCode
  orderId: number
  reference: string
  event: string
  /** The goods that it covers. */
  lines: readonly { name: string; quantity: string; amount: string }[]
  total: string
  /** When it was made, by the clock of the store. */
  date: string
  time: string
  store: string
  end: WithdrawalEnd
  /** The pre-order with the rest, if there is one. */
  rest?: number | undefined
  /** The other party of the contract. */
  operator: string
  link: string
}

type WithdrawalLabels = {
  subject: (orderId: number) => string
  greeting: string
  received: (at: { date: string; time: string }) => string
  withdrawn: (of: { orderId: number; event: string }) => string
  total: string
  reference: string
  ends: Record<WithdrawalEnd, (of: { total: string; store: string; rest: number | undefined }) => string>
  keep: string
  open: string
}

const WORDS = {
  en: {
    subject: orderId => `Your withdrawal from pre-order ${orderId}`,
    greeting: 'Hello!',
    received: ({ date, time }) => `We’ve received your withdrawal from the contract, made on ${date} at ${time}.`,
    withdrawn: ({ orderId, event }) => `Your withdrawal covers these items in pre-order ${orderId} (${event}):`,
    total: 'Total',
    reference: 'Reference number',
    ends: {
      cancelled: () => 'The pre-order is cancelled: you don’t need to pick up or pay anything.',
      split: ({ rest }) =>
        `You don’t need to pick up or pay for these items. The rest stays booked as pre-order ${rest}, at the same prices.`,
      paid: ({ total, store }) =>
        `We’ll refund ${total} the same way you paid, within 14 days. We may wait until we’ve received the items: please return them within 14 days to ${store}.`,
    },
    keep: 'Keep this message: it confirms your withdrawal.',
    open: 'Open the pre-order',
  },
  fi: {
    subject: orderId => `Peruuttamisilmoituksesi: ennakkotilaus ${orderId}`,
    greeting: 'Hei!',
    received: ({ date, time }) => `Saimme ilmoituksesi sopimuksen peruuttamisesta ${date} klo ${time}.`,
    withdrawn: ({ orderId, event }) => `Peruutit näiden tuotteiden oston ennakkotilauksesta ${orderId} (${event}):`,
    total: 'Yhteensä',
    reference: 'Viitenumero',
    ends: {
      cancelled: () => 'Ennakkotilaus on peruttu: sinun ei tarvitse noutaa eikä maksaa mitään.',
      split: ({ rest }) =>
        `Sinun ei tarvitse noutaa eikä maksaa näitä tuotteita. Muiden tuotteiden tilaus pysyy voimassa samoin hinnoin: ennakkotilaus ${rest}.`,
      paid: ({ total, store }) =>
        `Hyvitämme ${total} samalla maksutavalla 14 päivän kuluessa. Voimme lykätä hyvitystä, kunnes olemme saaneet tuotteet takaisin. Palauta ne 14 päivän kuluessa tänne: ${store}.`,
    },
    keep: 'Säilytä tämä viesti: se vahvistaa peruuttamisesi.',
    open: 'Avaa ennakkotilaus',
  },
  sv: {
    subject: orderId => `Din ångeranmälan: förhandsbeställning ${orderId}`,
    greeting: 'Hej!',
    received: ({ date, time }) => `Vi har tagit emot din ångeranmälan, gjord den ${date} kl. ${time}.`,
    withdrawn: ({ orderId, event }) =>
      `Du ångrade köpet av de här varorna i förhandsbeställning ${orderId} (${event}):`,
    total: 'Totalt',
    reference: 'Referensnummer',
    ends: {
      cancelled: () => 'Förhandsbeställningen är avbokad: du behöver varken hämta eller betala något.',
      split: ({ rest }) =>
        `Du behöver varken hämta eller betala de här varorna. Resten är fortfarande beställd till samma pris: förhandsbeställning ${rest}.`,
      paid: ({ total, store }) =>
        `Vi återbetalar ${total} på samma sätt som du betalade, inom 14 dagar. Vi får vänta tills vi har fått tillbaka varorna: lämna dem inom 14 dagar till ${store}.`,
    },
    keep: 'Spara det här meddelandet: det bekräftar att du har ångrat köpet.',
    open: 'Öppna förhandsbeställningen',
  },
} satisfies Record<LanguageCode, WithdrawalLabels>

/** The acknowledgement that the law requires, for the shopper to keep: what was withdrawn from, and when. */
export function withdrawalMail(letter: WithdrawalEmail): Omit<MailMessage, 'to'> {
  const { language, orderId, event, reference, lines, total, date, time, store, end, rest, operator, link } = letter
  const words: WithdrawalLabels = WORDS[language]
  return renderEmail({
    language,
    subject: words.subject(orderId),
    parts: [
      words.greeting,
      words.received({ date, time }),
      words.withdrawn({ orderId, event }),
      {
        rows: [
          ...lines.map(({ name, quantity, amount }) => [name, quantity, amount]),
          [words.total, '', total],
          [words.reference, '', reference],
        ],
      },
      words.ends[end]({ total, store, rest }),
      words.keep,
      { label: words.open, link },
      operator,
    ],
  })
}
