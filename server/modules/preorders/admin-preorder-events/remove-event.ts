import type { Context } from '#server/platform/context.ts'
import type { LanguageCode } from '#contract/values.ts'
import { inRefusableTransaction } from '#server/platform/http/refusable-transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { recordChange, type Author } from '#server/platform/audit-log/record-change.ts'
import { eventFacts, inputOf } from './event-rows.ts'
import { showEvent } from './queries.ts'

type Removal = { id: number; language: LanguageCode }

/** Removes a draft that no order refers to, not even a cancelled one. */
export async function removeEvent({ db }: Context, { id, language }: Removal, author: Author) {
  return inRefusableTransaction(db, async trx => {
    // A concurrent order in the event waits for this lock, and then finds no such event.
    const row = await trx
      .selectFrom('preorder_event')
      .select('status')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return refuse('notFound')
    const { orders } = await trx
      .selectFrom('customer_order')
      .select(({ fn }) => fn.countAll<number>().as('orders'))
      .where('preorder_event_id', '=', id)
      .executeTakeFirstOrThrow()
    const event = await showEvent(trx, { id, language })
    const isBooked = orders > 0 || event.products.some(({ booked }) => booked > 0)
    if (row.status !== 'draft' || isBooked) return refuse('record.inUse', { orders })
    await recordChange(trx, { kind: 'preorder_event', id, before: eventFacts(inputOf(event)), after: null, author })
    const chosen = trx.updateTable('app_user').set({ active_preorder_event_id: null })
    await chosen.where('active_preorder_event_id', '=', id).execute()
    await trx.deleteFrom('preorder_event').where('id', '=', id).execute()
    return {}
  })
}
