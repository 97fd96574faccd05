import type { RecordFields } from '#domain/record-fields.ts'

export const SUPPLIER_FIELDS = {
  name: { kind: 'text', longest: 100, required: true },
  /** Shoppers see the name with its products. */
  name_shown: { kind: 'flag', initial: true },
  /** The address that orders for its goods are sent to. */
  email: { kind: 'text', longest: 254, optional: true },
  /** Of orders; without one they are in the language of the admin who sends them. */
  language: { kind: 'choice', options: ['fi', 'sv', 'en'], optional: true },
  /** Days from an order to its delivery. */
  lead_days: { kind: 'whole', least: 0, most: 365, optional: true },
  /** The weekdays on which it takes orders, Monday is 1: `14`. */
  order_days: { kind: 'text', longest: 7, optional: true },
  /** The smallest order, excluding VAT. */
  least_order: { kind: 'euros', optional: true },
} as const satisfies RecordFields

export const WEEKDAY_NUMBERS = ['1', '2', '3', '4', '5', '6', '7'] as const

/** Weekdays in ascending order, each once; at least one. */
export const ORDER_DAYS = /^(?=.)1?2?3?4?5?6?7?$/

/** The fields with a label of the form's own; the others have one of the audit log. */
export const LABELLED_SUPPLIER_FIELDS = ['name_shown', 'language', 'lead_days', 'order_days', 'least_order'] as const
