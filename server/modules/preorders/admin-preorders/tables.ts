import type { EventTotals, PickList } from '#contract/preorders/admin-preorders.ts'
import { moneyCell, type WrittenCell } from '#domain/format/csv.ts'

type Sums = Pick<EventTotals, 'vat_by_rate'>

/** Rows for spreadsheets: each product, then each supplier's and the event's sums by VAT rate. */
export async function* totalsTable({ suppliers, stores, ...totals }: EventTotals): AsyncGenerator<WrittenCell[][]> {
  const head = ['row', 'supplier', 'product_id', 'product', 'unit', 'vat', 'quantity', 'gross', 'net', 'tax']
  yield [[...head, ...stores.map(({ name }) => name)]]
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
  yield suppliers.flatMap(supplier => ratesOf('supplier', supplier.name, supplier))
  yield ratesOf('total', null, totals)
}

const ratesOf = (row: string, supplier: string | null, { vat_by_rate }: Sums): WrittenCell[][] =>
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

/** A row per line of each order. */
export async function* pickListTable({ orders }: PickList): AsyncGenerator<WrittenCell[][]> {
  yield [
    ['order_id', 'reference_number', 'customer', 'status', 'order_total', 'product_id', 'product', 'quantity', 'unit'],
  ]
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
