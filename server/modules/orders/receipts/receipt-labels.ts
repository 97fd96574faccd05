import type { LanguageCode } from '#contract/values.ts'

type ReceiptLabels = {
  receipt: string
  refund: string
  businessId: string
  number: string
  refundNumber: string
  date: string
  store: string
  reference: string
  event: string
  payment: string
  payments: { card: string; mobilepay: string; manual: string }
  product: string
  quantity: string
  unitPrice: string
  vat: string
  amount: string
  deposit: string
  net: string
  gross: string
  rate: string
  allRates: string
  totalNet: string
  total: string
  totalBack: string
  slip: string
  /** Of a receipt for which nothing was charged: before the subject of its email, and above all else. */
  test: string
  testMark: string
  subject: (number: string, store: string) => string
  refundSubject: (number: string) => string
  thanks: (store: string) => string
  refunded: (amount: string, number: string) => string
  open: string
  choice: string
}

const WORDS = {
  en: {
    receipt: 'Receipt',
    refund: 'Refund receipt',
    businessId: 'Business ID',
    number: 'Order number',
    refundNumber: 'Refund number',
    date: 'Date',
    store: 'Store',
    reference: 'Reference number',
    event: 'Pre-order',
    payment: 'Payment',
    payments: { card: 'Card', mobilepay: 'MobilePay', manual: 'Recorded by the store' },
    product: 'Product',
    quantity: 'Quantity',
    unitPrice: 'Price',
    vat: 'VAT',
    amount: 'Amount',
    deposit: 'Deposit',
    net: 'Excl. VAT',
    gross: 'Incl. VAT',
    rate: 'VAT rate',
    allRates: 'Total',
    totalNet: 'Total excluding VAT',
    total: 'Total',
    totalBack: 'Refunded',
    slip: 'Card slip',
    test: 'Test payment',
    testMark: 'Test payment: nothing was charged',
    subject: (number, store) => `Receipt ${number}: ${store}`,
    refundSubject: number => `Refund receipt ${number}`,
    thanks: store => `Thank you for shopping at ${store}. Here is your receipt.`,
    refunded: (amount, number) => `We’ve refunded ${amount} of receipt ${number}.`,
    open: 'Open the receipt',
    choice: 'All your receipts, including PDFs, are in My purchases, where you can also turn these emails off.',
  },
  fi: {
    receipt: 'Kuitti',
    refund: 'Hyvityskuitti',
    businessId: 'Y-tunnus',
    number: 'Tilausnumero',
    refundNumber: 'Hyvityksen numero',
    date: 'Päiväys',
    store: 'Kauppa',
    reference: 'Viitenumero',
    event: 'Ennakkotilaus',
    payment: 'Maksutapa',
    payments: { card: 'Kortti', mobilepay: 'MobilePay', manual: 'Kaupan kirjaama' },
    product: 'Tuote',
    quantity: 'Määrä',
    unitPrice: 'à-hinta',
    vat: 'ALV',
    amount: 'Summa',
    deposit: 'Pantti',
    net: 'Veroton',
    gross: 'Verollinen',
    rate: 'ALV-kanta',
    allRates: 'Yhteensä',
    totalNet: 'Veroton yhteensä',
    total: 'Yhteensä',
    totalBack: 'Hyvitetty',
    slip: 'Korttitosite',
    test: 'Testimaksu',
    testMark: 'Testimaksu: mitään ei veloitettu',
    subject: (number, store) => `Kuitti ${number}: ${store}`,
    refundSubject: number => `Hyvityskuitti ${number}`,
    thanks: store => `Kiitos ostoksistasi kaupassa ${store}. Tässä on kuittisi.`,
    refunded: (amount, number) => `Hyvitimme ${amount} ostoksesta, jonka kuitin numero on ${number}.`,
    open: 'Avaa kuitti',
    choice:
      'Kaikki kuittisi löytyvät, myös PDF-muodossa, sivulta Omat ostokset. Siellä voit myös lopettaa kuittien lähettämisen sähköpostiin.',
  },
  sv: {
    receipt: 'Kvitto',
    refund: 'Återbetalningskvitto',
    businessId: 'FO-nummer',
    number: 'Beställningsnummer',
    refundNumber: 'Återbetalningsnummer',
    date: 'Datum',
    store: 'Butik',
    reference: 'Referensnummer',
    event: 'Förhandsbeställning',
    payment: 'Betalningssätt',
    payments: { card: 'Kort', mobilepay: 'MobilePay', manual: 'Registrerad av butiken' },
    product: 'Vara',
    quantity: 'Antal',
    unitPrice: 'À-pris',
    vat: 'Moms',
    amount: 'Belopp',
    deposit: 'Pant',
    net: 'Exkl. moms',
    gross: 'Inkl. moms',
    rate: 'Momssats',
    allRates: 'Totalt',
    totalNet: 'Totalt utan moms',
    total: 'Totalt',
    totalBack: 'Återbetalt',
    slip: 'Kortkvitto',
    test: 'Testbetalning',
    testMark: 'Testbetalning: inget debiterades',
    subject: (number, store) => `Kvitto ${number}: ${store}`,
    refundSubject: number => `Återbetalningskvitto ${number}`,
    thanks: store => `Tack för ditt köp i ${store}. Här är ditt kvitto.`,
    refunded: (amount, number) => `Vi har återbetalat ${amount} av köpet med kvitto ${number}.`,
    open: 'Öppna kvittot',
    choice: 'Du hittar alla dina kvitton, också som PDF, i Mina köp. Där kan du också stänga av de här meddelandena.',
  },
} satisfies Record<LanguageCode, ReceiptLabels>

/** The texts of receipts in emails and on paper. */
export const receiptLabels = (language: LanguageCode): ReceiptLabels => WORDS[language]
