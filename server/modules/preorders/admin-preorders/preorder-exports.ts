import type { EventTotals, PickList } from '#contract/preorders/admin-preorders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { moneyCell, type WrittenCell } from '#domain/format/csv.ts'
import { headRow } from '#server/platform/files/list-table.ts'

type Sums = Pick<EventTotals, 'vat_by_rate'>

const TOTALS_COLUMNS = {
  row: 'preorders.totals.row',
  supplier: 'preorders.totals.supplier',
  product_id: 'preorders.totals.product_id',
  product: 'preorders.totals.product',
  unit: 'preorders.totals.unit',
  vat: 'preorders.totals.vat',
  quantity: 'preorders.totals.quantity',
  gross: 'preorders.totals.gross',
  net: 'preorders.totals.net',
  tax: 'preorders.totals.tax',
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
  order_id: 'preorders.pickListRows.order_id',
  reference_number: 'preorders.pickListRows.reference_number',
  customer: 'preorders.pickListRows.customer',
  status: 'preorders.pickListRows.status',
  order_total: 'preorders.pickListRows.order_total',
  product_id: 'preorders.pickListRows.product_id',
  product: 'preorders.pickListRows.product',
  quantity: 'preorders.pickListRows.quantity',
  unit: 'preorders.pickListRows.unit',
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
