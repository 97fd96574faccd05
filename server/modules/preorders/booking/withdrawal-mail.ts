import type { LanguageCode } from '#contract/values.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { renderEmail } from '#server/platform/email/email-template.ts'
import { createTranslate } from '#server/texts/text.ts'

/** The result of a withdrawal: the pre-order is cancelled, or replaced by another with the rest, or, if it was paid, refunded. */
export type WithdrawalResult = 'cancelled' | 'split' | 'paid'

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
  end: WithdrawalResult
  /** The pre-order with the rest, if there is one. */
  rest?: number | undefined
  /** The other party of the contract. */
  operator: string
  link: string
}

/** The acknowledgement that the law requires, for the shopper to keep: what was withdrawn from, and when. */
export function withdrawalMail(letter: WithdrawalEmail): Omit<MailMessage, 'to'> {
  const { language, orderId, event, reference, lines, total, date, time, store, end, rest, operator, link } = letter
  const t = createTranslate(language)
  return renderEmail({
    language,
    subject: t('preorders.withdrawal.subject', { orderId }),
    parts: [
      t('preorders.withdrawal.greeting'),
      t('preorders.withdrawal.received', { date, time }),
      t('preorders.withdrawal.withdrawn', { orderId, event }),
      {
        rows: [
          ...lines.map(({ name, quantity, amount }) => [name, quantity, amount]),
          [t('preorders.withdrawal.total'), '', total],
          [t('preorders.withdrawal.reference'), '', reference],
        ],
      },
      t(`preorders.withdrawal.ends.${end}`, { total, store, rest }),
      t('preorders.withdrawal.keep'),
      { label: t('preorders.withdrawal.open'), link },
      operator,
    ],
  })
}
