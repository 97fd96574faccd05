import { nonPersonal, personalData } from '#server/platform/personal-data/register.ts'

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
      delivery_notified_at: 'orders.delivery_notified_at',
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
      refunded_cents: 'orders.lines.refunded_amount',
      refunded_thousandths: 'orders.lines.refunded_quantity',
    },
    notExported: { id: 'technical', order_id: 'ownerKey' },
  },
  recall: nonPersonal(
    [
      'id',
      'product_id',
      'reasons',
      'lots',
      'sold_from',
      'sold_until',
      'begun_at',
      'begun_by',
      'ended_at',
      'ended_by',
      'searched_until',
    ],
    { begun_by: 'begun_at', ended_by: 'ended_at' },
  ),
  // Without a name once the user's row is empty, like the purchases that it was found by.
  recall_buyer: {
    kind: 'purchases',
    erased: 'kept',
    exported: {
      recall_id: 'recalls.id',
      found_at: 'recalls.notified_at',
      confirmed_at: 'recalls.confirmed_at',
      refund_requested_at: 'recalls.refund_requested_at',
    },
    notExported: { id: 'technical', user_id: 'ownerKey' },
  },
})
