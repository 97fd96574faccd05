import type { RecordFields } from '#domain/record-fields.ts'

export const SUPPLIER_FIELDS = {
  name: { kind: 'text', longest: 100, required: true },
  /** The address that orders for its goods are sent to. */
  email: { kind: 'text', longest: 254, optional: true },
} as const satisfies RecordFields
