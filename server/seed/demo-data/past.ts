import type { DemoEvent, LanguageCode, StoreKey } from './types.ts'

/** What the demo's eight weeks before its start are made from. All people are invented. */
type DemoShopper = { readonly name: string; readonly language: LanguageCode; readonly store: StoreKey }

const toShoppers = (store: StoreKey, language: LanguageCode, names: string): DemoShopper[] =>
  names.split(', ').map(name => ({ name, language, store }))

/** Most live near one store, and buy there nearly always. */
export const SHOPPERS: readonly DemoShopper[] = [
  ...toShoppers(
    'mathildedal',
    'fi',
    'aino.lahtinen, eero.koskela, helmi.rantala, jussi.niittymaa, kerttu.salmi, lauri.hiekkala, martta.ojala, onni.vuorela, paavo.lehto, raili.suominen, sanna.kivela, tuomas.aaltonen',
  ),
  ...toShoppers('mathildedal', 'sv', 'karin.sundholm, nils.bergkulla'),
  ...toShoppers('mathildedal', 'en', 'owen.hartley'),
  ...toShoppers(
    'teijo',
    'fi',
    'anneli.haapala, esko.mustonen, hilkka.peltola, ilmari.rauta, kaisa.takala, matti.uusitupa, pirkko.nurmi, seppo.valkama, tarja.ylitalo',
  ),
  ...toShoppers('teijo', 'sv', 'gun.lindstrand'),
  ...toShoppers(
    'kirjakkala',
    'fi',
    'arvo.kallio, elina.saaristo, heikki.jokela, inkeri.maatta, olavi.tuomi, riitta.haka',
  ),
  ...toShoppers('kirjakkala', 'en', 'maeve.donnelly'),
]

/** Purchases on an average day. */
export const PURCHASES_A_DAY: Readonly<Record<StoreKey, number>> = { mathildedal: 15, teijo: 11, kirjakkala: 7 }

/** How busy the days are, Monday first, and the hours of the day, midnight first. */
export const WEEKDAY_WEIGHTS = [0.85, 0.85, 0.9, 0.95, 1.25, 1.4, 0.8] as const
export const HOUR_WEIGHTS = [1, 0, 0, 0, 0, 2, 6, 14, 12, 8, 9, 14, 13, 9, 10, 18, 26, 28, 22, 15, 11, 7, 3, 1] as const

/** How often a product is chosen; others 3. */
export const PRODUCT_POPULARITY: Readonly<Record<string, number>> = {
  'light-milk': 22,
  'skimmed-milk': 10,
  eggs: 9,
  'rye-bread': 16,
  'oat-bread': 9,
  'bread-rolls': 10,
  'karelian-pasties': 9,
  'cinnamon-bun': 13,
  'filter-coffee': 11,
  'new-potatoes': 7,
  bananas: 12,
  cucumber: 8,
  tomatoes: 8,
  butter: 8,
  'minced-beef': 8,
  'ring-sausage': 7,
  'milk-chocolate': 9,
  'salty-liquorice': 7,
  cola: 6,
  'mineral-water': 7,
  newspaper: 7,
  'smoked-salmon': 2,
  'goat-cheese': 1,
  'black-tea': 1,
  'hand-soap': 1,
  candles: 1,
  matches: 1,
  chanterelles: 1,
  'blueberry-pie': 2,
}

/** By how much a product sells better or worse in some months. */
export const SEASONS: readonly { products: readonly string[]; months: readonly number[]; factor: number }[] = [
  { products: ['ice-cream-cone', 'vanilla-ice-cream', 'mineral-water', 'cola'], months: [5, 6, 7, 8], factor: 4 },
  { products: ['strawberries', 'new-potatoes', 'apple-lemonade'], months: [6, 7, 8], factor: 4 },
  { products: ['strawberries', 'ice-cream-cone'], months: [11, 12, 1, 2], factor: 0.4 },
  { products: ['firewood', 'candles', 'matches', 'pea-soup'], months: [10, 11, 12, 1, 2], factor: 4 },
  { products: ['milk-chocolate', 'lingonberries', 'whipping-cream'], months: [12], factor: 3 },
]

/** The weekdays on which suppliers deliver, 1 for Monday; others on Thursday. */
export const DELIVERY_DAYS: Readonly<Record<string, readonly number[]>> = {
  isokyla: [1, 3, 5],
  pernio: [1, 2, 3, 4, 5, 6],
  kaukola: [2, 5],
  saaristo: [3, 5],
  kolattu: [2],
}

export const WASTE_REASONS = ['past its date', 'damaged'] as const
export const REFUND_REASONS = ['the package was damaged', 'scanned twice', 'spoiled before its date'] as const

/** Events that are over, and how many pre-orders each had. */
export const PAST_EVENTS: readonly (DemoEvent & { readonly preorders: number })[] = [
  {
    names: { en: 'Fish for the weekend', fi: 'Kalaa viikonlopuksi', sv: 'Fisk till veckoslutet' },
    descriptions: {
      en: 'Fresh from the nets on Thursday night.',
      fi: 'Suoraan torstai-illan verkoista.',
      sv: 'Direkt ur torsdagskvällens nät.',
    },
    startsInDays: -41,
    lastsDays: 2,
    stores: ['mathildedal', 'teijo'],
    items: [
      { product: 'whole-rainbow-trout', capPieces: 15 },
      { product: 'whitefish-fillet', capPieces: 30 },
    ],
    preorders: 11,
  },
  {
    names: { en: 'The larder of Kaukola', fi: 'Kaukolan ruokakomero', sv: 'Kaukolas skafferi' },
    descriptions: {
      en: 'Lamb and honey straight from the farm.',
      fi: 'Karitsaa ja hunajaa suoraan tilalta.',
      sv: 'Lamm och honung direkt från gården.',
    },
    startsInDays: -23,
    lastsDays: 3,
    stores: ['mathildedal', 'teijo'],
    items: [
      { product: 'lamb-box', capPieces: 8 },
      { product: 'honey-bucket', capPieces: null },
    ],
    preorders: 8,
  },
  {
    names: { en: 'Whitefish and trout', fi: 'Siikaa ja kirjolohta', sv: 'Sik och regnbåge' },
    descriptions: {
      en: 'Filleted in the harbour in the morning.',
      fi: 'Fileoitu aamulla satamassa.',
      sv: 'Filead i hamnen på morgonen.',
    },
    startsInDays: -7,
    lastsDays: 2,
    stores: ['mathildedal', 'teijo'],
    items: [
      { product: 'whole-rainbow-trout', capPieces: 15 },
      { product: 'whitefish-fillet', capPieces: 30 },
    ],
    preorders: 12,
  },
]

/** Messages that were sent to everyone who wants promotions; the counts are of devices. */
export const PAST_MESSAGES = [
  {
    daysAgo: 43,
    language: 'fi',
    title: 'Kalaa viikonlopuksi',
    text: 'Tilaa siikaa ja kirjolohta ennakkoon. Nouto lauantaina.',
    url: '/preorder-basket',
    delivered: 21,
    failed: 1,
  },
  {
    daysAgo: 25,
    language: 'fi',
    title: 'Karitsaa ja hunajaa Kaukolasta',
    text: 'Ennakkotilaukset ovat auki vielä pari päivää.',
    url: '/preorder-basket',
    delivered: 22,
    failed: 0,
  },
  {
    daysAgo: 12,
    language: 'sv',
    title: 'Färskt bröd varje morgon',
    text: 'Bageriet i Bjärnå levererar nu sex dagar i veckan.',
    url: '/home',
    delivered: 5,
    failed: 0,
  },
] as const
