import { FOOD_LANGUAGE_RULES } from '#domain/catalogue/missing-food-information.ts'
import type { RecordFields } from '#domain/record-fields.ts'

export const PAYMENT_MODES = ['test', 'terminal'] as const

/** The fields of a store, except its hours and its lock. Its form, its merging and the audit log follow it. */
export const STORE_FIELDS = {
  name: { kind: 'text', longest: 100 },
  address: { kind: 'text', longest: 200 },
  latitude: { kind: 'degrees', optional: true, goesWith: 'location' },
  longitude: { kind: 'degrees', optional: true, goesWith: 'location' },
  time_zone: { kind: 'text', longest: 100, initial: 'Europe/Helsinki' },
  always_open: { kind: 'flag', initial: false },
  published: { kind: 'flag', initial: false },
  enable_preorders: { kind: 'flag', initial: false },
  sells_age_restricted: { kind: 'flag', initial: false },
  food_languages: { kind: 'choice', options: FOOD_LANGUAGE_RULES, initial: 'fi' },
  payment_mode: { kind: 'choice', options: PAYMENT_MODES },
} as const satisfies RecordFields
