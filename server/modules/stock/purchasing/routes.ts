import type { contract } from '#contract/index.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findDueSuppliers } from './due-suppliers.ts'
import { findProposal } from './propose.ts'
import { findPurchaseOrderDocument, printOrder } from './purchase-order-document.ts'
import { findOrder, findOrders } from './queries.ts'
import { createOrder, updateOrder, changeOrderState } from './save-order.ts'

export function purchaseOrderRoutes(context: Context): Handlers<typeof contract.purchaseOrders> {
  const { db, now } = context
  const author = authorAt(now)
  return {
    async proposal({ params, query: { supplier_id: supplierId, cover_days: coverDays }, language }) {
      const proposal = await findProposal(db, { storeId: params.id, supplierId, coverDays, language, now: now() })
      return proposal ?? refuse('notFound')
    },
    dueSuppliers: async ({ params, language }) =>
      (await findDueSuppliers(db, { storeId: params.id, language, now: now() })) ?? refuse('notFound'),
    list: ({ params, query }) => findOrders(db, { ...query, storeId: params.id }),
    get: async ({ params, language }) => (await findOrder(db, params.id, language)) ?? refuse('notFound'),
    create: ({ body, user, language }) => createOrder(context, { ...body, language, author: author(user) }),
    update: ({ params, body, user, language }) =>
      updateOrder(context, { ...params, ...body, language, author: author(user) }),
    changeState: ({ params, body: { reason, ...body }, user, language }) =>
      changeOrderState(context, { ...params, ...body, language, author: author(user, reason) }),
    async pdf({ params, language }) {
      const document = await findPurchaseOrderDocument(db, { ...params, language })
      if (!document) return refuse('notFound')
      return { name: `order-${document.id}`, format: 'pdf', bytes: await printOrder(document, context) }
    },
  }
}
