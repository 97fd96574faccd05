import type { CsvCell } from '#domain/format/csv.ts'
import { findFormat, formatColumns } from './foreign-formats.ts'
import { COLUMN_NAMES, type ColumnName, type HeadingTexts, IMPORT_COLUMNS, STORE_HEADINGS } from './import-columns.ts'
import { plainHeading } from './plain-heading.ts'
import { firstCharacters, displayText, cellText } from './sheet-cells.ts'

/**
 * The headings that templates had before they were the words of the form. Each keeps its meaning: “Myynnissä” is the column
 * that is now “Valikoimassa”, and a file with both is refused.
 */
const ALTERNATIVE_HEADINGS: Readonly<Partial<Record<ColumnName, readonly string[]>>> = {
  name_en: ['Name (English)', 'Nimi (englanti)', 'Namn (engelska)'],
  name_fi: ['Name (Finnish)', 'Nimi (suomi)', 'Namn (finska)'],
  name_sv: ['Name (Swedish)', 'Nimi (ruotsi)', 'Namn (svenska)'],
  description_en: ['Description (English)', 'Kuvaus (englanti)', 'Beskrivning (engelska)'],
  description_fi: ['Description (Finnish)', 'Kuvaus (suomi)', 'Beskrivning (finska)'],
  description_sv: ['Description (Swedish)', 'Kuvaus (ruotsi)', 'Beskrivning (svenska)'],
  price: ['Price €', 'Hinta €', 'Pris €'],
  deposit: ['Deposit €', 'Pantti €', 'Pant €'],
  vat_class: ['VAT', 'ALV', 'Moms'],
  content_quantity: ['Content', 'Sisältö', 'Sisällön määrä', 'Innehåll'],
  content_unit: ['Content unit', 'Sisällön yksikkö', 'Innehållets enhet'],
  units_per_case: ['Units per case', 'Kappaletta laatikossa'],
  ean13: ['EAN code', 'EAN-koodi', 'EAN-kod'],
  eanCase: ['Case code', 'Laatikon koodi', 'Kartongens kod'],
  prefix: ['Prefix', 'Etuliite'],
  product_code_type: ['Code type', 'Koodityyppi', 'Kodtyp'],
  perishable: ['Helposti pilaantuva', 'Pilaantuva', 'Färskvara'],
  min_age: ['Age limit'],
  enabled: ['On sale', 'Myynnissä', 'Till salu'],
  stores: ['Stores', 'Kaupat', 'Butiker'],
  sort_order: ['Place in list', 'Järjestys', 'Ordning'],
  alarm_limit: ['Alarm limit'],
}

/**
 * Headings of other programs and of suppliers’ price lists, the most certain first. A heading above always comes before them: of
 * “Nimi” and “Nimi suomeksi” the second is the Finnish name, and the first is unknown.
 */
const FOREIGN_HEADINGS: Readonly<Partial<Record<ColumnName, readonly string[]>>> = {
  name_en: ['Product name', 'Item name', 'Name', 'Product', 'Item'],
  name_fi: ['Tuotenimi', 'Tuotteen nimi', 'Nimi', 'Nimike', 'Nimitys', 'Tuote'],
  name_sv: ['Produktnamn', 'Produktens namn', 'Namn', 'Benämning', 'Artikel', 'Produkt'],
  description_en: ['Description'],
  description_fi: ['Kuvaus', 'Tuotekuvaus'],
  description_sv: ['Beskrivning', 'Produktbeskrivning'],
  price: [
    'Myyntihinta',
    'Verollinen myyntihinta',
    'Ulosmyyntihinta',
    'Verollinen hinta',
    'Kuluttajahinta',
    'Selling price',
    'Sales price',
    'Retail price',
    'Försäljningspris',
    'Utpris',
    'Konsumentpris',
    'Ohjevähittäishinta sis. alv',
    'Ohjevähittäishinta',
    'OVH sis. alv',
    'OVH',
    'Suositusvähittäishinta',
    'Recommended retail price',
    'RRP',
    'Rekommenderat pris inkl. moms',
    'Rekommenderat pris',
    'Rek. pris',
    'Riktpris',
  ],
  vat_class: ['ALV-kanta', 'Verokanta', 'Arvonlisävero', 'VAT rate', 'VAT class', 'Momssats', 'Mervärdesskatt'],
  unit: ['Yks', 'Myyntiyksikkö', 'Enh', 'Säljenhet', 'Sales unit'],
  units_per_case: ['Kpl/ltk', 'Ltk-koko', 'Kollikoko', 'Case size', 'Pack size', 'Kartongstorlek'],
  ean13: ['EAN', 'Viivakoodi', 'Tuotteen EAN', 'GTIN', 'GTIN-13', 'EAN-13', 'Barcode', 'Streckkod'],
  eanCase: ['Laatikon EAN', 'Kollin EAN', 'Kollikoodi', 'GTIN-14', 'EAN-14', 'Case EAN', 'Kartongens EAN'],
  group: [
    'Ryhmä',
    'Group',
    'Grupp',
    'Produktgrupp',
    'Tuoteryhmän nimi',
    'Kategoria',
    'Tuotekategoria',
    'Category',
    'Product category',
    'Kategori',
    'Varugruppens namn',
  ],
  supplier_code: [
    'Toimittajan tuotekoodi',
    'Tuotenumero',
    'Tuotenro',
    'Artikkelinumero',
    'Supplier’s code',
    'Article number',
    'Article no.',
    'Item number',
    'Item no.',
    'Artikelnummer',
    'Artikelnr',
    'Art.nr',
    'Produktnummer',
    'Produktnr',
  ],
  order_pack: [
    'Myyntierä',
    'Toimituserä',
    'Order multiple',
    'Order quantity multiple',
    'Försäljningsparti',
    'Beställningsparti',
    'Leveransparti',
  ],
  purchase_price: [
    'Purchase price (without VAT)',
    'Purchase price',
    'Purchase price excl. VAT',
    'Cost price',
    'Unit cost',
    'Cost',
    'Ostohinta',
    'Ostohinta ALV 0 %',
    'Veroton ostohinta',
    'Hankintahinta',
    'Sisäänostohinta',
    'Tukkuhinta',
    'Inköpspris',
    'Inköpspris utan moms',
    'Inköpspris (exkl. moms)',
    'Inpris',
    'Anskaffningspris',
  ],
  stock: [
    'Stock quantity',
    'Quantity in stock',
    'In stock',
    'Stock on hand',
    'On hand',
    'Varastosaldo',
    'Saldo',
    'Määrä varastossa',
    'Varastomäärä',
    'Varastossa',
    'Lagersaldo',
    'Antal i lager',
    'I lager',
    'Lagerantal',
  ],
  image_url: [
    'Image URL',
    'Image link',
    'Picture URL',
    'Photo URL',
    'Kuvan URL',
    'Kuvalinkki',
    'Kuvaosoite',
    'Bild-URL',
    'Bildlänk',
  ],
  supplier: ['Toimittajan nimi', 'Tavarantoimittaja', 'Supplier name', 'Vendor', 'Leverantörens namn'],
}

const COLUMN_BY_HEADING = new Map(
  COLUMN_NAMES.flatMap(name =>
    [name, ...Object.values(IMPORT_COLUMNS[name].headings), ...(ALTERNATIVE_HEADINGS[name] ?? [])].map(
      heading => [plainHeading(heading), name] as const,
    ),
  ),
)

export type HeadingsRead =
  | { columns: readonly (ColumnName | undefined)[]; ignored: string[] }
  /** `column`: the headings of the same column, as in the file. */
  | { problem: 'noColumns' | 'columnTwice'; column?: string }

/** The columns by position; unknown headings are ignored and reported. `chosen`: as an admin chose them, not by headings. */
export function readHeadings(cells: readonly CsvCell[], chosen?: readonly (ColumnName | undefined)[]): HeadingsRead {
  const columns = chosen ? cells.map((_, at) => chosen[at]) : findColumns(cells)
  const twice = columns.find((name, at) => name !== undefined && columns.indexOf(name) < at)
  if (twice) {
    const headings = new Set(cells.filter((_, at) => columns[at] === twice).map(displayText))
    return { problem: 'columnTwice', column: firstCharacters([...headings].join(', '), 120) }
  }
  if (columns.filter(name => name !== undefined).length < 2) return { problem: 'noColumns' }
  const ignored = cells.filter((cell, at) => columns[at] === undefined && isUnknown(cell)).map(displayText)
  return { columns, ignored: ignored.map(heading => firstCharacters(heading, 60)).slice(0, 20) }
}

/**
 * The field of each heading. Other programs’ headings fill only fields that the shop’s own leave free. An id in a file with any
 * other heading is that of another program, unless an admin chooses the column.
 */
export function findColumns(cells: readonly CsvCell[]): (ColumnName | undefined)[] {
  const format = areOwnHeadings(cells) ? undefined : findFormat(cells)
  if (format) return formatColumns(format, cells)
  const headings = cells.map(cell => plainHeading(cellText(cell)))
  const columns = headings.map(heading => COLUMN_BY_HEADING.get(heading))
  const chosenColumns = new Set(columns)
  for (const name of COLUMN_NAMES.filter(each => !chosenColumns.has(each))) {
    const words = FOREIGN_HEADINGS[name] ?? []
    const at = words.map(word =>
      headings.findIndex((heading, place) => heading === plainHeading(word) && !columns[place]),
    )
    const first = at.find(place => place >= 0)
    if (first !== undefined) columns[first] = name
  }
  return areOwnHeadings(cells) ? columns : columns.map(name => (name === 'id' ? undefined : name))
}

/** The place of the column of ids; -1: none. Also of a file whose ids are those of another program. */
export const idColumn = (cells: readonly CsvCell[]): number =>
  cells.findIndex(cell => plainHeading(cellText(cell)) === 'id')

/** Whether a heading names codes of 14 digits, of which those of a piece begin with 0. */
export const isGtin14Heading = (cell: CsvCell): boolean => ['gtin14', 'ean14'].includes(plainHeading(cellText(cell)))

/** The heading of the column that the shop adds to a file of wrong rows. */
export const REASON_HEADINGS = { en: 'Reason', fi: 'Syy', sv: 'Orsak' } as const satisfies HeadingTexts
const PLAIN_REASON_HEADINGS = new Set(Object.values(REASON_HEADINGS).map(plainHeading))
const isUnknown = (cell: CsvCell) => cellText(cell) !== '' && !PLAIN_REASON_HEADINGS.has(plainHeading(cellText(cell)))

/** Above the headings a file may have its title, the date and empty rows. */
export const MAX_ROWS_ABOVE = 30

/** Which of the first rows has the headings: the one with the most known ones; undefined: none has `min`. */
export function findHeadings(rows: readonly (readonly CsvCell[])[], min = 2): number | undefined {
  const counts = rows.slice(0, MAX_ROWS_ABOVE).map(cells => findColumns(cells).filter(Boolean).length)
  const max = Math.max(0, ...counts)
  return max < min ? undefined : counts.indexOf(max)
}

/** The headings of a row by which a choice of columns is remembered: without their order, spelling and signs. */
export const headingsKey = (cells: readonly CsvCell[]): string[] =>
  cells.flatMap(cell => (isUnknown(cell) ? plainHeading(displayText(cell)) : [])).toSorted()

/** The columns of a remembered choice, by the plain form of each heading: the same heading twice has two entries, in order. */
export function rememberedColumns(
  cells: readonly CsvCell[],
  chosen: readonly (readonly [heading: string, column: string | null])[],
): (ColumnName | undefined)[] {
  const unmatched = [...chosen]
  return cells.map(cell => {
    const at = unmatched.findIndex(([heading]) => heading === plainHeading(displayText(cell)))
    const [found] = at < 0 ? [] : unmatched.splice(at, 1)
    return COLUMN_NAMES.find(name => name === found?.[1])
  })
}

/** A choice of columns, as it is stored. */
export const columnsToRemember = (
  cells: readonly CsvCell[],
  columns: readonly (ColumnName | undefined)[],
): [heading: string, column: string | null][] =>
  cells.flatMap((cell, at): [string, string | null][] =>
    isUnknown(cell) ? [[plainHeading(displayText(cell)), columns[at] ?? null]] : [],
  )

/** The headings of an export that no column of an import has. */
const EXPORT_ONLY = new Set(
  Object.values(STORE_HEADINGS).flatMap(headings => Object.values(headings).map(plainHeading)),
)

/** Whether every heading is one of the shop’s own, so that there is nothing to choose. */
export const areOwnHeadings = (cells: readonly CsvCell[]): boolean =>
  cells.every(
    cell =>
      !isUnknown(cell) ||
      COLUMN_BY_HEADING.has(plainHeading(cellText(cell))) ||
      EXPORT_ONLY.has(plainHeading(cellText(cell))),
  )
