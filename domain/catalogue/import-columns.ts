import type { Cell } from '#domain/format/csv.ts'
import {
  beginningOf,
  EMPTY,
  readChoice,
  readCode,
  readNumber,
  readWhole,
  readYesNo,
  textOf,
  type Read,
} from '#domain/format/sheet-cells.ts'

type Heads = { en: string; fi: string; sv: string }

/** A column of a product spreadsheet: its headings, the form field that it fills, and how its cells are parsed. */
export type ImportColumn = {
  heads: Heads
  field: string
  read: (cell: Cell) => Read<string | number | boolean>
  /** The value for an empty cell; without it an empty cell leaves the field unchanged. */
  empty?: '' | null
}

const readText = (cell: Cell): Read<string> => ({ value: textOf(cell) })
const readSome = (cell: Cell): Read<string> => (textOf(cell) === '' ? EMPTY : readText(cell))
const readUnspaced = (cell: Cell): Read<string> => {
  const text = textOf(cell).replaceAll(/\s/g, '')
  return text === '' ? EMPTY : text.length > 100 ? { problem: 'invalidCode' } : { value: text }
}
/** A rate or a name. */
const readVatClass = (cell: Cell): Read<string | number> =>
  typeof cell === 'number' ? { value: cell } : readSome(cell)

const PRODUCT_TYPES = {
  standard: ['tavallinen', 'vakio'],
  preorder: ['pre-order', 'ennakkotilaus', 'förbeställning'],
}
const CODE_TYPES = {
  standard: ['tavallinen', 'vakio'],
  bulk: ['loose', 'irtotavara', 'lösvikt'],
  bulk_encoded_weight: ['weight label', 'painoetiketti', 'viktetikett'],
  bulk_encoded_price: ['price label', 'hintaetiketti', 'prisetikett'],
}
const CONTENT_UNITS = { kg: ['kilo', 'kilogram'], l: ['litra', 'litre', 'liter', 'ltr'] }
const MOST_PLACES = 1_000_000_000

/** By their names in the export, in its order. */
export const IMPORT_COLUMNS = {
  id: { heads: { en: 'id', fi: 'id', sv: 'id' }, field: 'id', read: readWhole(1, 2_147_483_647) },
  name_en: named('names.en', { en: 'Name (English)', fi: 'Nimi (englanti)', sv: 'Namn (engelska)' }),
  name_fi: named('names.fi', { en: 'Name (Finnish)', fi: 'Nimi (suomi)', sv: 'Namn (finska)' }),
  name_sv: named('names.sv', { en: 'Name (Swedish)', fi: 'Nimi (ruotsi)', sv: 'Namn (svenska)' }),
  description_en: named('descriptions.en', {
    en: 'Description (English)',
    fi: 'Kuvaus (englanti)',
    sv: 'Beskrivning (engelska)',
  }),
  description_fi: named('descriptions.fi', {
    en: 'Description (Finnish)',
    fi: 'Kuvaus (suomi)',
    sv: 'Beskrivning (finska)',
  }),
  description_sv: named('descriptions.sv', {
    en: 'Description (Swedish)',
    fi: 'Kuvaus (ruotsi)',
    sv: 'Beskrivning (svenska)',
  }),
  price: { heads: { en: 'Price €', fi: 'Hinta €', sv: 'Pris €' }, field: 'price', read: readNumber },
  deposit: { heads: { en: 'Deposit €', fi: 'Pantti €', sv: 'Pant €' }, field: 'deposit', read: readNumber },
  vat_class: { heads: { en: 'VAT', fi: 'ALV', sv: 'Moms' }, field: 'vat_class_id', read: readVatClass },
  unit: { heads: { en: 'Unit', fi: 'Yksikkö', sv: 'Enhet' }, field: 'unit', read: readSome },
  content_quantity: {
    heads: { en: 'Content', fi: 'Sisältö', sv: 'Innehåll' },
    field: 'content_quantity',
    read: readNumber,
    empty: null,
  },
  content_unit: {
    heads: { en: 'Content unit', fi: 'Sisällön yksikkö', sv: 'Innehållets enhet' },
    field: 'content_unit',
    read: readChoice(CONTENT_UNITS),
    empty: null,
  },
  units_per_case: {
    heads: { en: 'Units per case', fi: 'Kappaletta laatikossa', sv: 'Antal per kartong' },
    field: 'units_per_case',
    read: readWhole(1, 100_000),
    empty: null,
  },
  product_code: {
    heads: { en: 'Product code', fi: 'Tuotekoodi', sv: 'Produktkod' },
    field: 'product_code',
    read: readCode,
    empty: null,
  },
  ean13: { heads: { en: 'EAN code', fi: 'EAN-koodi', sv: 'EAN-kod' }, field: 'ean13', read: readCode, empty: null },
  eanCase: {
    heads: { en: 'Case code', fi: 'Laatikon koodi', sv: 'Kartongens kod' },
    field: 'eanCase',
    read: readCode,
    empty: null,
  },
  prefix: { heads: { en: 'Prefix', fi: 'Etuliite', sv: 'Prefix' }, field: 'prefix', read: readUnspaced, empty: null },
  product_type: {
    heads: { en: 'Product type', fi: 'Tuotetyyppi', sv: 'Produkttyp' },
    field: 'product_type',
    read: readChoice(PRODUCT_TYPES),
  },
  product_code_type: {
    heads: { en: 'Code type', fi: 'Koodityyppi', sv: 'Kodtyp' },
    field: 'product_code_type',
    read: readChoice(CODE_TYPES),
  },
  perishable: { heads: { en: 'Perishable', fi: 'Pilaantuva', sv: 'Färskvara' }, field: 'perishable', read: readYesNo },
  least_age: {
    heads: { en: 'Age limit', fi: 'Ikäraja', sv: 'Åldersgräns' },
    field: 'least_age',
    read: readWhole(1, 99),
    empty: null,
  },
  enabled: { heads: { en: 'On sale', fi: 'Myynnissä', sv: 'Till salu' }, field: 'enabled', read: readYesNo },
  supplier: { heads: { en: 'Supplier', fi: 'Toimittaja', sv: 'Leverantör' }, field: 'supplier_id', read: readSome },
  stores: { heads: { en: 'Stores', fi: 'Kaupat', sv: 'Butiker' }, field: 'offered_in', read: readSome },
  sort_order: {
    heads: { en: 'Place in list', fi: 'Järjestys', sv: 'Ordning' },
    field: 'sort_order',
    read: readWhole(-MOST_PLACES, MOST_PLACES),
  },
  alarm_limit: {
    heads: { en: 'Alarm limit', fi: 'Hälytysraja', sv: 'Larmgräns' },
    field: 'alarm_limit',
    read: readNumber,
    empty: null,
  },
} as const satisfies Record<string, ImportColumn>

export type ColumnName = keyof typeof IMPORT_COLUMNS
/** In the order of the export. The object has no other keys. */
export const COLUMN_NAMES = Object.keys(IMPORT_COLUMNS) as ColumnName[]

function named(field: string, heads: Heads): ImportColumn {
  return { heads, field, read: readText, empty: '' }
}

const plain = (head: string) => head.toLowerCase().replaceAll(/[\s_*€]+/g, '')

const BY_HEAD = new Map(
  COLUMN_NAMES.flatMap(name => {
    const { heads } = IMPORT_COLUMNS[name]
    return [name, heads.en, heads.fi, heads.sv].map(head => [plain(head), name] as const)
  }),
)

export type HeadsRead =
  | { columns: readonly (ColumnName | undefined)[]; ignored: string[] }
  | { problem: 'noColumns' | 'columnTwice'; column?: string }

/** The columns by position; unknown headings are ignored and reported. */
export function readHeads(cells: readonly Cell[]): HeadsRead {
  const columns = cells.map(cell => BY_HEAD.get(plain(textOf(cell))))
  const known = columns.filter(name => name !== undefined)
  const twice = known.find((name, at) => known.indexOf(name) < at)
  if (twice) return { problem: 'columnTwice', column: twice }
  if (known.length < 2) return { problem: 'noColumns' }
  const ignored = cells.filter((cell, at) => columns[at] === undefined && textOf(cell) !== '').map(textOf)
  return { columns, ignored: ignored.map(head => beginningOf(head, 60)).slice(0, 20) }
}
