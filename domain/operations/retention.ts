/** Which device got which notification, and what was told one shopper. */
export const NOTIFICATION_DAYS = 30

/** How long what people leave behind is kept, and between which bounds an operator may choose. */
export const RETENTION = {
  /** Who visited which store. */
  visit_days: { usual: 90, least: 1, most: 365 },
  /** Addresses that somebody typed and nobody signed in with. A login link lives ten minutes. */
  never_signed_in_hours: { usual: 24, least: 1, most: 168 },
  /** What the development mailbox received. */
  mailbox_days: { usual: 7, least: 1, most: 30 },
  /** Spreadsheets that were looked at and never saved. */
  unsaved_import_days: { usual: 30, least: 1, most: 365 },
  /** What bulk changes of products can be undone with. */
  bulk_change_days: { usual: 90, least: 7, most: 3650 },
  /** Orders that were cancelled before anybody tried to pay them. */
  unpaid_order_days: { usual: 90, least: 1, most: 365 },
  /** Accounts that nobody has signed in to. Their vouchers are kept for six years in any case, without a person. */
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

/** What was chosen, and the usual time where nothing, or nothing sensible, was. */
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
