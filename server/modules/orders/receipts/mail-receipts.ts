import { type Kysely, sql } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import type { Receipt } from '#domain/orders/receipt.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { renderEmail, type EmailPart } from '#server/platform/email/email-template.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { type Running, startPeriodicJob } from '#server/platform/workers/periodic-job.ts'
import { findReceipts, receiptIn, type ReceiptRow } from './find-receipts.ts'
import { type WordedReceipt, wordedRefund, wordedSale, type Wording } from './format-receipt.ts'
import { receiptLabels } from './receipt-labels.ts'

/** Receipts per half second: twice the peak sales of five hundred stores, and no more than the server can spare in a rush. */
const BATCH = 50
const EVERY_MS = 500

type Due = {
  id: number
  order_id: number
  refund_id: number | null
  email: string
  mails_receipts: boolean
  language: LanguageCode
}

/**
 * Writes the emails of due receipts into the outbox, and returns how many receipts it processed. A receipt stops being due in the
 * transaction that writes its email, so that each is emailed once even if a server dies; several servers share the work.
 */
export const mailReceipts = (context: Context): Promise<number> =>
  inTransaction(context.db, async trx => {
    const due = await takeDue(trx)
    if (due.length === 0) return 0
    const receipts = await findReceipts(trx, [...new Set(due.map(({ order_id }) => order_id))])
    for (const each of due) {
      const receipt = receipts.get(each.order_id)
      const mail = isWanted(each) && receipt ? write(context, each, receipt) : undefined
      if (mail) await context.jobs.enqueue(trx, 'send-mail', { to: each.email, ...mail })
    }
    return due.length
  })

/** An erased shopper has no address any more. */
const isWanted = ({ mails_receipts, email }: Due) => mails_receipts && email.includes('@')

async function takeDue(trx: Kysely<Database>): Promise<Due[]> {
  const { rows } = await sql<Due>`
    WITH due AS (
      SELECT id FROM receipt WHERE is_mail_due ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE receipt SET is_mail_due = false FROM due WHERE receipt.id = due.id
      RETURNING receipt.id, receipt.order_id, receipt.refund_id
    )
    SELECT taken.*, app_user.email, app_user.mails_receipts, language.code AS language
    FROM taken JOIN customer_order ON customer_order.id = taken.order_id
    JOIN app_user ON app_user.id = customer_order.user_id JOIN language ON language.id = app_user.language_id
    ORDER BY taken.id`.execute(trx)
  return rows
}

/** A receipt that can't be written is logged and doesn't delay the others. */
function write(context: Context, due: Due, row: ReceiptRow) {
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
    return undefined
  }
}

/** Emails receipts as they become due, until stopped. */
export function startMailingReceipts(context: Context): Running {
  return startPeriodicJob(context, { name: 'mailing receipts', work: () => mailReceipts(context), everyMs: EVERY_MS })
}

/** `link`: the receipt's page. `refundId`: only this refund. */
type ReceiptEmail = Wording & { receipt: Receipt; refundId: number | null; link: string }

/** The email with a receipt; undefined when there is no such refund. */
export function receiptMail(letter: ReceiptEmail): Omit<MailMessage, 'to'> | undefined {
  const { receipt, refundId, language, link } = letter
  const words = receiptLabels(language)
  const worded = refundId === null ? wordedSale(receipt, letter) : wordedRefund(receipt, refundId, letter)
  if (!worded) return undefined
  const [, total] = worded.total
  const isSale = refundId === null
  const number = receipt.refunds.find(({ id }) => id === refundId)?.number ?? receipt.number
  return renderEmail({
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

function tablesOf({ facts, lines, net, total, vatHead, vat, slip }: WordedReceipt): EmailPart[] {
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
