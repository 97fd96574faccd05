import { SHELF_DEFAULTS } from './shelf-defaults.ts'
import type { DemoProductEntry } from './types.ts'

// Ordered in advance and picked up on the day: never on a shelf, so they have no stock.
const DEFAULTS = {
  ...SHELF_DEFAULTS,
  supplier: 'saaristo',
  productType: 'preorder',
  perishable: true,
  alarmLimitThousandths: 0,
} satisfies Partial<DemoProductEntry>

export const PREORDER_PRODUCTS: readonly DemoProductEntry[] = [
  {
    ...DEFAULTS,
    key: 'whole-rainbow-trout',
    drawing: 'fish',
    names: { en: 'Whole rainbow trout', fi: 'Kokonainen kirjolohi', sv: 'Hel regnbågslax' },
    descriptions: { en: 'Gutted, about two kilos', fi: 'Perattu, noin kaksi kiloa', sv: 'Rensad, ungefär två kilo' },
    priceCents: 2490,
    content: { quantityThousandths: 2000, unit: 'kg' },
  },
  {
    ...DEFAULTS,
    key: 'whitefish-fillet',
    drawing: 'whitefish',
    names: { en: 'Whitefish fillet', fi: 'Siikafilee', sv: 'Sikfilé' },
    descriptions: {
      en: 'Caught in the archipelago on the night before',
      fi: 'Pyydetty saaristosta edellisenä yönä',
      sv: 'Fångad i skärgården natten innan',
    },
    priceCents: 1550,
    content: { quantityThousandths: 500, unit: 'kg' },
    unit: 'pkt',
  },
  {
    ...DEFAULTS,
    key: 'strawberry-crate',
    supplier: 'kaukola',
    drawing: 'strawberry',
    names: { en: 'Crate of strawberries', fi: 'Mansikkalaatikko', sv: 'Låda med jordgubbar' },
    descriptions: {
      en: 'Five kilos for the freezer and the jam pot',
      fi: 'Viisi kiloa pakastimeen ja hillokattilaan',
      sv: 'Fem kilo till frysen och syltgrytan',
    },
    priceCents: 3900,
    content: { quantityThousandths: 5000, unit: 'kg' },
    unit: 'ltk',
  },
  {
    ...DEFAULTS,
    key: 'lamb-box',
    supplier: 'kaukola',
    drawing: 'meat',
    names: { en: 'Box of lamb', fi: 'Karitsalaatikko', sv: 'Lammlåda' },
    descriptions: {
      en: 'Half a lamb, cut and packed in portions',
      fi: 'Puolikas karitsa paloiteltuna ja pakattuna',
      sv: 'Ett halvt lamm, styckat och portionspackat',
    },
    priceCents: 14800,
    content: { quantityThousandths: 8000, unit: 'kg' },
    unit: 'ltk',
  },
  {
    ...DEFAULTS,
    key: 'honey-bucket',
    supplier: 'kaukola',
    drawing: 'honey',
    names: { en: 'Bucket of honey', fi: 'Hunajasanko', sv: 'Honungshink' },
    descriptions: {
      en: 'Three kilos of this summer’s honey',
      fi: 'Kolme kiloa tämän kesän hunajaa',
      sv: 'Tre kilo av sommarens honung',
    },
    priceCents: 4500,
    content: { quantityThousandths: 3000, unit: 'kg' },
    perishable: false,
  },
]
