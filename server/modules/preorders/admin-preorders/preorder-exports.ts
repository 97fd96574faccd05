import type { EventTotals, PickList } from '#contract/preorders/admin-preorders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { moneyCell, type WrittenCell } from '#domain/format/csv.ts'
import { headRow } from '#server/platform/files/list-table.ts'

type Sums = Pick<EventTotals, 'vat_by_rate'>

const TOTALS_COLUMNS = {
  row: { en: 'Row', fi: 'Rivi', sv: 'Rad' },
  supplier: { en: 'Supplier', fi: 'Toimittaja', sv: 'Leverantör' },
  product_id: { en: 'Product number', fi: 'Tuotteen numero', sv: 'Produktens nummer' },
  product: { en: 'Product', fi: 'Tuote', sv: 'Produkt' },
  unit: { en: 'Unit', fi: 'Yksikkö', sv: 'Enhet' },
  vat: { en: 'VAT rate, %', fi: 'ALV-kanta, %', sv: 'Momssats, %' },
  quantity: { en: 'Quantity', fi: 'Määrä', sv: 'Antal' },
  gross: { en: 'Gross', fi: 'Verollinen', sv: 'Inkl. moms' },
  net: { en: 'Net', fi: 'Veroton', sv: 'Exkl. moms' },
  tax: { en: 'VAT', fi: 'ALV', sv: 'Moms' },
} as const

/** Rows for spreadsheets: each product, then each supplier's and the event's sums by VAT rate. */
export async function* totalsTable(
  { suppliers, stores, ...totals }: EventTotals,
  language: LanguageCode,
): AsyncGenerator<WrittenCell[][]> {
  yield [[...headRow(TOTALS_COLUMNS, language), ...stores.map(({ name }) => name)]]
  yield suppliers.flatMap(supplier =>
    supplier.products.map(({ id, name, unit, quantity, gross, net, tax, by_store }) => [
      'product',
      supplier.name,
      id,
      name,
      unit,
      null,
      quantity,
      ...[gross, net, tax].map(moneyCell),
      ...stores.map(store => by_store.find(({ store_id }) => store_id === store.id)?.quantity ?? 0),
    ]),
  )
  yield suppliers.flatMap(supplier => toRateRows('supplier', supplier.name, supplier))
  yield toRateRows('total', null, totals)
}

const toRateRows = (row: string, supplier: string | null, { vat_by_rate }: Sums): WrittenCell[][] =>
  vat_by_rate.map(({ vat, gross, net, tax }) => [
    row,
    supplier,
    null,
    null,
    null,
    vat,
    null,
    ...[gross, net, tax].map(moneyCell),
  ])

const PICK_LIST_COLUMNS = {
  order_id: { en: 'Order number', fi: 'Tilauksen numero', sv: 'Beställningens nummer' },
  reference_number: { en: 'Reference number', fi: 'Viitenumero', sv: 'Referensnummer' },
  customer: { en: 'Shopper', fi: 'Asiakas', sv: 'Kund' },
  status: { en: 'Status', fi: 'Tila', sv: 'Status' },
  order_total: { en: 'Order total', fi: 'Tilaus yhteensä', sv: 'Beställningen totalt' },
  product_id: { en: 'Product number', fi: 'Tuotteen numero', sv: 'Produktens nummer' },
  product: { en: 'Product', fi: 'Tuote', sv: 'Produkt' },
  quantity: { en: 'Quantity', fi: 'Määrä', sv: 'Antal' },
  unit: { en: 'Unit', fi: 'Yksikkö', sv: 'Enhet' },
} as const

/** A row per line of each order. */
export async function* pickListTable({ orders }: PickList, language: LanguageCode): AsyncGenerator<WrittenCell[][]> {
  yield [headRow(PICK_LIST_COLUMNS, language)]
  yield orders.flatMap(({ id, reference_number, email, status, total_amount, items }) =>
    items.map(item => [
      id,
      reference_number,
      email,
      status,
      moneyCell(total_amount),
      item.id,
      item.name,
      item.quantity,
      item.unit,
    ]),
  )
}
