import { describe, expect, test } from 'vitest'
import { COLUMN_NAMES, IMPORT_COLUMNS, readHeads, STORE_HEADS } from './import-columns.ts'

const LANGUAGES = ['en', 'fi', 'sv'] as const

test('headings are recognised in each language, in the export’s technical names, and with other spaces and signs', () => {
  expect(readHeads(['ID', 'Nimi suomeksi', ' price ', 'EAN-kod för ett stycke', 'Hinta, vanha', ''])).toEqual({
    columns: ['id', 'name_fi', 'price', 'ean13', undefined, undefined],
    ignored: ['Hinta, vanha'],
  })
  expect(readHeads(['name_sv', 'PRICE WITH VAT, €', 'eancase'])).toMatchObject({
    columns: ['name_sv', 'price', 'eanCase'],
  })
})

test('headings are refused if none is known or if two are for the same column', () => {
  expect(readHeads(['Tuote', 'Euroa'])).toEqual({ problem: 'noColumns' })
  expect(readHeads(['Hinta €', 'price', 'id'])).toEqual({ problem: 'columnTwice', column: 'Hinta €, price' })
  expect(readHeads(['price', 'id', 'price'])).toEqual({ problem: 'columnTwice', column: 'price' })
})

describe.each(LANGUAGES)('the headings in %s', language => {
  test('are read as their own columns', () => {
    const heads = COLUMN_NAMES.map(name => IMPORT_COLUMNS[name].heads[language])
    expect(readHeads(heads)).toEqual({ columns: COLUMN_NAMES, ignored: [] })
  })

  test('contain no sign that separates the cells of a file', () => {
    for (const name of COLUMN_NAMES) expect(IMPORT_COLUMNS[name].heads[language]).not.toMatch(/[,;\t"\n]/)
  })

  test('of one store’s stock are not read as columns of the product', () => {
    const heads = Object.values(STORE_HEADS).map(each => each[language])
    expect(readHeads(['id', 'unit', ...heads])).toMatchObject({ ignored: heads })
  })
})

// The first row of the templates before the headings were the words of the form.
const FORMER_TEMPLATES = {
  en: 'id;Name (English);Name (Finnish);Name (Swedish);Description (English);Description (Finnish);Description (Swedish);Price €;Deposit €;VAT;Unit;Content;Content unit;Units per case;Product code;EAN code;Case code;Prefix;Product type;Code type;Perishable;Age limit;On sale;Supplier;Stores;Place in list;Alarm limit',
  fi: 'id;Nimi (englanti);Nimi (suomi);Nimi (ruotsi);Kuvaus (englanti);Kuvaus (suomi);Kuvaus (ruotsi);Hinta €;Pantti €;ALV;Yksikkö;Sisältö;Sisällön yksikkö;Kappaletta laatikossa;Tuotekoodi;EAN-koodi;Laatikon koodi;Etuliite;Tuotetyyppi;Koodityyppi;Pilaantuva;Ikäraja;Myynnissä;Toimittaja;Kaupat;Järjestys;Hälytysraja',
  sv: 'id;Namn (engelska);Namn (finska);Namn (svenska);Beskrivning (engelska);Beskrivning (finska);Beskrivning (svenska);Pris €;Pant €;Moms;Enhet;Innehåll;Innehållets enhet;Antal per kartong;Produktkod;EAN-kod;Kartongens kod;Prefix;Produkttyp;Kodtyp;Färskvara;Åldersgräns;Till salu;Leverantör;Butiker;Ordning;Larmgräns',
} as const

test.each(LANGUAGES)('a template that was filled in before is still read in %s', language => {
  expect(readHeads(FORMER_TEMPLATES[language].split(';'))).toEqual({ columns: COLUMN_NAMES, ignored: [] })
})

test('“Myynnissä” keeps its former meaning, and is refused beside the heading that has replaced it', () => {
  expect(readHeads(['id', 'Myynnissä', 'Myynnissä kaupoissa'])).toMatchObject({ columns: ['id', 'enabled', 'stores'] })
  expect(readHeads(['id', 'Valikoimassa', 'Myynnissä'])).toEqual({
    problem: 'columnTwice',
    column: 'Valikoimassa, Myynnissä',
  })
})
