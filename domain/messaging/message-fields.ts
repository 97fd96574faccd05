import { MAX_LINK_LENGTH } from '#domain/format/safe-link.ts'
import type { RecordFields } from '#domain/record-fields.ts'

/** The fields of a message, except its texts. The form, the contract, the row and the audit log follow them. */
export const MESSAGE_FIELDS = {
  /** A path of the shop, or an external https URL. */
  url: { kind: 'link', maxLength: MAX_LINK_LENGTH },
  /** Null: now. */
  send_at: { kind: 'instant', optional: true },
} as const satisfies RecordFields
