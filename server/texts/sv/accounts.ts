import type { accounts as english } from '../en/accounts.ts'

export const accounts: Record<keyof typeof english, string> = {
  'accounts.users.id': 'Nummer',
  'accounts.users.email': 'E-post',
  'accounts.users.phone': 'Telefon',
  'accounts.users.is_admin': 'Administratör',
  'accounts.users.is_bookkeeper': 'Bokförare',
  'accounts.users.is_verified': 'Telefon bekräftad',
  'accounts.users.is_blocked': 'Spärrad',
  'accounts.users.phone_blocked': 'Numret spärrat',
  'accounts.users.last_login': 'Senaste inloggning',
  'accounts.users.active_store': 'Vald butik',
  'accounts.users.created_at': 'Första besöket',
}
