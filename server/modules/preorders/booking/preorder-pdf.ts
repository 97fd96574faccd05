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
    together: 'Totals',
    order: (id, reference) => `Order ${id} · reference ${reference}`,
    paid: 'Paid',
    beingPaid: 'Being paid',
    inDoubt: 'Payment unclear',
    toPay: euros => `To pay ${euros}`,
    empty: 'Nothing is booked.',
    totals: 'Totals',
    total: 'Total',
    product: 'Product',
    quantity: 'Quantity',
    gross: 'Incl. VAT',
    net: 'Excl. VAT',
    vat: 'VAT',
    vatOf: rate => `VAT ${rate}\u00a0%`,
    sumsOfOrders: 'VAT is the sum of the VAT on the receipts.',
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
    empty: 'Mitään ei ole tilattu.',
    totals: 'Yhteenveto',
    total: 'Yhteensä',
    product: 'Tuote',
    quantity: 'Määrä',
    gross: 'Verollinen',
    net: 'Veroton',
    vat: 'ALV',
    vatOf: rate => `ALV ${rate}\u00a0%`,
    sumsOfOrders: 'ALV on kuittien arvonlisäverojen summa.',
  },
  sv: {
    pickList: 'Plocklista',
    pickUp: (from, until) => `Avhämtning ${from}–${until}`,
    orders: count => (count === 1 ? '1 förhandsbeställning' : `${count} förhandsbeställningar`),
    together: 'Totalsummor',
    order: (id, reference) => `Beställning ${id} · referens ${reference}`,
    paid: 'Betald',
    beingPaid: 'Betalas just nu',
    inDoubt: 'Oklar betalning',
    toPay: euros => `Att betala ${euros}`,
    empty: 'Inget är beställt.',
    totals: 'Sammandrag',
    total: 'Totalt',
    product: 'Produkt',
    quantity: 'Antal',
    gross: 'Inkl. moms',
    net: 'Exkl. moms',
    vat: 'Moms',
    vatOf: rate => `Moms ${rate}\u00a0%`,
    sumsOfOrders: 'Momsen är summan av momsen på kvittona.',
  },
}

/** The texts of papers about an event's pre-orders. */
export const preorderPdfLabels = (language: LanguageCode): Texts => TEXTS[language]
