import { nonPersonal, personalData } from '#server/platform/personal-data/register.ts'

/** Events, withdrawals by shoppers, and orders to suppliers. */
export const PREORDERS_PERSONAL_DATA = personalData({
  preorder_event: nonPersonal([
    'id',
    'names',
    'descriptions',
    'start_date',
    'end_date',
    'order_until',
    'status',
    'revision',
    'created_at',
    'updated_at',
  ]),
  picked_item: nonPersonal(['order_id', 'product_id', 'picked_at', 'user_id'], { user_id: 'picked_at' }),
  preorder_event_store: nonPersonal(['event_id', 'store_id']),
  preorder_event_item: nonPersonal([
    'event_id',
    'product_id',
    'position',
    'cap_thousandths',
    'per_shopper_thousandths',
    'booked_thousandths',
  ]),
  preorder_withdrawal: {
    kind: 'purchases',
    erased: 'unpaid',
    exported: {
      product_ids: 'orders.withdrawal.product_ids',
      made_at: 'orders.withdrawal.made_at',
      settled_at: 'orders.withdrawal.settled_at',
      settled_reason: 'orders.withdrawal.settled_reason',
    },
    notExported: { order_id: 'ownerKey', user_id: 'ownerKey', settled_by: 'otherPerson' },
    cut: ['settled_reason'],
    staffActions: { settled_by: 'settled_at' },
  },
  supplier_order: nonPersonal(['id', 'event_id', 'supplier_id', 'sent_to', 'lines', 'user_id', 'created_at'], {
    user_id: 'created_at',
  }),
})
