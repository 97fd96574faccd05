import type { LanguageCode } from '#contract/values.ts'

type Texts = {
  pickList: string
  pickUp: (from: string, until: string) => string
  orders: (count: number) => string
  together: string
  order: (id: number, reference: string) => string
  paid: string
  beingPaid: string
  inDoubt: string
  toPay: (euros: string) => string
  empty: string
  totals: string
  total: string
  product: string
  quantity: string
  gross: string
  net: string
  vat: string
  vatOf: (rate: string) => string
  sumsOfOrders: string
}

const TEXTS: Record<LanguageCode, Texts> = {
  en: {
    pickList: 'Pick list',
    pickUp: (from, until) => `Pick-up ${from}–${until}`,
    orders: count => (count === 1 ? '1 pre-order' : `${count} pre-orders`),
    together: 'All together',
    order: (id, reference) => `Order ${id} · reference ${reference}`,
    paid: 'Paid',
    beingPaid: 'Being paid',
    inDoubt: 'Payment in doubt',
    toPay: euros => `To pay ${euros}`,
    empty: 'Nothing is booked.',
    totals: 'Totals',
    total: 'Total',
    product: 'Product',
    quantity: 'Quantity',
    gross: 'With VAT',
    net: 'Without VAT',
    vat: 'VAT',
    vatOf: rate => `VAT ${rate} %`,
    sumsOfOrders: 'VAT is the sum of what the receipts of the orders say.',
  },
  fi: {
    pickList: 'Keräilylista',
    pickUp: (from, until) => `Nouto ${from}–${until}`,
    orders: count => (count === 1 ? '1 ennakkotilaus' : `${count} ennakkotilausta`),
    together: 'Kaikki yhteensä',
    order: (id, reference) => `Tilaus ${id} · viite ${reference}`,
    paid: 'Maksettu',
    beingPaid: 'Maksetaan parhaillaan',
    inDoubt: 'Maksu epäselvä',
    toPay: euros => `Maksamatta ${euros}`,
    empty: 'Mitään ei ole varattu.',
    totals: 'Yhteenveto',
    total: 'Yhteensä',
    product: 'Tuote',
    quantity: 'Määrä',
    gross: 'Sis. ALV',
    net: 'Ilman ALV',
    vat: 'ALV',
    vatOf: rate => `ALV ${rate} %`,
    sumsOfOrders: 'Vero on tilausten kuittien verojen summa.',
  },
  sv: {
    pickList: 'Plocklista',
    pickUp: (from, until) => `Avhämtning ${from}–${until}`,
    orders: count => (count === 1 ? '1 förbeställning' : `${count} förbeställningar`),
    together: 'Allt tillsammans',
    order: (id, reference) => `Beställning ${id} · referens ${reference}`,
    paid: 'Betald',
    beingPaid: 'Betalas just nu',
    inDoubt: 'Oklar betalning',
    toPay: euros => `Att betala ${euros}`,
    empty: 'Inget är bokat.',
    totals: 'Sammandrag',
    total: 'Totalt',
    product: 'Produkt',
    quantity: 'Mängd',
    gross: 'Inkl. moms',
    net: 'Exkl. moms',
    vat: 'Moms',
    vatOf: rate => `Moms ${rate} %`,
    sumsOfOrders: 'Momsen är summan av vad beställningarnas kvitton säger.',
  },
}

/** The texts of papers about an event's pre-orders. */
export const preorderPdfLabels = (language: LanguageCode): Texts => TEXTS[language]
