import { describe, expect, test } from 'vitest'
import { COLUMN_NAMES, IMPORT_COLUMNS, STORE_HEADINGS } from './import-columns.ts'
import {
  areOwnHeadings,
  columnsToRemember,
  findHeadings,
  headingsKey,
  readHeadings,
  REASON_HEADINGS,
  rememberedColumns,
} from './import-headings.ts'

const LANGUAGES = ['en', 'fi', 'sv'] as const

test('headings are recognised in each language, in the export’s technical names, and with other spaces and signs', () => {
  expect(readHeadings(['ID', 'Nimi suomeksi', ' price ', 'EAN-kod för ett stycke', ''])).toEqual({
    columns: ['id', 'name_fi', 'price', 'ean13', undefined],
    ignored: [],
  })
  expect(readHeadings(['name_sv', 'PRICE WITH VAT, €', 'eancase'])).toMatchObject({
    columns: ['name_sv', 'price', 'eanCase'],
  })
})

test('an id beside any other heading is that of another program, unless it was chosen', () => {
  const heads = ['ID', 'Nimi suomeksi', 'Hinta €', 'SKU']
  expect(readHeadings(heads)).toEqual({ columns: [undefined, 'name_fi', 'price', undefined], ignored: ['ID', 'SKU'] })
  expect(readHeadings(['id', 'Nimi', 'Hinta'])).toMatchObject({ columns: [undefined, 'name_fi', 'price'] })
  expect(readHeadings(heads, ['id', 'name_fi', 'price'])).toMatchObject({
    columns: ['id', 'name_fi', 'price', undefined],
  })
})

test('headings are refused if none is known or if two are for the same column', () => {
  expect(readHeadings(['Tavara', 'Euroa'])).toEqual({ problem: 'noColumns' })
  expect(readHeadings(['Hinta €', 'price', 'id'])).toEqual({ problem: 'columnTwice', column: 'Hinta €, price' })
  expect(readHeadings(['price', 'id', 'price'])).toEqual({ problem: 'columnTwice', column: 'price' })
})

describe.each(LANGUAGES)('the headings in %s', language => {
  test('are read as their own columns', () => {
    const heads = COLUMN_NAMES.map(name => IMPORT_COLUMNS[name].headings[language])
    expect(readHeadings(heads)).toEqual({ columns: COLUMN_NAMES, ignored: [] })
  })

  test('contain no sign that separates the cells of a file', () => {
    for (const name of COLUMN_NAMES) expect(IMPORT_COLUMNS[name].headings[language]).not.toMatch(/[,;\t"\n]/)
  })

  test('of one store’s stock are not read as columns of the product', () => {
    const heads = Object.values(STORE_HEADINGS).map(each => each[language])
    expect(readHeadings(['id', 'unit', ...heads])).toMatchObject({ ignored: heads })
  })
})

// The first row of the templates before the headings were the words of the form.
const FORMER_TEMPLATES = {
  en: 'id;Name (English);Name (Finnish);Name (Swedish);Description (English);Description (Finnish);Description (Swedish);Price €;Deposit €;VAT;Unit;Content;Content unit;Units per case;Product code;EAN code;Case code;Prefix;Product type;Code type;Perishable;Age limit;On sale;Supplier;Stores;Place in list;Alarm limit',
  fi: 'id;Nimi (englanti);Nimi (suomi);Nimi (ruotsi);Kuvaus (englanti);Kuvaus (suomi);Kuvaus (ruotsi);Hinta €;Pantti €;ALV;Yksikkö;Sisältö;Sisällön yksikkö;Kappaletta laatikossa;Tuotekoodi;EAN-koodi;Laatikon koodi;Etuliite;Tuotetyyppi;Koodityyppi;Pilaantuva;Ikäraja;Myynnissä;Toimittaja;Kaupat;Järjestys;Hälytysraja',
  sv: 'id;Namn (engelska);Namn (finska);Namn (svenska);Beskrivning (engelska);Beskrivning (finska);Beskrivning (svenska);Pris €;Pant €;Moms;Enhet;Innehåll;Innehållets enhet;Antal per kartong;Produktkod;EAN-kod;Kartongens kod;Prefix;Produkttyp;Kodtyp;Färskvara;Åldersgräns;Till salu;Leverantör;Butiker;Ordning;Larmgräns',
} as const

const ADDED_SINCE = [
  'further_codes',
  'group',
  'supplier_code',
  'order_pack',
  'purchase_price',
  'stock',
  'image_url',
  'alcohol',
]

test.each(LANGUAGES)('a template that was filled in before is still read in %s', language => {
  const columns = COLUMN_NAMES.filter(name => !ADDED_SINCE.includes(name))
  expect(readHeadings(FORMER_TEMPLATES[language].split(';'))).toEqual({ columns, ignored: [] })
})

test('“Myynnissä” keeps its former meaning, and is refused beside the heading that has replaced it', () => {
  expect(readHeadings(['id', 'Myynnissä', 'Myynnissä kaupoissa'])).toMatchObject({
    columns: ['id', 'enabled', 'stores'],
  })
  expect(readHeadings(['id', 'Valikoimassa', 'Myynnissä'])).toEqual({
    problem: 'columnTwice',
    column: 'Valikoimassa, Myynnissä',
  })
})

describe('the headings of other programs', () => {
  test.each([
    ['Tuotenimi; EAN; Myyntihinta; ALV-%; Toimittaja; Yks', 'name_fi ean13 price vat_class supplier unit'],
    ['Nimi; EAN; Hinta; ALV', 'name_fi ean13 price vat_class'],
    [
      'Nimike; Viivakoodi; Verollinen myyntihinta; Verokanta; Tavarantoimittaja; Kpl/ltk',
      'name_fi ean13 price vat_class supplier units_per_case',
    ],
    [
      'Produktnamn; Streckkod; Försäljningspris; Moms %; Leverantör; Enhet',
      'name_sv ean13 price vat_class supplier unit',
    ],
    [
      'Tuotenro; EAN; Tuotenimi; Myyntierä; Yks; Tukkuhinta; OVH; ALV-%',
      'supplier_code ean13 name_fi order_pack unit purchase_price price vat_class',
    ],
    [
      'Tuotenumero; Tuotekoodi; Nimi; Tilauserä; Ohjevähittäishinta sis. alv',
      'supplier_code product_code name_fi order_pack price',
    ],
    [
      'Art.nr; Benämning; Enh; Försäljningsparti; Inpris; Rek. pris',
      'supplier_code name_sv unit order_pack purchase_price price',
    ],
    ['Artikelnummer; Artikel; Riktpris; Moms', 'supplier_code name_sv price vat_class'],
    ['Item no.; Item; Order multiple; Pack size; RRP', 'supplier_code name_en order_pack units_per_case price'],
    ['Product name; Barcode; Retail price; VAT %; Vendor; Unit', 'name_en ean13 price vat_class supplier unit'],
  ])('are found: %s', (heads, columns) => {
    expect(readHeadings(heads.split('; '))).toEqual({ columns: columns.split(' '), ignored: [] })
  })

  test('give way to the shop’s own, and to a more certain one', () => {
    expect(readHeadings(['Nimi', 'Nimi suomeksi', 'Hinta'])).toEqual({
      columns: [undefined, 'name_fi', 'price'],
      ignored: ['Nimi'],
    })
    expect(readHeadings(['Tuotenro', 'Toimittajan tuotenumero', 'OVH', 'Myyntihinta'])).toEqual({
      columns: [undefined, 'supplier_code', undefined, 'price'],
      ignored: ['Tuotenro', 'OVH'],
    })
    expect(readHeadings(['Tuote', 'Tuotenimi', 'Kuluttajahinta', 'Myyntihinta'])).toEqual({
      columns: [undefined, 'name_fi', undefined, 'price'],
      ignored: ['Tuote', 'Kuluttajahinta'],
    })
  })
})

test('the row of headings is the one with the most known headings, wherever it is among the first', () => {
  const heads = ['Tuotenimi', 'EAN', 'Hinta']
  const title = ['Hinnasto 2026', 'Hinta sis. alv', null]
  expect(findHeadings([title, [null, 'Nimi', null], heads, ['Maito', '6410000000018', 1.45]])).toBe(2)
  expect(findHeadings([heads, heads])).toBe(0)
  expect(findHeadings([['Maito', 1.45]])).toBeUndefined()
  expect(findHeadings([...Array.from({ length: 40 }, () => title), heads])).toBeUndefined()
})

test('a choice of columns is remembered by the set of headings, whatever their order, and also in a file of wrong rows', () => {
  const heads = ['Hinta', 'Ryhmä', 'Hinta', 'Nimi']
  const chosen = [undefined, undefined, 'price', 'name_fi'] as const
  const remembered = columnsToRemember(heads, chosen)
  const later = ['nimi ', 'HINTA', 'hinta', 'ryhmä:', REASON_HEADINGS.fi]
  expect(headingsKey(later)).toEqual(headingsKey(heads))
  expect(rememberedColumns(later, remembered)).toEqual(['name_fi', undefined, 'price', undefined, undefined])
  expect(headingsKey(['Hinta', 'Ryhmä', 'Nimi'])).not.toEqual(headingsKey(heads))
  expect(rememberedColumns(['Nimi'], [['nimi', 'gone since']])).toEqual([undefined])
})

test('columns that an admin chose replace those of the headings', () => {
  expect(readHeadings(['Hinta', 'Sisäänosto', 'Nimi'], [undefined, 'price', 'name_fi'])).toEqual({
    columns: [undefined, 'price', 'name_fi'],
    ignored: ['Hinta'],
  })
  expect(readHeadings(['a', 'b'], ['price', 'price'])).toEqual({ problem: 'columnTwice', column: 'a, b' })
  expect(readHeadings(['a', 'b'], ['price', undefined])).toEqual({ problem: 'noColumns' })
})

test('a file with only the shop’s own headings leaves nothing to choose', () => {
  expect(areOwnHeadings(['id', 'Nimi suomeksi', 'Hinta €', '', null, 'Orsak'])).toBe(true)
  expect(areOwnHeadings(['id', 'Nimi'])).toBe(false)
})
