import type { LanguageCode } from '#contract/values.ts'

// Other programs find the columns of the CSV file by these names; docs/integrator/bookkeeping-export.md describes each.
export const MONTH_COLUMNS = [
  'date',
  'store_id',
  'store',
  'terminal_id',
  'terminal',
  'test',
  'vat',
  'sales',
  'refunds',
  'gross',
  'net',
  'tax',
  'receipts',
  'refund_count',
  'card',
  'other',
  'clearing',
  'terminal_sum',
  'difference',
  'unclear',
  'way',
] as const

type MonthHeadings = Readonly<Record<(typeof MONTH_COLUMNS)[number], string>>

const EN: MonthHeadings = {
  date: 'Day',
  store_id: 'Store number',
  store: 'Store',
  terminal_id: 'Terminal number',
  terminal: 'Terminal or app',
  test: 'Test payments',
  vat: 'VAT rate, %',
  sales: 'Sales',
  refunds: 'Refunds',
  gross: 'Gross',
  net: 'Net',
  tax: 'VAT',
  receipts: 'Receipts',
  refund_count: 'Refunds made',
  card: 'Through the terminal or app',
  other: 'Paid another way',
  clearing: 'Refunds due',
  terminal_sum: 'Reported total',
  difference: 'Difference',
  unclear: 'Unclear payments',
  way: 'Way to pay',
}

const FI: MonthHeadings = {
  date: 'Päivä',
  store_id: 'Kaupan numero',
  store: 'Kauppa',
  terminal_id: 'Maksupäätteen numero',
  terminal: 'Maksupääte tai sovellus',
  test: 'Testimaksuja',
  vat: 'ALV-kanta, %',
  sales: 'Myynti',
  refunds: 'Hyvitykset',
  gross: 'Verollinen',
  net: 'Veroton',
  tax: 'ALV',
  receipts: 'Kuitteja',
  refund_count: 'Hyvityksiä',
  card: 'Maksupäätteellä tai sovelluksella',
  other: 'Maksettu muuten',
  clearing: 'Hyvitettävänä',
  terminal_sum: 'Ilmoitettu summa',
  difference: 'Ero',
  unclear: 'Epäselviä maksuja',
  way: 'Maksutapa',
}

const SV: MonthHeadings = {
  date: 'Dag',
  store_id: 'Butikens nummer',
  store: 'Butik',
  terminal_id: 'Betalterminalens nummer',
  terminal: 'Betalterminal eller app',
  test: 'Testbetalningar',
  vat: 'Momssats, %',
  sales: 'Försäljning',
  refunds: 'Återbetalt',
  gross: 'Inkl. moms',
  net: 'Exkl. moms',
  tax: 'Moms',
  receipts: 'Kvitton',
  refund_count: 'Återbetalningar',
  card: 'Via betalterminal eller app',
  other: 'Betalt på annat sätt',
  clearing: 'Att återbetala',
  terminal_sum: 'Rapporterad summa',
  difference: 'Skillnad',
  unclear: 'Oklara betalningar',
  way: 'Betalsätt',
}

const HEADINGS: Readonly<Record<LanguageCode, MonthHeadings>> = { en: EN, fi: FI, sv: SV }

/** The headings of the spreadsheet, which people read, in the order of the columns. */
export const monthHeadings = (language: LanguageCode): string[] =>
  MONTH_COLUMNS.map(column => HEADINGS[language][column])
