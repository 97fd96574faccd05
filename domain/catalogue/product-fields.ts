import type { NamesOf, RecordFields, RecordOf } from '#domain/record-fields.ts'
import { DRAWINGS } from './drawings.ts'
import { PRODUCT_CODE_TYPES, PRODUCT_TYPES } from './product-types.ts'

/**
 * The fields of a product, except its texts and what each store does with it: their values, limits, initial values and columns
 * in spreadsheets. The form, its merging, the contract, imports, exports, the product's row and the audit log follow it.
 */
export const PRODUCT_FIELDS = {
  price: { kind: 'euros', required: true, heads: { en: 'Price €', fi: 'Hinta €', sv: 'Pris €' } },
  deposit: {
    kind: 'euros',
    initial: 0,
    isBlankAtZero: true,
    heads: { en: 'Deposit €', fi: 'Pantti €', sv: 'Pant €' },
  },
  vat_class_id: { kind: 'id', required: true, heads: { en: 'VAT', fi: 'ALV', sv: 'Moms' } },
  unit: {
    kind: 'text',
    longest: 20,
    required: true,
    initial: 'kpl',
    heads: { en: 'Unit', fi: 'Yksikkö', sv: 'Enhet' },
  },
  content_quantity: { kind: 'quantity', optional: true, heads: { en: 'Content', fi: 'Sisältö', sv: 'Innehåll' } },
  content_unit: {
    kind: 'choice',
    options: ['kg', 'l'],
    optional: true,
    goesWith: 'content_quantity',
    heads: { en: 'Content unit', fi: 'Sisällön yksikkö', sv: 'Innehållets enhet' },
  },
  product_code_type: {
    kind: 'choice',
    options: PRODUCT_CODE_TYPES,
    initial: 'standard',
    heads: { en: 'Code type', fi: 'Koodityyppi', sv: 'Kodtyp' },
  },
  ean13: { kind: 'code', optional: true, heads: { en: 'EAN code', fi: 'EAN-koodi', sv: 'EAN-kod' } },
  product_code: { kind: 'code', optional: true, heads: { en: 'Product code', fi: 'Tuotekoodi', sv: 'Produktkod' } },
  prefix: { kind: 'code', optional: true, heads: { en: 'Prefix', fi: 'Etuliite', sv: 'Prefix' } },
  eanCase: { kind: 'code', optional: true, heads: { en: 'Case code', fi: 'Laatikon koodi', sv: 'Kartongens kod' } },
  units_per_case: {
    kind: 'whole',
    least: 1,
    most: 100_000,
    optional: true,
    heads: { en: 'Units per case', fi: 'Kappaletta laatikossa', sv: 'Antal per kartong' },
  },
  enabled: { kind: 'flag', initial: true, heads: { en: 'On sale', fi: 'Myynnissä', sv: 'Till salu' } },
  product_type: {
    kind: 'choice',
    options: PRODUCT_TYPES,
    initial: 'standard',
    heads: { en: 'Product type', fi: 'Tuotetyyppi', sv: 'Produkttyp' },
  },
  supplier_id: { kind: 'id', required: true, heads: { en: 'Supplier', fi: 'Toimittaja', sv: 'Leverantör' } },
  perishable: { kind: 'flag', initial: false, heads: { en: 'Perishable', fi: 'Pilaantuva', sv: 'Färskvara' } },
  least_age: {
    kind: 'whole',
    least: 1,
    most: 99,
    optional: true,
    heads: { en: 'Age limit', fi: 'Ikäraja', sv: 'Åldersgräns' },
  },
  sort_order: {
    kind: 'whole',
    least: -1_000_000_000,
    most: 1_000_000_000,
    initial: 0,
    heads: { en: 'Place in list', fi: 'Järjestys', sv: 'Ordning' },
  },
  /** Stock at or below this is low, in stores without a limit of their own. */
  alarm_limit: { kind: 'quantity', optional: true, heads: { en: 'Alarm limit', fi: 'Hälytysraja', sv: 'Larmgräns' } },
  drawing: { kind: 'choice', options: DRAWINGS, optional: true },
} as const satisfies RecordFields

export type ProductField = keyof typeof PRODUCT_FIELDS
export type ProductRecord = RecordOf<typeof PRODUCT_FIELDS>

/** The names of a product's fields of some kinds. */
export type ProductFieldOf<Kind extends RecordFields[string]['kind']> = NamesOf<typeof PRODUCT_FIELDS, Kind>
