import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import { findEvent } from '#server/modules/preorders/admin-preorders/find-lines.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import { findSupplierOrders } from './find-orders.ts'
import { sendOrder } from './send-order.ts'
import { writeMail } from './write-mail.ts'

export function supplierOrderRoutes(context: Context): Handlers<typeof contract.supplierOrders> {
  const { db, now } = context
  const author = authorAt(now)
  return {
    async list({ query: { event_id: eventId }, language }) {
      if (!(await findEvent(db, eventId, language))) return refuse('notFound')
      return findSupplierOrders(db, { eventId, language })
    },
    async preview({ query: { event_id: eventId, supplier_id: supplierId }, language }) {
      const [order] = await findSupplierOrders(db, { eventId, supplierId, language })
      if (!order) return refuse('notFound')
      const { subject, text, replyTo = null } = await writeMail(db, { eventId, order, language })
      return { order, to: order.supplier.email, reply_to: replyTo, subject, text }
    },
    send: ({ body, language, user }) => sendOrder(context, { seen: body, language, author: author(user) }),
  }
}
