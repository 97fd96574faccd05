import type { orders as english } from '../en/orders.ts'

export const orders: Record<keyof typeof english, string> = {
  'orders.list.id': 'Tilauksen numero',
  'orders.list.reference_number': 'Viitenumero',
  'orders.list.store': 'Kauppa',
  'orders.list.customer': 'Asiakas',
  'orders.list.order_type': 'Tyyppi',
  'orders.list.status': 'Tila',
  'orders.list.total_amount': 'Yhteensä',
  'orders.list.refunded_amount': 'Hyvitetty',
  'orders.list.items': 'Rivejä',
  'orders.list.created_at': 'Tehty',
  'orders.list.updated_at': 'Muuttunut',
  'orders.list.paid_at': 'Maksettu',
}
