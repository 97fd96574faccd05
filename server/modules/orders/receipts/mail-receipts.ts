import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import type { Receipt } from '#domain/orders/receipt.ts'
import type { Mail, MailMessage } from '#server/adapters/email/email.ts'
import type { Context } from '#server/platform/context.ts'
import { renderEmail, type EmailPart } from '#server/platform/email/email-template.ts'
import { sendMail } from '#server/platform/outbox/delivery.ts'
import type { OutboxChannel, ClaimedMessage, DeliveryOutcome } from '#server/platform/outbox/outbox-message.ts'
import { createChannel } from '#server/platform/outbox/outbox-rows.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { createTranslate } from '#server/texts/text.ts'
import { findReceipts, receiptIn, type ReceiptRow } from './find-receipts.ts'
import { type ReceiptText, wordedRefund, wordedSale, type ReceiptStyle, printReceipt } from './format-receipt.ts'

type ClaimedReceipt = ClaimedMessage & {
  order_id: number
  refund_id: number | null
  email: string
  mails_receipts: boolean
  language: LanguageCode
}

/** The emails of receipts, written when they are sent: each is emailed once, and several servers share the work. */
export const receiptChannel = (context: Context, { mail }: { mail: Mail }): OutboxChannel =>
  createChannel<ClaimedReceipt>(context.db, {
    kind: 'receipt',
    content: {
      columns: sql`receipt.order_id, receipt.refund_id, app_user.email, app_user.mails_receipts, language.code AS language`,
      joins: sql`JOIN receipt ON receipt.id = claimed.receipt_id JOIN customer_order ON customer_order.id = receipt.order_id
        JOIN app_user ON app_user.id = customer_order.user_id JOIN language ON language.id = app_user.language_id`,
    },
    async open(due) {
      const receipts = await findReceipts(context.db, [...new Set(due.map(({ order_id }) => order_id))])
      return due.map(each => () => sendReceipt(context, mail, { due: each, row: receipts.get(each.order_id) }))
    },
  })

/** An erased shopper has no address any more. */
const isWanted = ({ mails_receipts, email }: ClaimedReceipt) => mails_receipts && email.includes('@')

type DueReceipt = { due: ClaimedReceipt; row: ReceiptRow | undefined }

async function sendReceipt(context: Context, mail: Mail, { due, row }: DueReceipt): Promise<DeliveryOutcome> {
  if (!isWanted(due) || !row) return { kind: 'delivered' }
  const letter = writeReceipt(context, due, row)
  if (letter === 'faulty') return { kind: 'failed', reason: 'not written' }
  if (letter) await sendMail(mail, { to: due.email, ...letter })
  return { kind: 'delivered' }
}

/** A receipt that can't be written is logged, and not tried again. */
function writeReceipt(context: Context, due: ClaimedReceipt, row: ReceiptRow) {
  try {
    const { language, refund_id: refundId, order_id: orderId } = due
    return receiptMail({
      receipt: receiptIn(row, language),
      refundId,
      language,
      money: context.config,
      link: `${context.origin()}/purchases/${orderId}`,
    })
  } catch (error) {
    context.log.error({ err: error, order: due.order_id, refund: due.refund_id }, 'a receipt could not be written')
    return 'faulty'
  }
}

/** `link`: the receipt's page. `refundId`: only this refund. */
type ReceiptEmail = ReceiptStyle & { receipt: Receipt; refundId: number | null; link: string }

/** The email with a receipt; undefined when there is no such refund. */
export function receiptMail(letter: ReceiptEmail): Omit<MailMessage, 'to'> | undefined {
  const { receipt, refundId, language, link } = letter
  const t = createTranslate(language)
  const worded = refundId === null ? wordedSale(receipt, letter) : wordedRefund(receipt, refundId, letter)
  if (!worded) return undefined
  const [, total] = worded.total
  const isSale = refundId === null
  const number = receipt.refunds.find(({ id }) => id === refundId)?.number ?? receipt.number
  const subject = isSale
    ? t('orders.receipt.subject', { number, store: receipt.store.name })
    : t('orders.receipt.refundSubject', { number })
  const lead = isSale
    ? t('orders.receipt.thanks', { store: receipt.store.name })
    : t('orders.receipt.refunded', { amount: total.replace(/^[-\u2212]/, ''), number: receipt.number })
  return renderEmail({
    language,
    subject: receipt.isTest ? `${t('orders.receipt.test')} · ${subject}` : subject,
    parts: [
      ...(worded.mark === null ? [] : [{ heading: worded.mark }]),
      // Of what was never charged, nothing was refunded.
      ...(receipt.isTest && !isSale ? [] : [lead]),
      { heading: `${worded.title} ${number}` },
      { lines: worded.seller },
      ...toTables(worded),
      { label: t('orders.receipt.open'), link },
      t('orders.receipt.choice'),
    ],
  })
}

function toTables({ facts, lines, net, total, vatHeadings, vat, slip }: ReceiptText): EmailPart[] {
  const goods = lines.map(({ name, quantity, price, vat: rate, amount }) => [
    name,
    [price === '' ? quantity : `${quantity} × ${price}`, rate].join(' · '),
    amount,
  ])
  return [
    { rows: facts },
    { rows: [...goods, [net[0], '', net[1]], [total[0], '', total[1]]], isMoney: true },
    { rows: [vatHeadings, ...vat], isMoney: true },
    ...(slip ? [{ heading: slip.title }, { printed: slip.text }] : []),
  ]
}

type MailReceiptInput = { to: string; receipt: Receipt; language: LanguageCode; origin: string }

/** Emails a receipt to the shopper who requests it, with a PDF to forward. */
export async function mailReceipt(
  { outbox, db, config }: Context,
  { to, receipt, language, origin }: MailReceiptInput,
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
  await outbox.enqueue(db, 'mail', { to, ...mail, attachments: [attachment] })
}

type ReceiptMailing = { mails_receipts: boolean }

/** Whether each receipt is emailed to the shopper. */
export async function saveReceiptMailing(db: Db, userId: number, { mails_receipts }: ReceiptMailing): Promise<{}> {
  await db.updateTable('app_user').set({ mails_receipts }).where('id', '=', userId).execute()
  return {}
}
