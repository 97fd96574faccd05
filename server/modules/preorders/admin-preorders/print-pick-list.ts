import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventTotals, PickList } from '#contract/preorders/admin-preorders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { dayText } from '#domain/format/day-text.ts'
import { formatCents, type MoneyFormat } from '#domain/money.ts'
import { THOUSANDTHS_PER_UNIT } from '#domain/quantity.ts'
import { openPdf, TEXT_WIDTH, type PdfWriter, type PdfCell } from '#server/platform/files/pdf.ts'
import { createTranslate, type Translate } from '#server/texts/text.ts'
import { quantityIn } from '#server/texts/unit-labels.ts'

type PrintOptions = { language: LanguageCode; money: MoneyFormat; at: Date }
type Order = PickList['orders'][number]

const INDENT_WIDTH = 18
const AMOUNT_WIDTH = 80

/**
 * Prints the total of each product first, then each shopper's goods to tick off, never split over two pages. Without people, an order
 * has its number only.
 */
export async function printPickList(list: PickList, printing: PrintOptions): Promise<Readable> {
  const { event, store } = list
  const t = createTranslate(printing.language)
  const title = `${t('preorders.pdf.pickList')}: ${event.name}, ${store.name}`
  const paper = await openPdf({ title, ...printing })
  writeHeader(paper, list, t)
  if (list.orders.length === 0) paper.row([{ text: t('preorders.pdf.empty'), x: 0, width: TEXT_WIDTH }])
  else {
    paper.row([{ text: t('preorders.pdf.together'), x: 0, width: TEXT_WIDTH, size: 13, isBold: true }], { as: 'H2' })
    paper.list(
      list.products.map(product => pickedRow(product, printing.language)),
      { hasBox: true },
    )
  }
  paper.space(10)
  for (const order of list.orders) {
    await nextTurn()
    writeOrder(paper, order, { t, printing })
  }
  return paper.end()
}

function writeHeader(paper: PdfWriter, { event, store, orders }: PickList, t: Translate): void {
  const days = t('preorders.pdf.pickUp', { from: dayText(event.start_date), until: dayText(event.end_date) })
  paper.row(
    [{ text: `${t('preorders.pdf.pickList')}: ${store.name}`, x: 0, width: TEXT_WIDTH, size: 18, isBold: true }],
    {
      as: 'H1',
    },
  )
  paper.row([{ text: event.name, x: 0, width: TEXT_WIDTH, size: 13 }])
  paper.row([{ text: `${days} · ${t('preorders.pdf.orders', { count: orders.length })}`, x: 0, width: TEXT_WIDTH }])
  paper.space(8)
}

function pickedRow({ name, quantity, unit }: PickList['products'][number], language: LanguageCode): PdfCell[] {
  const amount = quantityIn(language, Math.round(quantity * THOUSANDTHS_PER_UNIT), unit)
  return [
    { text: amount, x: INDENT_WIDTH, width: AMOUNT_WIDTH - 8, isBold: true, isRight: true },
    { text: name, x: INDENT_WIDTH + AMOUNT_WIDTH, width: TEXT_WIDTH - INDENT_WIDTH - AMOUNT_WIDTH },
  ]
}

type PrintStyle = { t: Translate; printing: PrintOptions }

function writeOrder(paper: PdfWriter, order: Order, { t, printing }: PrintStyle): void {
  const number = t('preorders.pdf.order', { id: order.id, reference: order.reference_number })
  const total = order.total_amount
  const head: PdfCell[] = [
    { text: order.email ?? number, x: 0, width: TEXT_WIDTH - 170, size: 11, isBold: true },
    ...(total === null
      ? []
      : [
          {
            text: formatPayment({ status: order.status, total_amount: total }, { t, printing }),
            x: TEXT_WIDTH - 160,
            width: 160,
            size: 11,
            isBold: true,
            isRight: true,
          },
        ]),
  ]
  const under: PdfCell[] = order.email === null ? [] : [{ text: number, x: 0, width: TEXT_WIDTH, size: 9 }]
  const goods = order.items.map(item => pickedRow(item, printing.language))
  paper.ensureRoom(paper.measureRows([head, under, ...goods]) + 20)
  paper.line()
  paper.row(head, { as: 'H2' })
  if (under.length > 0) paper.row(under)
  paper.list(goods, { hasBox: true })
  paper.space(8)
}

type OrderPayment = { status: Order['status']; total_amount: number }

function formatPayment({ status, total_amount }: OrderPayment, { t, printing }: PrintStyle): string {
  if (status === 'complete') return t('preorders.pdf.paid')
  if (status === 'payment_pending') return t('preorders.pdf.beingPaid')
  if (status === 'error') return t('preorders.pdf.inDoubt')
  return t('preorders.pdf.toPay', { euros: formatCents(Math.round(total_amount * 100), printing.money) })
}

type EventSums = Pick<EventTotals, 'gross' | 'net' | 'tax' | 'vat_by_rate'>
type Supplier = EventTotals['suppliers'][number]
type TotalsStyle = { t: Translate; printing: PrintOptions; stores: EventTotals['stores'] }

const COLUMN_WIDTH = 76
const NAME_WIDTH = TEXT_WIDTH - 4 * COLUMN_WIDTH

/** Prints the booked quantities of each product, by supplier, with the sums of the orders. */
export async function printTotals(totals: EventTotals, printing: PrintOptions): Promise<Readable> {
  const { event, stores, suppliers, orders } = totals
  const t = createTranslate(printing.language)
  const places = stores.map(({ name }) => name).join(', ')
  const paper = await openPdf({ title: `${t('preorders.pdf.totals')}: ${event.name}`, ...printing })
  const days = t('preorders.pdf.pickUp', { from: dayText(event.start_date), until: dayText(event.end_date) })
  paper.row(
    [{ text: `${t('preorders.pdf.totals')}: ${event.name}`, x: 0, width: TEXT_WIDTH, size: 18, isBold: true }],
    {
      as: 'H1',
    },
  )
  paper.row([{ text: places, x: 0, width: TEXT_WIDTH, size: 13 }])
  paper.row([{ text: `${days} · ${t('preorders.pdf.orders', { count: orders })}`, x: 0, width: TEXT_WIDTH }])
  paper.space(8)
  if (suppliers.length === 0) paper.row([{ text: t('preorders.pdf.empty'), x: 0, width: TEXT_WIDTH }])
  for (const supplier of suppliers) {
    await nextTurn()
    writeSupplier(paper, supplier, { t, printing, stores })
  }
  if (suppliers.length > 0) writeSums(paper, totals, { t, printing, stores })
  return paper.end()
}

/** A name and up to four columns of figures at the right. */
const figureCells = (name: string, columns: readonly string[], style: Partial<PdfCell> = {}): PdfCell[] => [
  { text: name, x: 0, width: NAME_WIDTH - 8, ...style },
  ...columns.map((text, at) => ({
    text,
    x: NAME_WIDTH + at * COLUMN_WIDTH,
    width: COLUMN_WIDTH - 4,
    isRight: true,
    ...style,
  })),
]

const formatMoney = ({ gross, net, tax }: Omit<EventSums, 'vat_by_rate'>, { printing }: TotalsStyle) =>
  [gross, net, tax].map(euros => formatCents(Math.round(euros * 100), printing.money))

const writtenIn = (language: LanguageCode) => (quantity: number, unit: string) =>
  quantityIn(language, Math.round(quantity * THOUSANDTHS_PER_UNIT), unit)

function writeSupplier(paper: PdfWriter, supplier: Supplier, style: TotalsStyle): void {
  const { t, stores, printing } = style
  const written = writtenIn(printing.language)
  const head = figureCells(
    t('preorders.pdf.product'),
    [t('preorders.pdf.quantity'), t('preorders.pdf.gross'), t('preorders.pdf.net'), t('preorders.pdf.vat')],
    { size: 8 },
  )
  paper.ensureRoom(90)
  paper.line()
  paper.row([{ text: supplier.name, x: 0, width: TEXT_WIDTH, size: 13, isBold: true }], { as: 'H2' })
  paper.beginTable(head)
  for (const product of supplier.products) {
    const rows = [figureCells(product.name, [written(product.quantity, product.unit), ...formatMoney(product, style)])]
    const places = product.by_store.map(({ store_id, quantity }) => {
      const name = stores.find(({ id }) => id === store_id)?.name ?? ''
      return `${name} ${written(quantity, product.unit)}`
    })
    if (stores.length > 1) rows.push([{ text: places.join(' · '), x: 10, width: TEXT_WIDTH - 10, size: 8 }])
    paper.ensureRoom(paper.measureRows(rows))
    for (const cells of rows) paper.row(cells)
  }
  paper.row(figureCells(t('preorders.pdf.total'), ['', ...formatMoney(supplier, style)], { isBold: true }))
  paper.endTable()
  paper.space(8)
}

function writeSums(paper: PdfWriter, totals: EventSums, style: TotalsStyle): void {
  const { t, printing } = style
  const rate = new Intl.NumberFormat(printing.money.locale ?? 'fi-FI', { maximumFractionDigits: 2 })
  paper.ensureRoom(60 + 18 * totals.vat_by_rate.length)
  paper.line()
  paper.beginTable(
    figureCells('', ['', t('preorders.pdf.gross'), t('preorders.pdf.net'), t('preorders.pdf.vat')], { size: 8 }),
  )
  for (const row of totals.vat_by_rate)
    paper.row(figureCells(t('preorders.pdf.vatOf', { rate: rate.format(row.vat) }), ['', ...formatMoney(row, style)]))
  paper.row(figureCells(t('preorders.pdf.total'), ['', ...formatMoney(totals, style)], { size: 12, isBold: true }))
  paper.endTable()
  paper.row([{ text: t('preorders.pdf.sumsOfOrders'), x: 0, width: TEXT_WIDTH, size: 8 }])
}
