/** For records of notifications sent to devices, and of messages to single shoppers. */
export const NOTIFICATION_DAYS = 30

/** Retention periods of user data, and the range from which an operator may choose. */
export const RETENTION = {
  /** Store visits. */
  visit_days: { usual: 90, least: 1, most: 365 },
  /** Email addresses that were entered but never used to sign in. A login link is valid for at most ten minutes. */
  never_signed_in_hours: { usual: 24, least: 1, most: 168 },
  /** Messages in the development mailbox. */
  mailbox_days: { usual: 7, least: 1, most: 30 },
  /** Spreadsheets that were checked but never applied. */
  unsaved_import_days: { usual: 30, least: 1, most: 365 },
  /** Data for undoing bulk changes of products. */
  bulk_change_days: { usual: 90, least: 7, most: 3650 },
  /** Orders that were cancelled before any payment attempt. */
  unpaid_order_days: { usual: 90, least: 1, most: 365 },
  /** Accounts without a sign-in. Their vouchers are kept for six years in any case, without personal data. */
  idle_account_years: { usual: 6, least: 1, most: 10 },
} as const

export const RETENTION_NAMES = [
  'visit_days',
  'never_signed_in_hours',
  'mailbox_days',
  'unsaved_import_days',
  'bulk_change_days',
  'unpaid_order_days',
  'idle_account_years',
] as const
export type RetentionName = (typeof RETENTION_NAMES)[number]
export type Retention = Record<RetentionName, number>

export const isKeepable = (name: RetentionName, time: number): boolean =>
  Number.isInteger(time) && time >= RETENTION[name].least && time <= RETENTION[name].most

/** The chosen periods, with the usual one where none or an invalid one was chosen. */
export function retentionFrom(chosen: Readonly<Record<string, unknown>>): Retention {
  const timeOf = (name: RetentionName) => {
    const time = chosen[name]
    return typeof time === 'number' && isKeepable(name, time) ? time : RETENTION[name].usual
  }
  return {
    visit_days: timeOf('visit_days'),
    never_signed_in_hours: timeOf('never_signed_in_hours'),
    mailbox_days: timeOf('mailbox_days'),
    unsaved_import_days: timeOf('unsaved_import_days'),
    bulk_change_days: timeOf('bulk_change_days'),
    unpaid_order_days: timeOf('unpaid_order_days'),
    idle_account_years: timeOf('idle_account_years'),
  }
}
