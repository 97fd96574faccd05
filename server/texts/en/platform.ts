export const platform = {
  'platform.auditLog.at': 'When',
  'platform.auditLog.by': 'Who',
  'platform.auditLog.kind': 'Type',
  'platform.auditLog.record_id': 'Item number',
  'platform.auditLog.action': 'Action',
  'platform.auditLog.field': 'Field',
  'platform.auditLog.from': 'Before',
  'platform.auditLog.to': 'After',
  'platform.auditLog.reason': 'Reason',
} as const
