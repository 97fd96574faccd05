import { nonPersonal, personalData } from '#server/platform/personal-data/register.ts'

export const OPERATIONS_PERSONAL_DATA = personalData({
  invariant_check: nonPersonal(['invariant', 'violations', 'sample', 'checked_at', 'violated_since']),
  invariant_run: nonPersonal(['only_row', 'begun_at', 'whole_at']),
  backup_run: nonPersonal(['id', 'begun_at', 'file', 'ended_at', 'bytes', 'is_proved', 'failure']),
  backup_claim: nonPersonal(['is_only', 'night']),
  test_terminal_payment: nonPersonal([
    'service_id',
    'terminal_id',
    'amount_cents',
    'currency',
    'state',
    'cancelled_by',
    'received_at',
    'decided_at',
  ]),
  test_terminal_refund: nonPersonal(['refund_key', 'service_id', 'amount_cents', 'state', 'received_at']),
  web_vital: nonPersonal(['day', 'page', 'name', 'good', 'needs_improvement', 'poor', 'value_sum']),
  web_vital_hour: nonPersonal(['hour', 'page', 'name', 'step', 'count']),
})
