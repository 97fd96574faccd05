import { safeLink } from '#domain/format/safe-link.ts'
import { notifySubscribers } from '#server/modules/messaging/push/notify-subscribers.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { startPeriodicJob, type RunningJob } from '#server/platform/workers/periodic-job.ts'

const LOOK_EVERY_MS = 5_000

/**
 * Sends a scheduled message in all its languages. It is marked sent in the transaction that writes its deliveries, so that a crash
 * undoes both, and of two concurrent calls the second finds it sent. Returns false when it was sent or cancelled before.
 */
export async function sendMessage(trx: Trx, id: number, now: Date): Promise<boolean> {
  // The first language is locked first, as when a message is cancelled.
  await trx.selectFrom('message').select('id').where('id', '=', id).forUpdate().execute()
  const first = await markSent(trx, now).where('id', '=', id).executeTakeFirst()
  const others = await markSent(trx, now).where('translation_of', '=', id).execute()
  const rows = [...(first ? [first] : []), ...others]
  for (const row of rows) await notifyInLanguage(trx, row, now)
  return rows.length > 0
}

const markSent = (trx: Trx, now: Date) =>
  trx
    .updateTable('message')
    .set({ state: 'sent', sent_at: now })
    .where('state', '=', 'scheduled')
    .returning(['id', 'title', 'text', 'url', 'language_id', 'store_ids'])

type MessageRow = {
  id: number
  title: string
  text: string
  url: string
  language_id: number
  store_ids: number[] | null
}

/** Writes the deliveries of a message in one of its languages. */
async function notifyInLanguage(trx: Trx, row: MessageRow, now: Date): Promise<void> {
  const { id, title, text, url, language_id: languageId, store_ids: storeIds } = row
  if (safeLink(url) === undefined) {
    // The shop never writes such a row. Cancels the message, so that it leads no shopper to the link and does not block the
    // messages behind it.
    await trx
      .updateTable('message')
      .set({ state: 'cancelled', sent_at: null, cancelled_at: now })
      .where('id', '=', id)
      .execute()
    return
  }
  const reference = `message ${id}`
  const content = {
    type: 'promotions',
    languageId,
    storeIds,
    title,
    body: text,
    url,
    messageId: id,
    reference,
    now,
  } as const
  const written = await notifySubscribers(trx, content)
  const devices = written?.devices ?? 0
  await trx.updateTable('message').set({ devices }).where('id', '=', id).execute()
}

/** Sends the due messages; skips a message that another server is sending at this moment. Returns how many were handled. */
export async function sendDueMessages(context: Context): Promise<number> {
  let count = 0
  while (await inTransaction(context.db, trx => sendNextDue(trx, context.now()))) count++
  return count
}

async function sendNextDue(trx: Trx, now: Date): Promise<boolean> {
  const due = await trx
    .selectFrom('message')
    .select('id')
    .where('state', '=', 'scheduled')
    .where('send_at', '<=', now)
    // A translation is sent with its message.
    .where('translation_of', 'is', null)
    .orderBy('send_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (due) await sendMessage(trx, due.id, now)
  return due !== undefined
}

/** Sends due messages periodically, until stopped. */
export function watchDueMessages(context: Context): RunningJob {
  return startPeriodicJob(context, {
    name: 'due messages',
    work: () => sendDueMessages(context),
    everyMs: LOOK_EVERY_MS,
  })
}
