import type { NamesOf, RecordField, RecordFields, RecordOf } from '#domain/record-fields.ts'
import { DRAWINGS } from './drawings.ts'
import { PRODUCT_CODE_TYPES, PRODUCT_TYPES } from './product-types.ts'

type DescribedField = RecordField & {
  /** Receipts show it, or sales are counted by it: orders keep it with the product's version, and a change makes a new version. */
  inVersion?: true
}

/**
 * The fields of a product, except its texts and what each store does with it: their values, limits, initial values and columns
 * in spreadsheets. The form, its merging, the contract, imports, exports, the rows of the product and of its versions, and the
 * audit log follow it.
 */
export const PRODUCT_FIELDS = {
  price: {
    kind: 'euros',
    required: true,
    inVersion: true,
    headings: { en: 'Price with VAT (€)', fi: 'Hinta sis. ALV (€)', sv: 'Pris med moms (€)' },
  },
  deposit: {
    kind: 'euros',
    initial: 0,
    isBlankAtZero: true,
    inVersion: true,
    headings: { en: 'Deposit (€)', fi: 'Pantti (€)', sv: 'Pant (€)' },
  },
  vat_class_id: {
    kind: 'id',
    required: true,
    inVersion: true,
    headings: { en: 'VAT class', fi: 'ALV-luokka', sv: 'Momsklass' },
  },
  unit: {
    kind: 'text',
    maxLength: 20,
    required: true,
    initial: 'kpl',
    inVersion: true,
    headings: { en: 'Unit', fi: 'Yksikkö', sv: 'Enhet' },
  },
  content_quantity: {
    kind: 'quantity',
    optional: true,
    headings: { en: 'Net content', fi: 'Pakkauskoko', sv: 'Nettoinnehåll' },
  },
  content_unit: {
    kind: 'choice',
    options: ['kg', 'l'],
    optional: true,
    goesWith: 'content_quantity',
    headings: { en: 'Unit of net content', fi: 'Pakkauskoon yksikkö', sv: 'Nettoinnehållets enhet' },
  },
  product_code_type: {
    kind: 'choice',
    options: PRODUCT_CODE_TYPES,
    initial: 'standard',
    headings: { en: 'How it is sold', fi: 'Myyntitapa', sv: 'Försäljningssätt' },
  },
  ean13: {
    kind: 'code',
    optional: true,
    headings: { en: 'EAN of one piece', fi: 'Kappaleen EAN-koodi', sv: 'EAN-kod för ett stycke' },
  },
  product_code: { kind: 'code', optional: true, headings: { en: 'Product code', fi: 'Tuotekoodi', sv: 'Produktkod' } },
  prefix: {
    kind: 'code',
    optional: true,
    headings: { en: 'Prefix of the label', fi: 'Vaakaetiketin alkunumerot', sv: 'Vågetikettens första siffror' },
  },
  /** Of one piece too, such as those of another batch or of a campaign's pack. */
  further_codes: {
    kind: 'codes',
    optional: true,
    headings: { en: 'Further EAN codes', fi: 'Muut EAN-koodit', sv: 'Andra EAN-koder' },
  },
  eanCase: {
    kind: 'code',
    optional: true,
    headings: { en: 'EAN of a case', fi: 'Laatikon EAN-koodi', sv: 'EAN-kod för en kartong' },
  },
  units_per_case: {
    kind: 'whole',
    min: 1,
    max: 100_000,
    optional: true,
    headings: { en: 'Units in a case', fi: 'Kappaleita laatikossa', sv: 'Antal per kartong' },
  },
  enabled: { kind: 'flag', initial: true, headings: { en: 'Active', fi: 'Valikoimassa', sv: 'I sortimentet' } },
  product_type: {
    kind: 'choice',
    options: PRODUCT_TYPES,
    initial: 'standard',
    headings: { en: 'Product type', fi: 'Tuotetyyppi', sv: 'Produkttyp' },
  },
  supplier_id: { kind: 'id', required: true, headings: { en: 'Supplier', fi: 'Toimittaja', sv: 'Leverantör' } },
  group_id: {
    kind: 'id',
    optional: true,
    inVersion: true,
    headings: { en: 'Product group', fi: 'Tuoteryhmä', sv: 'Varugrupp' },
  },
  /** The supplier's own number of the article. */
  supplier_code: {
    kind: 'text',
    maxLength: 50,
    optional: true,
    headings: { en: 'Supplier’s article code', fi: 'Toimittajan tuotenumero', sv: 'Leverantörens artikelnummer' },
  },
  /** Goods are ordered in multiples of it. */
  order_pack: {
    kind: 'quantity',
    optional: true,
    headings: { en: 'Order pack', fi: 'Tilauserä', sv: 'Beställningsförpackning' },
  },
  perishable: {
    kind: 'flag',
    initial: false,
    headings: { en: 'Perishable', fi: 'Nopeasti pilaantuva', sv: 'Lättfördärvlig' },
  },
  min_age: {
    kind: 'whole',
    min: 1,
    max: 99,
    optional: true,
    headings: { en: 'Minimum age', fi: 'Ikäraja', sv: 'Åldersgräns' },
  },
  /** Sold only in the country's hours for alcohol; without `min_age`, to adults. */
  alcohol: { kind: 'flag', initial: false, headings: { en: 'Alcohol', fi: 'Alkoholi', sv: 'Alkohol' } },
  sort_order: {
    kind: 'whole',
    min: -1_000_000_000,
    max: 1_000_000_000,
    initial: 0,
    headings: { en: 'Sort order', fi: 'Järjestysnumero', sv: 'Ordningsnummer' },
  },
  /** Stock at or below this is low, in stores without a limit of their own. */
  alarm_limit: {
    kind: 'quantity',
    optional: true,
    headings: { en: 'Low-stock limit', fi: 'Hälytysraja', sv: 'Larmgräns' },
  },
  drawing: { kind: 'choice', options: DRAWINGS, optional: true },
} as const satisfies Readonly<Record<string, DescribedField>>

export type ProductField = keyof typeof PRODUCT_FIELDS
export type ProductRecord = RecordOf<typeof PRODUCT_FIELDS>

/** The names of a product's fields of some kinds. */
export type ProductFieldOf<Kind extends RecordFields[string]['kind']> = NamesOf<typeof PRODUCT_FIELDS, Kind>

/** The names of the fields in a product's version. */
export type VersionField = {
  [Name in ProductField]: (typeof PRODUCT_FIELDS)[Name] extends { inVersion: true } ? Name : never
}[ProductField]

const chooseFields = (isInVersion: boolean) =>
  Object.fromEntries(Object.entries(PRODUCT_FIELDS).filter(([, field]) => 'inVersion' in field === isInVersion))

/** The fields in a product's version. Chosen by the same property as in the type, like the others. */
export const VERSION_FIELDS = chooseFields(true) as Pick<typeof PRODUCT_FIELDS, VersionField>
export const UNVERSIONED_FIELDS = chooseFields(false) as Omit<typeof PRODUCT_FIELDS, VersionField>
