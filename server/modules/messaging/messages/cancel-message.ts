import { noteAccessChange } from '#server/platform/access-changes/note-access-change.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { findMessage, getMessage } from './queries.ts'

/**
 * Cancels a message that has not been sent, in all its languages. Waits for a message that is being sent at this moment, which is
 * then sent.
 */
export async function cancelMessage({ db }: Context, id: number, author: Author) {
  return inRefusableTransaction(db, async trx => {
    const cancelled = { state: 'cancelled', cancelled_at: author.at } as const
    // The first language first: who sends the message locks that row first, too.
    const message = await trx
      .updateTable('message')
      .set(cancelled)
      .where('id', '=', id)
      .where('translation_of', 'is', null)
      .where('state', '=', 'scheduled')
      .returning('client_key')
      .executeTakeFirst()
    if (!message) return (await findMessage(trx, id)) ? refuse('message.settled') : refuse('notFound')
    await trx
      .updateTable('message')
      .set(cancelled)
      .where('translation_of', '=', id)
      .where('state', '=', 'scheduled')
      .execute()
    const change = { before: { status: 'scheduled' }, after: { status: 'cancelled' }, author }
    await noteAccessChange(trx, {
      kind: 'message_cancelled',
      userId: author.userId,
      at: author.at,
      subject: message.client_key,
    })
    await recordChange(trx, { kind: 'message', id, ...change })
    return getMessage(trx, id)
  })
}
