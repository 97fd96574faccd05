import type { DemoEvent } from './types.ts'

/** Two open events: fish in a few days, with limited quantities, and farm products later. */
export const PREORDER_EVENTS: readonly DemoEvent[] = [
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
