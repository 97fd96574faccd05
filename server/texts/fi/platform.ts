import type { platform as english } from '../en/platform.ts'

export const platform: Record<keyof typeof english, string> = {
  'platform.auditLog.at': 'Milloin',
  'platform.auditLog.by': 'Kuka',
  'platform.auditLog.kind': 'Laji',
  'platform.auditLog.record_id': 'Kohteen numero',
  'platform.auditLog.action': 'Toiminto',
  'platform.auditLog.field': 'Kenttä',
  'platform.auditLog.from': 'Ennen',
  'platform.auditLog.to': 'Jälkeen',
  'platform.auditLog.reason': 'Syy',
}
