import type { OfficeAccess } from '#domain/accounts/store-rights.ts'

/**
 * `access`: who may be called for it. `canWait`: until the quiet hours are over. `confirmMinutes`: how long it must last before
 * anyone is called.
 */
type AlertCause = { access: OfficeAccess; scope: 'store' | 'shop'; canWait: boolean; confirmMinutes: number }

/** Everything that a keeper is called for. */
export const ALERT_CAUSES = {
  terminal_unreachable: { access: 'helper', scope: 'store', canWait: false, confirmMinutes: 3 },
  lock_unreachable: { access: 'helper', scope: 'store', canWait: false, confirmMinutes: 5 },
  lock_battery_low: { access: 'helper', scope: 'store', canWait: true, confirmMinutes: 0 },
  store_silent: { access: 'keeper', scope: 'store', canWait: false, confirmMinutes: 5 },
  payment_in_doubt: { access: 'keeper', scope: 'store', canWait: false, confirmMinutes: 3 },
  withdrawal_received: { access: 'keeper', scope: 'store', canWait: true, confirmMinutes: 0 },
  recall_refund_requested: { access: 'keeper', scope: 'store', canWait: true, confirmMinutes: 0 },
  code_reported: { access: 'keeper', scope: 'store', canWait: true, confirmMinutes: 0 },
  unusual_refunds: { access: 'keeper', scope: 'store', canWait: true, confirmMinutes: 0 },
  email_failing: { access: 'admin', scope: 'shop', canWait: false, confirmMinutes: 5 },
  sms_failing: { access: 'admin', scope: 'shop', canWait: false, confirmMinutes: 5 },
  disk_low: { access: 'admin', scope: 'shop', canWait: false, confirmMinutes: 0 },
  invariant_violated: { access: 'admin', scope: 'shop', canWait: false, confirmMinutes: 0 },
  backup_failed: { access: 'admin', scope: 'shop', canWait: true, confirmMinutes: 0 },
  certificate_ending: { access: 'admin', scope: 'shop', canWait: true, confirmMinutes: 0 },
  help_requested: { access: 'helper', scope: 'store', canWait: false, confirmMinutes: 0 },
  test_call: { access: 'helper', scope: 'store', canWait: false, confirmMinutes: 0 },
} as const satisfies Record<string, AlertCause>

export type AlertCauseName = keyof typeof ALERT_CAUSES
export const ALERT_CAUSE_NAMES = Object.keys(ALERT_CAUSES) as AlertCauseName[]
/** A person opens these alerts, no probe does; to acknowledge one ends it. */
export const MADE_BY_PEOPLE = ['help_requested', 'test_call'] as const satisfies readonly AlertCauseName[]
/** An alert is over when its cause was not seen for this long: a device that comes and goes is one alert. */
export const CLEARED_AFTER_MINUTES = 2
