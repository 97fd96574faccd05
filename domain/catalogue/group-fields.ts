import type { RecordFields } from '#domain/record-fields.ts'

/** The fields of a product group, except its names. */
export const GROUP_FIELDS = {
  sort_order: { kind: 'whole', least: -1_000_000_000, most: 1_000_000_000, initial: 0 },
  /** The account for its sales in journal entries, else the VAT rate's. */
  sales_account: { kind: 'text', longest: 9, optional: true },
  /** Shoppers don't see it, and forms don't offer it. */
  hidden: { kind: 'flag', initial: false },
} as const satisfies RecordFields

export const MAX_GROUP_NAME_LENGTH = 60

/** A number in the bookkeeper's chart of accounts. */
export const isAccount = (text: string): boolean => /^\d{1,9}$/.test(text)
