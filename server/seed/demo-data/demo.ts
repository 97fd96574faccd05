import { readFileSync } from 'node:fs'
import { termsTemplate } from '#domain/administration/terms-template.ts'
import { VAT_CLASSES } from '#server/seed/vat-classes.ts'
import { readProducts } from './read-products.ts'
import { STORES } from './stores.ts'
import { SUPPLIERS } from './suppliers.ts'
import type { DemoShop, DemoProduct, DemoOperator, DemoUser, DemoEvent } from './types.ts'

/** Two open events: fish in a few days, with limited quantities, and farm products later. */
const PREORDER_EVENTS: readonly DemoEvent[] = [
  {
    names: { en: 'Fish from the archipelago', fi: 'Kalaa saaristosta', sv: 'Fisk från skärgården' },
    descriptions: {
      en: 'The catch of the night, in the store from the morning on.',
      fi: 'Yön saalis, kaupassa aamusta alkaen.',
      sv: 'Nattens fångst, i butiken från och med morgonen.',
    },
    startsInDays: 6,
    lastsDays: 2,
    stores: ['mathildedal', 'teijo'],
    items: [
      { product: 'whole-rainbow-trout', capPieces: 12 },
      { product: 'whitefish-fillet', capPieces: 30 },
    ],
  },
  {
    names: { en: 'From the farm of Kaukola', fi: 'Kaukolan tilalta', sv: 'Från gården i Kaukola' },
    descriptions: {
      en: 'For the freezer and the larder. The farm brings it all in one go.',
      fi: 'Pakastimeen ja ruokakomeroon. Tila tuo kaiken kerralla.',
      sv: 'För frysen och skafferiet. Gården kommer med allt på en gång.',
    },
    startsInDays: 20,
    lastsDays: 3,
    stores: ['mathildedal', 'teijo'],
    items: [
      { product: 'lamb-box', capPieces: 8 },
      { product: 'strawberry-crate', capPieces: 25 },
      { product: 'honey-bucket', capPieces: null },
    ],
  },
]

// The numbers begin with 047 000, which no Finnish operator has assigned.
const USERS: readonly DemoUser[] = [
  {
    email: 'admin@puoti.example',
    phone: '+358470000101',
    isVerified: true,
    isAdmin: true,
    language: 'en',
    activeStore: 'mathildedal',
  },
  {
    email: 'shopper@puoti.example',
    phone: '+358470000102',
    isVerified: true,
    isAdmin: false,
    language: 'fi',
    activeStore: 'mathildedal',
  },
  {
    email: 'maija@puoti.example',
    phone: '+358470000103',
    isVerified: true,
    isAdmin: false,
    language: 'sv',
    activeStore: 'teijo',
  },
]

// No company has this name or business id; the id's check digit is valid.
const SELLER = {
  name: 'Ruukkikylien Puodit Oy',
  email: 'asiakaspalvelu@puoti.example',
  phone: '+358470000100',
}
const BUSINESS_ID = '9012346-8'

const OPERATOR: DemoOperator = {
  ...SELLER,
  businessId: BUSINESS_ID,
  address: 'Ruukinrannantie 8, 25660 Salo',
  terms: termsTemplate({ ...SELLER, business_id: BUSINESS_ID }),
}

/** Sort orders are 100 apart between shelves and 10 apart between products, to leave room for more. */
const PRODUCTS_FILE = new URL('products.csv', import.meta.url)

let products: readonly DemoProduct[] | undefined

/** The whole demo shop. The file is read when an empty shop is filled, not at each start. */
export const DEMO: DemoShop = {
  operator: OPERATOR,
  vatClasses: VAT_CLASSES,
  suppliers: SUPPLIERS,
  stores: STORES,
  get products() {
    return (products ??= readProducts(readFileSync(PRODUCTS_FILE, 'utf8')))
  },
  users: USERS,
  preorderEvents: PREORDER_EVENTS,
}
