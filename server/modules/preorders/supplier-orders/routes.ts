import type { contract } from '#contract/index.ts'
import { findEvent } from '#server/modules/preorders/admin-preorders/find-lines.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findSupplierOrders } from './find-orders.ts'
import { previewOrder, sendOrder } from './send-order.ts'

export function supplierOrderRoutes(context: Context): Handlers<typeof contract.supplierOrders> {
  const { db, now } = context
  const author = authorAt(now)
  return {
    async list({ query: { event_id: eventId }, language }) {
      if (!(await findEvent(db, eventId, language))) return refuse('notFound')
      return findSupplierOrders(db, { eventId, language })
    },
    preview: async ({ query: { event_id: eventId, supplier_id: supplierId }, language }) =>
      (await previewOrder(db, { eventId, supplierId, language })) ?? refuse('notFound'),
    send: ({ body, language, user }) => sendOrder(context, { seen: body, language, author: author(user) }),
  }
}
