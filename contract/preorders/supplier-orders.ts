import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { id, instant, pathId, quantity } from '#contract/values.ts'

const supplierOrderLine = z.object({
  product_id: id,
  name: z.string(),
  unit: z.string(),
  /** The product's code, by which the supplier identifies it. */
  code: z.nullable(z.string()),
  quantity,
  by_store: z.array(z.object({ store_id: id, quantity })),
  /** The quantity in the last order; null: none. */
  before: z.nullable(quantity),
})

/** What an event needs from a supplier, next to the last order. */
const supplierOrder = z.object({
  supplier: z.object({ id, name: z.string(), email: z.nullable(z.string()) }),
  stores: z.array(z.object({ id, name: z.string() })),
  lines: z.array(supplierOrderLine),
  last: z.nullable(
    z.object({ id, sent_at: instant, sent_to: z.string(), by: z.nullable(z.object({ id, email: z.string() })) }),
  ),
  /** The quantities differ from the last order. */
  is_changed: z.boolean(),
})
export type SupplierOrder = z.output<typeof supplierOrder>

const READ_ERRORS = [...FOR_ADMINS, 'notFound'] as const

export const supplierOrders = {
  list: endpoint({
    method: 'GET',
    path: 'admin/supplier-orders',
    description: 'What an event needs from each supplier, and what was last ordered.',
    access: 'admin',
    reads: ['adminOrders', 'supplierOrders'],
    query: z.strictObject({ event_id: pathId }),
    answer: z.array(supplierOrder),
    errors: READ_ERRORS,
  }),
  preview: endpoint({
    method: 'GET',
    path: 'admin/supplier-orders/preview',
    description: 'The email that would be sent to a supplier now, in the language of the call.',
    access: 'admin',
    reads: ['adminOrders', 'supplierOrders'],
    query: z.strictObject({ event_id: pathId, supplier_id: pathId }),
    answer: z.object({
      order: supplierOrder,
      to: z.nullable(z.string()),
      /** The address for the supplier's reply; null while the operator has no address. */
      reply_to: z.nullable(z.string()),
      subject: z.string(),
      text: z.string(),
    }),
    errors: READ_ERRORS,
  }),
  send: endpoint({
    method: 'POST',
    path: 'admin/supplier-orders',
    description:
      'Sends a supplier the order. 409 with the present one as `current` if quantities have changed, or another order was sent, since it was read.',
    access: 'admin',
    touches: ['supplierOrders', 'auditLog'],
    body: z.strictObject({
      event_id: id,
      supplier_id: id,
      /** The last sent order that the admin saw; null: none. */
      last_id: z.nullable(id),
      quantities: z
        .array(z.strictObject({ product_id: id, quantity: quantity.check(z.minimum(0)) }))
        .check(z.maxLength(2000)),
    }),
    answer: supplierOrder,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.changed', 'supplier.withoutEmail'],
  }),
}
