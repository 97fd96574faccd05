import { PRODUCT_FIELDS, type ProductField } from '#domain/catalogue/product-fields.ts'
import type { CsvCell } from '#domain/format/csv.ts'
import { normaliseLine } from '#domain/format/normalise-text.ts'
import type { RecordField } from '#domain/record-fields.ts'
import { unitNamed } from './import-units.ts'
import {
  EMPTY_CELL,
  type CellValue,
  readChoice,
  readCode,
  readCodes,
  readEuros,
  isNoValue,
  readNumber,
  readWhole,
  readYesNo,
  cellText,
} from './sheet-cells.ts'

export type HeadingTexts = Readonly<Record<'en' | 'fi' | 'sv', string>>

export type ImportValue = string | number | boolean | readonly string[]

/** A column of a product spreadsheet: its headings, the form field that it fills, and how its cells are parsed. */
export type ImportColumn = {
  headings: HeadingTexts
  field: string
  read: (cell: CsvCell) => CellValue<ImportValue>
  /** The value for an empty cell; without it an empty cell leaves the field unchanged. */
  empty?: '' | null
}

const readText = (cell: CsvCell): CellValue<string> => ({ value: cellText(cell) })
const readLine = (cell: CsvCell): CellValue<string> => ({ value: normaliseLine(cellText(cell)) })
const readSome = (cell: CsvCell): CellValue<string> => (cellText(cell) === '' ? EMPTY_CELL : readLine(cell))
/** The name of another record. */
const readName = (cell: CsvCell): CellValue<string> => (isNoValue(cellText(cell)) ? EMPTY_CELL : readLine(cell))
const readUnspaced = (cell: CsvCell): CellValue<string> => {
  const text = cellText(cell).replaceAll(/\s/g, '')
  return text === '' ? EMPTY_CELL : text.length > 100 ? { problem: 'invalidCode' } : { value: text }
}
const readUnit = (cell: CsvCell): CellValue<string> => {
  const text = cellText(cell)
  return text === '' ? EMPTY_CELL : { value: unitNamed(text) }
}
/** A rate or a name. */
const readVatClass = (cell: CsvCell): CellValue<string | number> =>
  typeof cell === 'number' ? { value: cell } : readName(cell)

/** Other words for the options of a field. */
const HEADING_WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  product_type: {
    standard: ['ordinary', 'tavallinen', 'vakio', 'vanlig'],
    preorder: [
      'pre-order',
      'ennakkotilaus',
      'ennakkotilattava',
      'förbeställning',
      'förhandsbeställning',
      'förhandsbeställs',
    ],
  },
  product_code_type: {
    standard: ['by the piece', 'kappaleittain', 'styckvis', 'tavallinen', 'vakio'],
    bulk: ['loose', 'irtotavara', 'irtona', 'lösvikt'],
    bulk_encoded_weight: ['weight label', 'painoetiketti', 'viktetikett'],
    bulk_encoded_price: ['price label', 'hintaetiketti', 'prisetikett'],
  },
  content_unit: { kg: ['kilo', 'kilogram'], l: ['litra', 'litre', 'liter', 'ltr'] },
}

/** Fields that are not parsed by their kind. */
const OWN_READ: Readonly<Record<string, ImportColumn['read']>> = {
  vat_class_id: readVatClass,
  unit: readUnit,
  prefix: readUnspaced,
  supplier_id: readName,
  group_id: readName,
}

function readerFor(name: string, field: RecordField): ImportColumn['read'] {
  switch (field.kind) {
    case 'euros':
      return readEuros
    case 'quantity':
    case 'degrees':
      return readNumber
    case 'whole':
      return readWhole(field.min, field.max)
    case 'flag':
      return readYesNo
    case 'code':
      return readCode
    case 'codes':
      return readCodes
    case 'choice':
      return readChoice(Object.fromEntries(field.options.map(option => [option, HEADING_WORDS[name]?.[option] ?? []])))
    default:
      // A text, or the name of another record.
      return readSome
  }
}

/** A column that names another record is not called by the record's id. */
const NAMED_AFTER = { vat_class_id: 'vat_class', supplier_id: 'supplier', group_id: 'group' } as const
type NamedAfter = typeof NAMED_AFTER

type WithHeadings = {
  [Name in ProductField]: (typeof PRODUCT_FIELDS)[Name] extends { headings: HeadingTexts } ? Name : never
}
type FieldColumn<Name extends ProductField = WithHeadings[ProductField]> = Name extends keyof NamedAfter
  ? NamedAfter[Name]
  : Name
type GoodsColumn = 'purchase_price' | 'stock'
/** Fetched after the import, if an admin wants it. */
type ImageColumn = 'image_url'
type TextColumn = `${'name' | 'description'}_${keyof HeadingTexts}`
export type ColumnName = 'id' | TextColumn | 'stores' | FieldColumn | GoodsColumn | ImageColumn

const nameColumn = (field: string, headings: HeadingTexts): ImportColumn => ({
  headings,
  field,
  read: readLine,
  empty: '',
})
const textColumn = (field: string, headings: HeadingTexts): ImportColumn => ({
  headings,
  field,
  read: readText,
  empty: '',
})

const TEXT_COLUMNS: Readonly<Record<TextColumn, ImportColumn>> = {
  name_en: nameColumn('names.en', { en: 'Name in English', fi: 'Nimi englanniksi', sv: 'Namn på engelska' }),
  name_fi: nameColumn('names.fi', { en: 'Name in Finnish', fi: 'Nimi suomeksi', sv: 'Namn på finska' }),
  name_sv: nameColumn('names.sv', { en: 'Name in Swedish', fi: 'Nimi ruotsiksi', sv: 'Namn på svenska' }),
  description_en: textColumn('descriptions.en', {
    en: 'Description in English',
    fi: 'Kuvaus englanniksi',
    sv: 'Beskrivning på engelska',
  }),
  description_fi: textColumn('descriptions.fi', {
    en: 'Description in Finnish',
    fi: 'Kuvaus suomeksi',
    sv: 'Beskrivning på finska',
  }),
  description_sv: textColumn('descriptions.sv', {
    en: 'Description in Swedish',
    fi: 'Kuvaus ruotsiksi',
    sv: 'Beskrivning på svenska',
  }),
}

const isNamedAfter = (name: string): name is keyof NamedAfter => Object.hasOwn(NAMED_AFTER, name)

const fieldColumns = (): Record<FieldColumn, ImportColumn> => {
  const all: readonly (readonly [string, RecordField])[] = Object.entries(PRODUCT_FIELDS)
  const columns = all.flatMap(([field, about]): [string, ImportColumn][] => {
    const { headings, optional } = about
    if (!headings) return []
    const column = {
      headings,
      field,
      read: OWN_READ[field] ?? readerFor(field, about),
      ...(optional && { empty: null }),
    }
    return [[isNamedAfter(field) ? NAMED_AFTER[field] : field, column]]
  })
  // Every field with headings, as in FieldColumn.
  return Object.fromEntries(columns) as Record<FieldColumn, ImportColumn>
}

/** Not in the product's form: its supplier's price from today, and what was counted in one store. */
const GOODS_COLUMNS: Readonly<Record<GoodsColumn, ImportColumn>> = {
  purchase_price: {
    headings: {
      en: 'Purchase price without VAT (€)',
      fi: 'Ostohinta ilman ALV:tä (€)',
      sv: 'Inköpspris exkl. moms (€)',
    },
    field: 'purchase_price',
    read: readNumber,
  },
  stock: { headings: { en: 'Stock', fi: 'Varasto', sv: 'Lager' }, field: 'stock', read: readNumber },
}

const COLUMN_DECLARATIONS: Readonly<Record<ColumnName, ImportColumn>> = {
  id: { headings: { en: 'id', fi: 'id', sv: 'id' }, field: 'id', read: readWhole(1, 2_147_483_647) },
  ...TEXT_COLUMNS,
  ...fieldColumns(),
  stores: {
    headings: { en: 'Sold in', fi: 'Myynnissä kaupoissa', sv: 'Säljs i' },
    field: 'offered_in',
    read: readSome,
  },
  ...GOODS_COLUMNS,
  image_url: {
    headings: { en: 'Address of the photo', fi: 'Kuvan osoite', sv: 'Bildens adress' },
    field: 'image_url',
    read: readSome,
  },
}

/** The order of columns in files. Columns that are added later follow at the end. */
const COLUMN_ORDER: readonly ColumnName[] = [
  'id',
  'name_en',
  'name_fi',
  'name_sv',
  'description_en',
  'description_fi',
  'description_sv',
  'price',
  'deposit',
  'vat_class',
  'unit',
  'content_quantity',
  'content_unit',
  'units_per_case',
  'product_code',
  'ean13',
  'further_codes',
  'eanCase',
  'prefix',
  'product_type',
  'product_code_type',
  'perishable',
  'min_age',
  'enabled',
  'supplier',
  'stores',
  'sort_order',
  'alarm_limit',
]

/** In the order of the export. The object has no other keys. */
export const COLUMN_NAMES = [...new Set([...COLUMN_ORDER, ...(Object.keys(COLUMN_DECLARATIONS) as ColumnName[])])]

/** By their names in the export, in its order: all of them. */
export const IMPORT_COLUMNS = Object.fromEntries(
  COLUMN_NAMES.map(name => [name, COLUMN_DECLARATIONS[name]]),
) as typeof COLUMN_DECLARATIONS

/** An export has no stock to import, in an older file it would be the stock of that time, and no addresses of photos. */
export const EXPORTED_COLUMNS = COLUMN_NAMES.filter(name => name !== 'stock' && name !== 'image_url')

/** The headings of an export's columns on one store's stock. */
export const STORE_HEADINGS = {
  store: { en: 'Store', fi: 'Kauppa', sv: 'Butik' },
  offered: { en: 'Sold there', fi: 'Myynnissä kaupassa', sv: 'Säljs i butiken' },
  quantity: { en: 'Stock there', fi: 'Varasto kaupassa', sv: 'Lager i butiken' },
  level: { en: 'Status', fi: 'Tila', sv: 'Status' },
} as const satisfies Readonly<Record<string, HeadingTexts>>
