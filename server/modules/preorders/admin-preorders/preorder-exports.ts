import type { contract } from '#contract/index.ts'
import type { EventTotals, PickList } from '#contract/preorders/admin-preorders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { moneyCell, type WrittenCell } from '#domain/format/csv.ts'
import { traceExport } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { headingRow } from '#server/platform/files/list-table.ts'
import type { Call } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findPickList, findPickListFor, type WholePickList } from './find-pick-list.ts'
import { findTotals } from './find-totals.ts'
import { printPickList, printTotals } from './print-pick-list.ts'

type PreorderEndpoints = typeof contract.adminPreorders
type ExportCall<Name extends keyof PreorderEndpoints> = Pick<
  Call<PreorderEndpoints[Name]>,
  'query' | 'language' | 'user' | 'stores'
>

const findTotalsFor = ({ db }: Context, { query, stores, language }: ExportCall<'totalsPdf'>) =>
  findTotals(db, { eventId: query.event_id, stores }, language)

export async function exportTotalsPdf(context: Context, call: ExportCall<'totalsPdf'>) {
  const totals = await findTotalsFor(context, call)
  if (!totals) return refuse('notFound')
  const bytes = await printTotals(totals, toPrintOptions(context, call.language))
  return { name: `totals-${totals.event.id}`, format: 'pdf' as const, bytes }
}

export async function exportTotalsXlsx(context: Context, call: ExportCall<'totalsPdf'>) {
  const totals = await findTotalsFor(context, call)
  if (!totals) return refuse('notFound')
  return { name: `totals-${totals.event.id}`, format: 'xlsx' as const, rows: totalsTable(totals, call.language) }
}

/** Traced, since it contains personal data. */
async function tracePickList(
  context: Context,
  { query, stores, language, user: { userId } }: ExportCall<'pickListPdf'>,
) {
  await traceExport(context, { list: 'pickList', query, userId })
  return findPickList(context.db, { eventId: query.event_id, stores }, language)
}

export async function exportPickListPdf(context: Context, call: ExportCall<'pickListPdf'>) {
  const pickList = await tracePickList(context, call)
  if (!pickList) return refuse('notFound')
  const bytes = await printPickList(pickList, toPrintOptions(context, call.language))
  return { name: toFileName(pickList), format: 'pdf' as const, bytes }
}

/** Without people: not traced. */
export async function exportPickSheetPdf(context: Context, { query, stores, language }: ExportCall<'pickSheetPdf'>) {
  const place = { eventId: query.event_id, stores, isKeeper: false }
  const pickList = await findPickListFor(context.db, place, language)
  if (!pickList) return refuse('notFound')
  const bytes = await printPickList(pickList, toPrintOptions(context, language))
  return { name: toFileName(pickList), format: 'pdf' as const, bytes }
}

export async function exportPickListXlsx(context: Context, call: ExportCall<'pickListPdf'>) {
  const pickList = await tracePickList(context, call)
  if (!pickList) return refuse('notFound')
  return { name: toFileName(pickList), format: 'xlsx' as const, rows: pickListTable(pickList, call.language) }
}

const toFileName = ({ event, store }: Pick<PickList, 'event' | 'store'>) => `pick-list-${event.id}-${store.id}`

const toPrintOptions = ({ config, now }: Context, language: LanguageCode) => ({
  language,
  money: { locale: config.locale, currency: config.currency },
  at: now(),
})

type VatSums = Pick<EventTotals, 'vat_by_rate'>

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
async function* totalsTable(
  { suppliers, stores, ...totals }: EventTotals,
  language: LanguageCode,
): AsyncGenerator<WrittenCell[][]> {
  yield [[...headingRow(TOTALS_COLUMNS, language), ...stores.map(({ name }) => name)]]
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

const toRateRows = (row: string, supplier: string | null, { vat_by_rate }: VatSums): WrittenCell[][] =>
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
async function* pickListTable({ orders }: WholePickList, language: LanguageCode): AsyncGenerator<WrittenCell[][]> {
  yield [headingRow(PICK_LIST_COLUMNS, language)]
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
