import type { RecordFields } from '#domain/record-fields.ts'

/** The company that runs the stores. The limits of the contract and the form follow it. */
export const OPERATOR_FIELDS = {
  name: { kind: 'text', longest: 200, required: true },
  business_id: { kind: 'text', longest: 50 },
  address: { kind: 'text', longest: 300 },
  email: { kind: 'text', longest: 254 },
  phone: { kind: 'text', longest: 50 },
} as const satisfies RecordFields
