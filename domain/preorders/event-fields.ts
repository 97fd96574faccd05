import type { RecordFields } from '#domain/record-fields.ts'
import { EVENT_STATUSES } from './preorder-event.ts'

/** The fields of an event, except its texts, stores and products. The form, the contract, the row, the list and the audit log follow them. */
export const EVENT_FIELDS = {
  /** The first and the last day on which goods are picked up. */
  start_date: { kind: 'day' },
  end_date: { kind: 'day' },
  /** Null: the start of the start date, in the time zone of each store. */
  order_until: { kind: 'instant', optional: true },
  status: { kind: 'choice', options: EVENT_STATUSES, initial: 'draft' },
} as const satisfies RecordFields
