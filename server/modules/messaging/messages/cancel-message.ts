import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction } from '#server/platform/http/refusable-transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { noteAccessChange } from '#server/platform/access-changes/note-access-change.ts'
import { recordChange, type Author } from '#server/platform/audit-log/record-change.ts'
import { findMessage, showMessage } from './queries.ts'

/** Cancels a message that has not been sent. Waits for a message that is being sent at this moment, which is then sent. */
export async function cancelMessage({ db }: Context, id: number, author: Author) {
  return inRefusableTransaction(db, async trx => {
    const cancelled = await trx
      .updateTable('message')
      .set({ state: 'cancelled', cancelled_at: author.at })
      .where('id', '=', id)
      .where('state', '=', 'scheduled')
      .returning('client_key')
      .executeTakeFirst()
    if (!cancelled) return (await findMessage(trx, id)) ? refuse('message.settled') : refuse('notFound')
    const change = { before: { status: 'scheduled' }, after: { status: 'cancelled' }, author }
    await noteAccessChange(trx, {
      what: 'message_cancelled',
      userId: author.userId,
      at: author.at,
      about: cancelled.client_key,
    })
    await recordChange(trx, { kind: 'message', id, ...change })
    return showMessage(trx, id)
  })
}
