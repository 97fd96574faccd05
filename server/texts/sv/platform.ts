import type { platform as english } from '../en/platform.ts'

export const platform: Record<keyof typeof english, string> = {
  'platform.auditLog.at': 'När',
  'platform.auditLog.by': 'Vem',
  'platform.auditLog.kind': 'Slag',
  'platform.auditLog.record_id': 'Objektets nummer',
  'platform.auditLog.action': 'Åtgärd',
  'platform.auditLog.field': 'Fält',
  'platform.auditLog.from': 'Före',
  'platform.auditLog.to': 'Efter',
  'platform.auditLog.reason': 'Orsak',
}
