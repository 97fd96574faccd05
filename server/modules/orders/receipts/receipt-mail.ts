import type { Receipt } from '#domain/orders/receipt.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { letterMail, type LetterPart } from '#server/platform/email/letter.ts'
import { receiptWords } from './receipt-words.ts'
import { wordedRefund, wordedSale, type WordedReceipt, type Wording } from './worded-receipt.ts'

/** `link`: the receipt's page. `refundId`: only this refund. */
export type ReceiptLetter = Wording & { receipt: Receipt; refundId: number | null; link: string }

/** The email with a receipt; undefined when there is no such refund. */
export function receiptMail(letter: ReceiptLetter): Omit<MailMessage, 'to'> | undefined {
  const { receipt, refundId, language, link } = letter
  const words = receiptWords(language)
  const worded = refundId === null ? wordedSale(receipt, letter) : wordedRefund(receipt, refundId, letter)
  if (!worded) return undefined
  const [, total] = worded.total
  const isSale = refundId === null
  const number = receipt.refunds.find(({ id }) => id === refundId)?.number ?? receipt.number
  return letterMail({
    language,
    subject: isSale ? words.subject(number, receipt.store.name) : words.refundSubject(number),
    parts: [
      isSale ? words.thanks(receipt.store.name) : words.givenBack(total.replace(/^[-\u2212]/, ''), receipt.number),
      { heading: `${worded.title} ${number}` },
      { lines: worded.seller },
      ...tablesOf(worded),
      { label: words.open, link },
      words.choice,
    ],
  })
}

function tablesOf({ facts, lines, net, total, vatHead, vat, slip }: WordedReceipt): LetterPart[] {
  const goods = lines.map(({ name, quantity, price, vat: rate, amount }) => [
    name,
    [price === '' ? quantity : `${quantity} × ${price}`, rate].join(' · '),
    amount,
  ])
  return [
    { rows: facts },
    { rows: [...goods, [net[0], '', net[1]], [total[0], '', total[1]]], isMoney: true },
    { rows: [vatHead, ...vat], isMoney: true },
    ...(slip ? [{ heading: slip.title }, { printed: slip.text }] : []),
  ]
}
