import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventTotals } from '#contract/preorders/admin-preorders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { dayText } from '#domain/format/day-text.ts'
import { formatCents } from '#domain/money.ts'
import { THOUSANDTHS_PER_UNIT } from '#domain/quantity.ts'
import { preorderPdfLabels } from '#server/modules/preorders/booking/preorder-pdf.ts'
import { openPdf, WIDTH, type PdfWriter, type PdfCell } from '#server/platform/files/pdf.ts'
import { quantityIn } from '#server/platform/texts/unit-labels.ts'
import type { Printing } from './print-pick-list.ts'

type Texts = ReturnType<typeof preorderPdfLabels>
type Sums = Pick<EventTotals, 'gross' | 'net' | 'tax' | 'vat_by_rate'>
type Supplier = EventTotals['suppliers'][number]
type Style = { texts: Texts; printing: Printing; stores: EventTotals['stores'] }

const COLUMN = 76
const NAME = WIDTH - 4 * COLUMN

/** Prints the booked quantities of each product, by supplier, with the sums of the orders. */
export async function printTotals(totals: EventTotals, printing: Printing): Promise<Readable> {
  const { event, stores, suppliers, orders } = totals
  const texts = preorderPdfLabels(printing.language)
  const places = stores.map(({ name }) => name).join(', ')
  const paper = await openPdf({ title: `${texts.totals}: ${event.name}`, ...printing })
  const days = texts.pickUp(dayText(event.start_date), dayText(event.end_date))
  paper.row([{ text: `${texts.totals}: ${event.name}`, x: 0, width: WIDTH, size: 18, isBold: true }])
  paper.row([{ text: places, x: 0, width: WIDTH, size: 13 }])
  paper.row([{ text: `${days} · ${texts.orders(orders)}`, x: 0, width: WIDTH }])
  paper.space(8)
  if (suppliers.length === 0) paper.row([{ text: texts.empty, x: 0, width: WIDTH }])
  for (const supplier of suppliers) {
    await nextTurn()
    writeSupplier(paper, supplier, { texts, printing, stores })
  }
  if (suppliers.length > 0) writeSums(paper, totals, { texts, printing, stores })
  return paper.end()
}

/** A name and up to four columns of figures at the right. */
const figures = (name: string, columns: readonly string[], look: Partial<PdfCell> = {}): PdfCell[] => [
  { text: name, x: 0, width: NAME - 8, ...look },
  ...columns.map((text, at) => ({ text, x: NAME + at * COLUMN, width: COLUMN - 4, isRight: true, ...look })),
]

const moneyOf = ({ gross, net, tax }: Omit<Sums, 'vat_by_rate'>, { printing }: Style) =>
  [gross, net, tax].map(euros => formatCents(Math.round(euros * 100), printing.money))

const writtenIn = (language: LanguageCode) => (quantity: number, unit: string) =>
  quantityIn(language, Math.round(quantity * THOUSANDTHS_PER_UNIT), unit)

function writeSupplier(paper: PdfWriter, supplier: Supplier, style: Style): void {
  const { texts, stores, printing } = style
  const written = writtenIn(printing.language)
  const head = figures(texts.product, [texts.quantity, texts.gross, texts.net, texts.vat], { size: 8 })
  paper.keep(90)
  paper.line()
  paper.row([{ text: supplier.name, x: 0, width: WIDTH, size: 13, isBold: true }])
  paper.row(head)
  for (const product of supplier.products) {
    const rows = [figures(product.name, [written(product.quantity, product.unit), ...moneyOf(product, style)])]
    const places = product.by_store.map(({ store_id, quantity }) => {
      const name = stores.find(({ id }) => id === store_id)?.name ?? ''
      return `${name} ${written(quantity, product.unit)}`
    })
    if (stores.length > 1) rows.push([{ text: places.join(' · '), x: 10, width: WIDTH - 10, size: 8 }])
    paper.keep(paper.heightOf(rows))
    for (const cells of rows) paper.row(cells)
  }
  paper.row(figures(texts.total, ['', ...moneyOf(supplier, style)], { isBold: true }))
  paper.space(8)
}

function writeSums(paper: PdfWriter, totals: Sums, style: Style): void {
  const { texts, printing } = style
  const rate = new Intl.NumberFormat(printing.money.locale ?? 'fi-FI', { maximumFractionDigits: 2 })
  paper.keep(40 + 18 * totals.vat_by_rate.length)
  paper.line()
  for (const row of totals.vat_by_rate)
    paper.row(figures(texts.vatOf(rate.format(row.vat)), ['', ...moneyOf(row, style)]))
  paper.row(figures(texts.total, ['', ...moneyOf(totals, style)], { size: 12, isBold: true }))
  paper.row([{ text: texts.sumsOfOrders, x: 0, width: WIDTH, size: 8 }])
}
