import type { stores as english } from '../en/stores.ts'

export const stores: Record<keyof typeof english, string> = {
  'stores.list.id': 'Numero',
  'stores.list.name': 'Nimi',
  'stores.list.address': 'Osoite',
  'stores.list.status': 'Tila',
  'stores.list.payment_mode': 'Maksut',
  'stores.list.terminals': 'Maksupäätteitä',
  'stores.list.enable_preorders': 'Ennakkotilaukset',
  'stores.list.sells_age_restricted': 'Ikärajatuotteet',
  'stores.list.lock': 'Lukko',
  'stores.list.time_zone': 'Aikavyöhyke',
  'stores.visits.id': 'Numero',
  'stores.visits.at': 'Aika',
  'stores.visits.store_id': 'Kaupan numero',
  'stores.visits.store': 'Kauppa',
  'stores.visits.user_id': 'Käyttäjän numero',
  'stores.visits.email': 'Sähköposti',
  'stores.visits.phone': 'Puhelin',
  'stores.visits.door_codes': 'Ovikoodit',
}
