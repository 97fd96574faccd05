import type { contract } from '#contract/index.ts'
import { deliverEvent } from '#server/modules/preorders/delivery/deliver-event.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findEventState } from './find-event-state.ts'
import { findPickListFor } from './find-pick-list.ts'
import { findTotals } from './find-totals.ts'
import { findPreorders } from './list-preorders.ts'
import { markPicked } from './mark-picked.ts'
import {
  exportPickListPdf,
  exportPickListXlsx,
  exportPickSheetPdf,
  exportTotalsPdf,
  exportTotalsXlsx,
} from './preorder-exports.ts'

export function adminPreorderRoutes(context: Context): Handlers<typeof contract.adminPreorders> {
  const { db, now } = context
  const author = authorAt(now)
  return {
    list: ({ query, stores, language }) => findPreorders(db, { ...query, stores, now: now() }, language),
    event: async ({ params: { id: eventId }, stores, language }) =>
      (await findEventState(db, { eventId, stores, language, now: now() })) ?? refuse('notFound'),
    totals: async ({ query: { event_id: eventId }, stores, language }) =>
      (await findTotals(db, { eventId, stores }, language)) ?? refuse('notFound'),
    pickList: async ({ query: { event_id: eventId }, stores, isKeeper, language }) =>
      (await findPickListFor(db, { eventId, stores, isKeeper }, language)) ?? refuse('notFound'),
    totalsPdf: call => exportTotalsPdf(context, call),
    totalsXlsx: call => exportTotalsXlsx(context, call),
    pickSheetPdf: call => exportPickSheetPdf(context, call),
    pickListPdf: call => exportPickListPdf(context, call),
    pickListXlsx: call => exportPickListXlsx(context, call),
    markPicked: ({ body: { event_id: eventId, store_id: storeId, items, picked }, user: { userId } }) =>
      markPicked(context, { eventId, storeId, items, isPicked: picked, userId }),
    deliver: ({ body: { event_id: eventId, store_id: storeId }, user }) =>
      deliverEvent(context, { eventId, storeId, author: author(user), origin: context.origin() }),
  }
}
