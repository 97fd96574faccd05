import { sql, type Kysely } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { startPeriodicJob, type Running } from '#server/platform/workers/periodic-job.ts'
import { receiptMail } from './receipt-mail.ts'
import { findReceipts, receiptIn, type ReceiptRow } from './find-receipts.ts'

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
