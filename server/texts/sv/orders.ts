import type { orders as english } from '../en/orders.ts'

export const orders: Record<keyof typeof english, string> = {
  'orders.list.id': 'Beställningens nummer',
  'orders.list.reference_number': 'Referensnummer',
  'orders.list.store': 'Butik',
  'orders.list.customer': 'Kund',
  'orders.list.order_type': 'Typ',
  'orders.list.status': 'Status',
  'orders.list.total_amount': 'Totalt',
  'orders.list.refunded_amount': 'Återbetalt',
  'orders.list.items': 'Rader',
  'orders.list.created_at': 'Gjord',
  'orders.list.updated_at': 'Ändrad',
  'orders.list.paid_at': 'Betald',
}
