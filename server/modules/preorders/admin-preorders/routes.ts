import type { contract } from '#contract/index.ts'
import { deliverEvent } from '#server/modules/preorders/delivery/deliver-event.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findEventState } from './find-event-state.ts'
import { findPickList } from './find-pick-list.ts'
import { findTotals } from './find-totals.ts'
import { findPreorders } from './list-preorders.ts'
import { exportPickListPdf, exportPickListXlsx, exportTotalsPdf, exportTotalsXlsx } from './preorder-exports.ts'

export function adminPreorderRoutes(context: Context): Handlers<typeof contract.adminPreorders> {
  const { db, now } = context
  const author = authorAt(now)
  return {
    list: ({ query, language }) => findPreorders(db, { ...query, now: now() }, language),
    event: async ({ params: { id: eventId }, language }) =>
      (await findEventState(db, { eventId, language, now: now() })) ?? refuse('notFound'),
    totals: async ({ query: { event_id: eventId, store_id: storeId }, language }) =>
      (await findTotals(db, { eventId, storeId }, language)) ?? refuse('notFound'),
    pickList: async ({ query: { event_id: eventId, store_id: storeId }, language }) =>
      (await findPickList(db, { eventId, storeId }, language)) ?? refuse('notFound'),
    totalsPdf: call => exportTotalsPdf(context, call),
    totalsXlsx: call => exportTotalsXlsx(context, call),
    pickListPdf: call => exportPickListPdf(context, call),
    pickListXlsx: call => exportPickListXlsx(context, call),
    deliver: ({ body: { event_id: eventId, store_id: storeId }, user }) =>
      deliverEvent(context, { eventId, storeId, author: author(user), origin: context.origin() }),
  }
}
