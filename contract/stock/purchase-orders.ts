import * as z from 'zod/mini'
import { product } from '#contract/catalogue/products.ts'
import { supplier } from '#contract/catalogue/suppliers.ts'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { forKeepers } from '#contract/for-keepers.ts'
import { costSums, listQuery, pageSchema } from '#contract/lists.ts'
import { euros, freeText, id, instant, nothing, pathId, quantity, revision, reason } from '#contract/values.ts'
import { PURCHASE_ORDER_STATES } from '#domain/stock/purchase-order.ts'
import { MAX_COVER_DAYS } from '#domain/stock/reorder.ts'

/** What is ordered of a product. The price is expected, of a piece, kilogram or litre, excluding VAT. */
const ordered = {
  product_id: id,
  name: z.string(),
  unit: z.string(),
  /** The supplier's number of the article, or else its barcode. */
  code: z.nullable(z.string()),
  /** Goods are ordered in multiples of it. */
  pack: quantity,
  price: forKeepers(z.number()),
}

const proposed = z.object({
  ...ordered,
  packs: z.int(),
  /** The packs that are needed, of which `packs` can be sold before their date. */
  needed_packs: z.int(),
  /** More would not be sold before their date. Null: no limit. */
  max_packs: z.nullable(z.int()),
  /** On how many days a delivery can be sold before its date, as of late. Null: not known. */
  sale_days: z.nullable(z.int()),
  stock: quantity,
  on_order: quantity,
  /** Sold in the last four weeks, on `days` days on which it was there. */
  sold: quantity,
  days: z.int(),
  /** What should be there until the delivery after the next one. */
  needed: quantity,
})
export type ProposedLine = z.output<typeof proposed>

const proposal = z.object({
  supplier,
  lead_days: z.int(),
  cover_days: z.int(),
  /** The next day on which the supplier takes orders. */
  order_day: z.string(),
  /** Orders to the supplier that were not sent yet. */
  drafts: z.array(id),
  lines: z.array(proposed),
})
export type ReorderProposal = z.output<typeof proposal>

const dueSuppliers = z.object({
  /** In the store. */
  today: z.string(),
  /** Those of whom something is needed first, by their next day for orders. */
  items: z.array(
    z.object({
      id,
      name: z.string(),
      order_day: z.string(),
      /** Null if the time of delivery is not known. */
      delivery_day: z.nullable(z.string()),
      /** How many products would be ordered now, and at which purchase prices; `unpriced` of them have none. */
      products: z.int(),
      value: euros,
      unpriced: z.int(),
      min_order: z.nullable(euros),
      /** Orders that were not sent yet. */
      drafts: z.array(id),
    }),
  ),
})
export type DueSuppliers = z.output<typeof dueSuppliers>

const state = z.enum(PURCHASE_ORDER_STATES)
const purchaseOrder = z.object({
  id,
  supplier: z.object({ id, name: z.string(), email: forKeepers(z.string()) }),
  store: z.object({ id, name: z.string() }),
  state,
  /** How many products were ordered, and of how many something, or everything, came. */
  products: z.int(),
  partly_received: z.int(),
  fully_received: z.int(),
  /** Of what was ordered, at the expected prices; `unpriced` products have none. */
  value: forKeepers(euros),
  unpriced: z.int(),
  created_at: instant,
  sent_at: z.nullable(instant),
  /** Null: not by email. */
  sent_to: forKeepers(z.string()),
  note: z.string(),
  revision,
})
export type PurchaseOrder = z.output<typeof purchaseOrder>

const detail = z.extend(purchaseOrder, {
  min_order: forKeepers(euros),
  lines: z.array(
    z.object({
      ...ordered,
      product_code_type: product.shape.product_code_type,
      ordered: quantity,
      received: quantity,
    }),
  ),
})
export type PurchaseOrderDetail = z.output<typeof detail>
export type PurchaseOrderLine = PurchaseOrderDetail['lines'][number]

const note = freeText.check(z.maxLength(1000))
const lines = z.array(z.strictObject({ product_id: id, quantity })).check(z.minLength(1), z.maxLength(500))
const params = z.object({ id: pathId })
const reads = ['products', 'supplierOrders'] as const
const touches = ['supplierOrders', 'auditLog'] as const
const changing = [...CHANGED_BY_ADMINS, 'notFound', 'record.changed', 'form.invalid'] as const

export const purchaseOrders = {
  proposal: endpoint({
    method: 'GET',
    path: 'admin/stores/:id/reorder-proposal',
    description: 'What to order from a supplier for a store: from sales, stock, open orders, delivery time and packs.',
    access: 'keeper',
    stores: { store: 'params.id' },
    reads,
    params,
    query: z.strictObject({
      supplier_id: pathId,
      cover_days: z.optional(z.pipe(pathId, z.int().check(z.maximum(MAX_COVER_DAYS)))),
    }),
    answer: proposal,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  dueSuppliers: endpoint({
    method: 'GET',
    path: 'admin/stores/:id/due-suppliers',
    description: 'What would be ordered from each supplier of a store now, by the next day on which it takes orders.',
    access: 'keeper',
    stores: { store: 'params.id' },
    reads,
    params,
    answer: dueSuppliers,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  list: endpoint({
    method: 'GET',
    path: 'admin/stores/:id/purchase-orders',
    description: 'A store’s orders to suppliers. The newest first.',
    access: 'helper',
    stores: { store: 'params.id' },
    reads,
    params,
    query: listQuery(['id'], { supplier_id: z.optional(pathId), state: z.optional(state) }),
    answer: z.extend(pageSchema(purchaseOrder), { sums: costSums }),
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/purchase-orders/:id',
    description: 'One order, with the ordered and the received quantities.',
    access: 'helper',
    stores: { record: 'purchaseOrder', at: 'params.id' },
    reads,
    params,
    answer: detail,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  create: endpoint({
    method: 'POST',
    path: 'admin/purchase-orders',
    description: 'A draft of an order of a supplier’s products.',
    access: 'keeper',
    stores: { store: 'body.store_id' },
    touches,
    body: z.strictObject({ store_id: id, supplier_id: id, note, lines }),
    answer: detail,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'form.invalid'],
  }),
  update: endpoint({
    method: 'PUT',
    path: 'admin/purchase-orders/:id',
    description: 'Saves a draft. 409 with the saved one as `current` if it was changed or sent since.',
    access: 'keeper',
    stores: { record: 'purchaseOrder', at: 'params.id' },
    touches,
    params,
    body: z.strictObject({ revision, note, lines }),
    answer: detail,
    errors: changing,
  }),
  changeState: endpoint({
    method: 'PUT',
    path: 'admin/purchase-orders/:id/state',
    description:
      'Sends a draft: by email with its PDF, or without an email if the order was placed in another way. Closes a sent order, or cancels one of which nothing was received.',
    access: 'keeper',
    stores: { record: 'purchaseOrder', at: 'params.id' },
    touches,
    params,
    body: z.strictObject({ revision, state: z.enum(['sent', 'closed', 'cancelled']), by_email: z.boolean(), reason }),
    answer: detail,
    errors: [...changing, 'supplier.withoutEmail'],
  }),
  pdf: endpoint({
    method: 'GET',
    path: 'admin/purchase-orders/:id/order.pdf',
    description: 'The order as PDF, in the supplier’s language.',
    access: 'keeper',
    stores: { record: 'purchaseOrder', at: 'params.id' },
    params,
    download: 'pdf',
    answer: nothing,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
}
