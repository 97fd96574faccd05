import type { RecordFields } from '#domain/record-fields.ts'

/** The fields of a supplier. The form, the contract, the rows, the export and the audit log follow them. */
export const SUPPLIER_FIELDS = {
  name: { kind: 'text', maxLength: 100, required: true, headings: { en: 'Name', fi: 'Nimi', sv: 'Namn' } },
  /** The address that orders for its goods are sent to. */
  email: {
    kind: 'email',
    optional: true,
    headings: { en: 'Email for orders', fi: 'Sähköposti tilauksille', sv: 'E-post för beställningar' },
  },
  /** Of orders; without one they are in the language of the admin who sends them. */
  language: { kind: 'choice', options: ['fi', 'sv', 'en'], optional: true },
  /** Days from an order to its delivery. */
  lead_days: {
    kind: 'whole',
    min: 0,
    max: 365,
    optional: true,
    headings: { en: 'Delivery time in days', fi: 'Toimitusaika päivinä', sv: 'Leveranstid i dagar' },
  },
  /** The weekdays on which it takes orders, Monday is 1: `14`. In ascending order, each once; null: any day. */
  order_days: {
    kind: 'text',
    maxLength: 7,
    pattern: /^(?:12?3?4?5?6?7?|23?4?5?6?7?|34?5?6?7?|45?6?7?|56?7?|67?|7)$/,
    optional: true,
    headings: {
      en: 'Takes orders on (1 is Monday)',
      fi: 'Tilauspäivät (1 on maanantai)',
      sv: 'Tar emot beställningar (1 är måndag)',
    },
  },
  /** The smallest order, excluding VAT. */
  min_order: {
    kind: 'euros',
    optional: true,
    headings: {
      en: 'Minimum order without VAT (€)',
      fi: 'Vähimmäistilaus ilman ALV:tä (€)',
      sv: 'Minsta orderbelopp utan moms (€)',
    },
  },
  /** Shoppers see the name with its products. */
  is_name_public: {
    kind: 'flag',
    initial: true,
    headings: { en: 'Name for shoppers', fi: 'Nimi näkyy asiakkaille', sv: 'Namnet för kunder' },
  },
} as const satisfies RecordFields

export const WEEKDAY_NUMBERS = ['1', '2', '3', '4', '5', '6', '7'] as const
