import { buffer } from 'node:stream/consumers'
import type { LanguageCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import type { Receipt } from '#domain/orders/receipt.ts'
import { receiptMail } from './receipt-mail.ts'
import { printReceipt } from './print-receipt.ts'

type Wanted = { to: string; receipt: Receipt; language: LanguageCode; origin: string }

/** Emails a receipt to the shopper who requests it, with a PDF to forward. */
export async function mailAgain(
  { jobs, db, config }: Context,
  { to, receipt, language, origin }: Wanted,
): Promise<void> {
  const wording = { language, money: config }
  const link = `${origin}/purchases/${receipt.orderId}`
  const mail = receiptMail({ receipt, refundId: null, link, ...wording })
  const pdf = await printReceipt(receipt, wording)
  if (!mail || !pdf) throw new Error(`receipt ${receipt.number} was not written`)
  const attachment = {
    name: `receipt-${receipt.number}.pdf`,
    type: 'application/pdf',
    base64: (await buffer(pdf)).toString('base64'),
  }
  await jobs.enqueue(db, 'send-mail', { to, ...mail, attachments: [attachment] })
}
