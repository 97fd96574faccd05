export const orders = {
  'orders.list.id': 'Order number',
  'orders.list.reference_number': 'Reference number',
  'orders.list.store': 'Store',
  'orders.list.customer': 'Shopper',
  'orders.list.order_type': 'Type',
  'orders.list.status': 'Status',
  'orders.list.total_amount': 'Total',
  'orders.list.refunded_amount': 'Refunded',
  'orders.list.items': 'Lines',
  'orders.list.created_at': 'Made',
  'orders.list.updated_at': 'Changed',
  'orders.list.paid_at': 'Paid',
} as const
