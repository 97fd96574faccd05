import { personalData } from '#server/platform/personal-data/register.ts'

/** Orders: what was paid is kept for the bookkeeping, without a person. */
export const ORDERS_PERSONAL_DATA = personalData({
  customer_order: {
    kind: 'purchases',
    erased: 'unpaid',
    exported: {
      id: 'orders.id',
      store_id: 'orders.store',
      order_type: 'orders.type',
      status: 'orders.status',
      total_cents: 'orders.total_amount',
      net_cents: 'orders.total_net_amount',
      terms_version_id: 'orders.terms_version',
      created_at: 'orders.created_at',
      updated_at: 'orders.updated_at',
      paid_at: 'orders.paid_at',
      cancelled_at: 'orders.cancelled_at',
      preorder_event_id: 'orders.preorder_event_id',
      replaces_order_id: 'orders.replaces_order_id',
      booked_at: 'orders.booked_at',
      delivery_told_at: 'orders.delivery_told_at',
    },
    notExported: { user_id: 'ownerKey' },
  },
  order_line: {
    kind: 'purchases',
    erased: 'unpaid',
    exported: {
      product_id: 'orders.lines.product_id',
      product_version_id: 'orders.lines.name',
      quantity_thousandths: 'orders.lines.quantity',
      amounts_cents: 'orders.lines.amounts',
      unit_price_cents: 'orders.lines.price',
      deposit_cents: 'orders.lines.deposit',
      total_cents: 'orders.lines.amount',
      rate_basis_points: 'orders.lines.vat',
      perishable: 'orders.lines.perishable',
      given_back_cents: 'orders.lines.given_back_amount',
      given_back_thousandths: 'orders.lines.given_back_quantity',
    },
    notExported: { id: 'technical', order_id: 'ownerKey' },
  },
})
