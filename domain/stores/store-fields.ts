import { FOOD_LANGUAGE_RULES } from '#domain/catalogue/missing-food-information.ts'
import type { RecordFields, RecordOf } from '#domain/record-fields.ts'

export const PAYMENT_MODES = ['test', 'terminal'] as const

/**
 * The fields of a store, except its hours and its lock. Its form, its merging and the audit log follow them; the contract, the row
 * and the export those besides its position, which is one value in the API.
 */
export const STORE_FIELDS = {
  name: { kind: 'text', maxLength: 100, headings: { en: 'Name', fi: 'Nimi', sv: 'Namn' } },
  address: { kind: 'text', maxLength: 200, headings: { en: 'Address', fi: 'Osoite', sv: 'Adress' } },
  /** By which shoppers reach its keeper. */
  phone: { kind: 'phone', optional: true, headings: { en: 'Phone', fi: 'Puhelin', sv: 'Telefon' } },
  /** What shoppers in the store read when they need help; one language is enough. */
  help_fi: { kind: 'text', maxLength: 300, optional: true },
  help_sv: { kind: 'text', maxLength: 300, optional: true },
  help_en: { kind: 'text', maxLength: 300, optional: true },
  /** Both null: unknown, so shoppers see no distance. */
  latitude: { kind: 'degrees', optional: true, goesWith: 'location' },
  longitude: { kind: 'degrees', optional: true, goesWith: 'location' },
  time_zone: {
    kind: 'text',
    maxLength: 100,
    initial: 'Europe/Helsinki',
    headings: { en: 'Time zone', fi: 'Aikavyöhyke', sv: 'Tidszon' },
  },
  /** Except on days with other hours; the weekly hours are kept for later. */
  always_open: { kind: 'flag', initial: false },
  /** Visible to shoppers. When a store is unpublished, shoppers who had selected it must select again. */
  published: { kind: 'flag', initial: false },
  enable_preorders: {
    kind: 'flag',
    initial: false,
    headings: { en: 'Pre-orders', fi: 'Ennakkotilaukset', sv: 'Förhandsbeställningar' },
  },
  sells_age_restricted: {
    kind: 'flag',
    initial: false,
    headings: { en: 'Age-restricted products', fi: 'Ikärajatuotteet', sv: 'Varor med åldersgräns' },
  },
  /** The languages that its municipality demands of information about foods. */
  food_languages: { kind: 'choice', options: FOOD_LANGUAGE_RULES, initial: 'fi' },
  payment_mode: { kind: 'choice', options: PAYMENT_MODES, headings: { en: 'Payments', fi: 'Maksut', sv: 'Betalning' } },
} as const satisfies RecordFields
export type StoreRecord = RecordOf<typeof STORE_FIELDS>

const { latitude: _latitude, longitude: _longitude, ...others } = STORE_FIELDS
/** The fields that the API has as they are described. */
export const PLAIN_STORE_FIELDS = others
