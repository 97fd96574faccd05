import type { RecordFields } from '#domain/record-fields.ts'

/** The fields of a product group, except its names. The form, the contract and the audit log follow them. */
export const GROUP_FIELDS = {
  sort_order: { kind: 'whole', min: -1_000_000_000, max: 1_000_000_000, initial: 0 },
  /** The number of the account for its sales in journal entries; null: the account of the VAT rate. */
  sales_account: { kind: 'text', maxLength: 9, pattern: /^\d+$/, optional: true },
  /** Shoppers don't see it, and forms don't offer it. */
  hidden: { kind: 'flag', initial: false },
} as const satisfies RecordFields

export const MAX_GROUP_NAME_LENGTH = 60
