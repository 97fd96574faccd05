import { fieldNames, type RecordFields, type RecordOf } from '#domain/record-fields.ts'

/** For records of notifications sent to devices, and of messages to single shoppers. */
export const NOTIFICATION_DAYS = 30

/**
 * Retention periods of user data: the usual one, and the range from which an operator may choose. The contract and the form follow
 * it.
 */
export const RETENTION_FIELDS = {
  /** Store visits. */
  visit_days: { kind: 'whole', required: true, initial: 90, min: 1, max: 365 },
  /** Email addresses that were entered but never used to sign in. A login link is valid for at most ten minutes. */
  never_signed_in_hours: { kind: 'whole', required: true, initial: 24, min: 1, max: 168 },
  /** Messages in the development mailbox. */
  mailbox_days: { kind: 'whole', required: true, initial: 7, min: 1, max: 30 },
  /** Spreadsheets that were checked but never applied. */
  unsaved_import_days: { kind: 'whole', required: true, initial: 30, min: 1, max: 365 },
  /** Data for undoing bulk changes of products. */
  bulk_change_days: { kind: 'whole', required: true, initial: 90, min: 7, max: 3650 },
  /** Orders that were cancelled before any payment attempt. */
  unpaid_order_days: { kind: 'whole', required: true, initial: 90, min: 1, max: 365 },
  /** Accounts without a sign-in. Their vouchers are kept for six years in any case, without personal data. */
  idle_account_years: { kind: 'whole', required: true, initial: 6, min: 1, max: 10 },
} as const satisfies RecordFields

export const RETENTION_NAMES = fieldNames(RETENTION_FIELDS)
type RetentionName = keyof typeof RETENTION_FIELDS
export type RetentionPeriods = RecordOf<typeof RETENTION_FIELDS>

export const isKeepable = (name: RetentionName, time: number): boolean =>
  Number.isInteger(time) && time >= RETENTION_FIELDS[name].min && time <= RETENTION_FIELDS[name].max

/** The chosen periods, with the usual one where none or an invalid one was chosen. */
export const retentionFrom = (chosen: Readonly<Record<string, unknown>>) =>
  // Each name has its number.
  Object.fromEntries(
    RETENTION_NAMES.map(name => {
      const time = chosen[name]
      return [name, typeof time === 'number' && isKeepable(name, time) ? time : RETENTION_FIELDS[name].initial]
    }),
  ) as RetentionPeriods
