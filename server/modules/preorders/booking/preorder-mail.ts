import { percentText } from '#domain/format/percent-text.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { letterMail, type LetterPart } from '#server/platform/email/letter.ts'
import { preorderWords } from './preorder-words.ts'

/** The contents of emails about a pre-order; amounts, quantities, dates and times are formatted. */
export type PreorderLetter = {
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
export function bookedMail(letter: PreorderLetter, replacedId?: number): Mail {
  const { language, orderId, event, store, pickUp, until, link } = letter
  const words = preorderWords(language)
  const [first, last] = pickUp
  return letterMail({
    language,
    subject: words.bookedSubject(orderId),
    parts: [
      words.greeting,
      words.booked({ orderId, event }),
      ...(replacedId === undefined ? [] : [words.replaced(replacedId)]),
      goodsOf(letter),
      words.pickUp({ store, days: first === last ? first : `${first}–${last}` }),
      words.payment,
      words.change(until),
      ...withdrawalOf(letter),
      { label: words.open, link },
      operatorOf(letter),
    ],
  })
}

/** Confirms the cancellation, and that nothing is to be paid. */
export function cancelledMail(letter: PreorderLetter): Mail {
  const { language, orderId, event, link } = letter
  const words = preorderWords(language)
  return letterMail({
    language,
    subject: words.cancelledSubject(orderId),
    parts: [
      words.greeting,
      words.cancelled({ orderId, event }),
      goodsOf(letter),
      words.nothingToPay,
      { label: words.open, link },
      operatorOf(letter),
    ],
  })
}

function goodsOf({ language, lines, total, vat, reference }: PreorderLetter): LetterPart {
  const words = preorderWords(language)
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
function withdrawalOf({ language, lines, operator }: PreorderLetter): LetterPart[] {
  const words = preorderWords(language)
  const perishable = lines.filter(({ isPerishable }) => isPerishable).map(({ name }) => name)
  if (perishable.length === lines.length) return [words.noWithdrawal]
  const exception = perishable.length > 0 ? [words.perishable(perishable.join(', '))] : []
  return [[words.withdrawal(operator.email), ...exception].join(' ')]
}

const operatorOf = ({ operator: { address, email, phone } }: PreorderLetter): string =>
  [address, email, phone].filter(part => part !== '').join('\n')
