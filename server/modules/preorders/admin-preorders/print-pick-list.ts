import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PickList } from '#contract/preorders/admin-preorders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { dayText } from '#domain/format/day-text.ts'
import { formatCents, type MoneyFormat } from '#domain/money.ts'
import { THOUSANDTHS_PER_UNIT } from '#domain/quantity.ts'
import { preorderPdfLabels } from '#server/modules/preorders/booking/preorder-pdf.ts'
import { openPdf, WIDTH, type PdfWriter, type PdfCell } from '#server/platform/files/pdf.ts'
import { quantityIn } from '#server/platform/texts/unit-labels.ts'

export type Printing = { language: LanguageCode; money: MoneyFormat; at: Date }
type Texts = ReturnType<typeof preorderPdfLabels>
type Order = PickList['orders'][number]

const INDENT = 18
const AMOUNT = 80

/** Prints the total of each product first, then each shopper's goods to tick off, never split over two pages. */
export async function printPickList(list: PickList, printing: Printing): Promise<Readable> {
  const { event, store } = list
  const texts = preorderPdfLabels(printing.language)
  const title = `${texts.pickList}: ${event.name}, ${store.name}`
  const paper = await openPdf({ title, ...printing })
  writeHead(paper, list, texts)
  if (list.orders.length === 0) paper.row([{ text: texts.empty, x: 0, width: WIDTH }])
  else paper.row([{ text: texts.together, x: 0, width: WIDTH, size: 13, isBold: true }])
  for (const product of list.products) paper.row(pickedRow(product, printing.language), { hasBox: true })
  paper.space(10)
  for (const order of list.orders) {
    await nextTurn()
    writeOrder(paper, order, { texts, printing })
  }
  return paper.end()
}

function writeHead(paper: PdfWriter, { event, store, orders }: PickList, texts: Texts): void {
  const days = texts.pickUp(dayText(event.start_date), dayText(event.end_date))
  paper.row([{ text: `${texts.pickList}: ${store.name}`, x: 0, width: WIDTH, size: 18, isBold: true }])
  paper.row([{ text: event.name, x: 0, width: WIDTH, size: 13 }])
  paper.row([{ text: `${days} · ${texts.orders(orders.length)}`, x: 0, width: WIDTH }])
  paper.space(8)
}

function pickedRow({ name, quantity, unit }: PickList['products'][number], language: LanguageCode): PdfCell[] {
  const amount = quantityIn(language, Math.round(quantity * THOUSANDTHS_PER_UNIT), unit)
  return [
    { text: amount, x: INDENT, width: AMOUNT - 8, isBold: true, isRight: true },
    { text: name, x: INDENT + AMOUNT, width: WIDTH - INDENT - AMOUNT },
  ]
}

type Style = { texts: Texts; printing: Printing }

function writeOrder(paper: PdfWriter, order: Order, { texts, printing }: Style): void {
  const head: PdfCell[] = [
    { text: order.email, x: 0, width: WIDTH - 170, size: 11, isBold: true },
    { text: paymentOf(order, { texts, printing }), x: WIDTH - 160, width: 160, size: 11, isBold: true, isRight: true },
  ]
  const number: PdfCell[] = [{ text: texts.order(order.id, order.reference_number), x: 0, width: WIDTH, size: 9 }]
  const goods = order.items.map(item => pickedRow(item, printing.language))
  paper.keep(paper.heightOf([head, number, ...goods]) + 20)
  paper.line()
  paper.row(head)
  paper.row(number)
  for (const cells of goods) paper.row(cells, { hasBox: true })
  paper.space(8)
}

function paymentOf({ status, total_amount }: Order, { texts, printing }: Style): string {
  if (status === 'complete') return texts.paid
  if (status === 'payment_pending') return texts.beingPaid
  if (status === 'error') return texts.inDoubt
  return texts.toPay(formatCents(Math.round(total_amount * 100), printing.money))
}
