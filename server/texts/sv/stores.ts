import type { stores as english } from '../en/stores.ts'

export const stores: Record<keyof typeof english, string> = {
  'stores.list.id': 'Nummer',
  'stores.list.name': 'Namn',
  'stores.list.address': 'Adress',
  'stores.list.status': 'Status',
  'stores.list.payment_mode': 'Betalning',
  'stores.list.terminals': 'Betalterminaler',
  'stores.list.enable_preorders': 'Förhandsbeställningar',
  'stores.list.sells_age_restricted': 'Varor med åldersgräns',
  'stores.list.lock': 'Lås',
  'stores.list.time_zone': 'Tidszon',
  'stores.visits.id': 'Nummer',
  'stores.visits.at': 'Tid',
  'stores.visits.store_id': 'Butikens nummer',
  'stores.visits.store': 'Butik',
  'stores.visits.user_id': 'Användarens nummer',
  'stores.visits.email': 'E-post',
  'stores.visits.phone': 'Telefon',
  'stores.visits.door_codes': 'Dörrkoder',
}
