import { SHELF_DEFAULTS } from './shelf-defaults.ts'
import type { DemoProductEntry } from './types.ts'

// Candy and crisps.
const DEFAULTS = { ...SHELF_DEFAULTS, supplier: 'tukku', unit: 'ps' } satisfies Partial<DemoProductEntry>

export const SWEETS_AND_SNACKS: readonly DemoProductEntry[] = [
  {
    ...DEFAULTS,
    key: 'milk-chocolate',
    drawing: 'chocolate',
    names: { en: 'Milk chocolate', fi: 'Maitosuklaa', sv: 'Mjölkchoklad' },
    descriptions: {
      en: 'A bar for two, or for one',
      fi: 'Levy kahdelle tai yhdelle',
      sv: 'En kaka för två, eller för en',
    },
    priceCents: 295,
    content: { quantityThousandths: 180, unit: 'kg' },
    ean13: '6499780011537',
    eanCase: '16499780011534',
    unitsPerCase: 20,
    unit: 'kpl',
    stockThousandths: { mathildedal: 22000, teijo: 17000, kirjakkala: 12000 },
  },
  {
    ...DEFAULTS,
    key: 'pick-and-mix',
    drawing: 'candy',
    names: { en: 'Pick and mix', fi: 'Irtokarkit', sv: 'Lösgodis' },
    descriptions: {
      en: 'Scan the bin, weigh the bag and type the kilos',
      fi: 'Lue laarin koodi, punnitse pussi ja näppäile kilot',
      sv: 'Skanna lådans kod, väg påsen och skriv in kilona',
    },
    priceCents: 1290,
    productCodeType: 'bulk',
    productCode: '2900001000017',
    unit: 'kg',
    alarmLimitThousandths: 2000,
    stockThousandths: { mathildedal: 8400, teijo: 5200, kirjakkala: 1100 },
  },
  {
    ...DEFAULTS,
    key: 'salty-liquorice',
    drawing: 'liquorice',
    names: { en: 'Salty liquorice', fi: 'Salmiakki', sv: 'Salmiak' },
    descriptions: {
      en: 'The small box every Finn knows',
      fi: 'Se pieni aski, jonka kaikki tuntevat',
      sv: 'Den lilla asken som alla känner till',
    },
    priceCents: 119,
    content: { quantityThousandths: 40, unit: 'kg' },
    ean13: '0000064991535',
    eanCase: '10000064991532',
    unitsPerCase: 24,
    unit: 'kpl',
    stockThousandths: { mathildedal: 26000, teijo: 21000, kirjakkala: 15000 },
  },
  {
    ...DEFAULTS,
    key: 'potato-crisps',
    drawing: 'crisps',
    names: { en: 'Potato crisps', fi: 'Perunalastut', sv: 'Potatischips' },
    descriptions: {
      en: 'Lightly salted, cut thick',
      fi: 'Kevyesti suolattuja, paksuksi leikattuja',
      sv: 'Lättsaltade och tjockt skurna',
    },
    priceCents: 299,
    content: { quantityThousandths: 250, unit: 'kg' },
    ean13: '6499780011872',
    eanCase: '16499780011879',
    unitsPerCase: 10,
    stockThousandths: { mathildedal: 9000, teijo: 8000, kirjakkala: 6000 },
  },
]
