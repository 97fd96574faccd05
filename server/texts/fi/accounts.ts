import type { accounts as english } from '../en/accounts.ts'

export const accounts: Record<keyof typeof english, string> = {
  'accounts.users.id': 'Numero',
  'accounts.users.email': 'Sähköposti',
  'accounts.users.phone': 'Puhelin',
  'accounts.users.is_admin': 'Ylläpitäjä',
  'accounts.users.is_bookkeeper': 'Kirjanpitäjä',
  'accounts.users.is_verified': 'Puhelin vahvistettu',
  'accounts.users.is_blocked': 'Estetty',
  'accounts.users.phone_blocked': 'Numero estetty',
  'accounts.users.last_login': 'Viimeksi kirjautunut',
  'accounts.users.active_store': 'Valittu kauppa',
  'accounts.users.created_at': 'Ensimmäinen käynti',
}
