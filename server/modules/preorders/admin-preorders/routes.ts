import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import { deliverEvent } from '#server/modules/preorders/delivery/deliver-event.ts'
import { findPreorders } from './list-preorders.ts'
import { paperFiles } from './paper-files.ts'
import { showEvent } from './show-event.ts'
import { showPickList } from './show-pick-list.ts'
import { showTotals } from './show-totals.ts'

export function adminPreorderRoutes(context: Context): Handlers<typeof contract.adminPreorders> {
  const { db, now } = context
  const author = authorAt(now)
  return {
    list: ({ query, language }) => findPreorders(db, { ...query, now: now() }, language),
    event: async ({ params: { id: eventId }, language }) =>
      (await showEvent(db, { eventId, language, now: now() })) ?? refuse('notFound'),
    totals: async ({ query: { event_id: eventId, store_id: storeId }, language }) =>
      (await showTotals(db, { eventId, storeId }, language)) ?? refuse('notFound'),
    pickList: async ({ query: { event_id: eventId, store_id: storeId }, language }) =>
      (await showPickList(db, { eventId, storeId }, language)) ?? refuse('notFound'),
    ...paperFiles(context),
    deliver: ({ body: { event_id: eventId, store_id: storeId }, user }) =>
      deliverEvent(context, { eventId, storeId, author: author(user), origin: context.origin() }),
  }
}
