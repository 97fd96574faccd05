export const accounts = {
  'accounts.users.id': 'Number',
  'accounts.users.email': 'Email',
  'accounts.users.phone': 'Phone',
  'accounts.users.is_admin': 'Admin',
  'accounts.users.is_bookkeeper': 'Bookkeeper',
  'accounts.users.is_verified': 'Phone verified',
  'accounts.users.is_blocked': 'Blocked',
  'accounts.users.phone_blocked': 'Number blocked',
  'accounts.users.last_login': 'Last login',
  'accounts.users.active_store': 'Active store',
  'accounts.users.created_at': 'First visit',
} as const
