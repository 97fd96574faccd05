import type { Readable } from 'node:stream'
import type { Receipt } from '#domain/orders/receipt.ts'
import { openPdf, WIDTH, type PdfWriter, type PdfCell } from '#server/platform/files/pdf.ts'
import { wordedRefund, wordedSale, type WordedReceipt, type Wording } from './format-receipt.ts'

/** Columns from the left: product, quantity, unit price, VAT, amount. */
const NAME = 220
const QUANTITY = 76
const PRICE = 84
const RATE = 50
const AMOUNT = WIDTH - NAME - QUANTITY - PRICE - RATE
const LABEL = 130

/**
 * Prints the sale and each of its refunds, one after the other, for bookkeeping; or a single refund, undefined when there is
 * none. The same receipt always results in the same bytes.
 */
export async function printReceipt(
  receipt: Receipt,
  { refundId, ...wording }: Wording & { refundId?: number | undefined },
): Promise<Readable | undefined> {
  const refund = (id: number) => wordedRefund(receipt, id, wording)
  const parts =
    refundId === undefined
      ? [wordedSale(receipt, wording), ...receipt.refunds.map(({ id }) => refund(id))]
      : [refund(refundId)]
  const papers = parts.filter(part => part !== undefined)
  const [first] = papers
  if (!first) return undefined
  const number = receipt.refunds.find(({ id }) => id === refundId)?.number ?? receipt.number
  const title = `${first.title} ${number}, ${receipt.seller.name}`
  const paper = await openPdf({ title, language: wording.language, at: receipt.at })
  for (const [index, part] of papers.entries()) {
    if (index > 0) paper.page()
    writePart(paper, part)
  }
  return paper.end()
}

function writePart(paper: PdfWriter, part: WordedReceipt): void {
  const [, number = ''] = part.facts[0] ?? []
  paper.row([{ text: `${part.title} ${number}`, x: 0, width: WIDTH, size: 18, isBold: true }])
  paper.space(4)
  for (const [index, text] of part.seller.entries())
    paper.row([{ text, x: 0, width: WIDTH, size: index === 0 ? 12 : 10, isBold: index === 0 }])
  paper.space(10)
  for (const [label, value] of part.facts) {
    paper.row([
      { text: label, x: 0, width: LABEL - 8 },
      { text: value, x: LABEL, width: WIDTH - LABEL },
    ])
  }
  paper.space(12)
  writeGoods(paper, part)
  paper.space(14)
  writeVat(paper, part)
  writeSlip(paper, part)
}

function writeGoods(paper: PdfWriter, { head, lines, net, total }: WordedReceipt): void {
  paper.row(goodsRow(head, { isBold: true, size: 9 }))
  paper.line()
  for (const line of lines) paper.row(goodsRow(line))
  paper.space(2)
  paper.line()
  paper.row(sumRow(net, {}))
  paper.row(sumRow(total, { size: 13, isBold: true }))
}

const sumRow = ([label, amount]: WordedReceipt['total'], look: Look): PdfCell[] => [
  { text: label, x: 0, width: WIDTH - 130, ...look },
  { text: amount, x: WIDTH - 130, width: 130, isRight: true, ...look },
]

type Look = Pick<PdfCell, 'isBold' | 'size'>

function goodsRow({ name, quantity, price, vat, amount }: WordedReceipt['head'], look: Look = {}): PdfCell[] {
  const widths = [QUANTITY, PRICE, RATE, AMOUNT]
  const numbers = [quantity, price, vat, amount].map((text, at) => {
    const width = widths[at] ?? 0
    const before = widths.slice(0, at).reduce((sum, each) => sum + each, NAME)
    return { text, x: before + 8, width: width - 8, isRight: true, ...look }
  })
  return [{ text: name, x: 0, width: NAME - 8, ...look }, ...numbers]
}

function writeVat(paper: PdfWriter, { vatHead, vat }: WordedReceipt): void {
  paper.keep(paper.heightOf([vatHead, ...vat].map(cells => vatRow(cells))))
  paper.row(vatRow(vatHead, { isBold: true, size: 9 }))
  for (const cells of vat) paper.row(vatRow(cells))
}

const vatRow = (cells: readonly string[], look: Look = {}): PdfCell[] =>
  cells.map((text, at) => ({ text, x: at * 100, width: 92, isRight: at > 0, ...look }))

function writeSlip(paper: PdfWriter, { slip }: WordedReceipt): void {
  if (!slip) return
  const typed = slip.text
    .split('\n')
    .map((text): PdfCell[] => [{ text: text || ' ', x: 0, width: WIDTH, size: 9, isTyped: true }])
  const title: PdfCell[] = [{ text: slip.title, x: 0, width: WIDTH, size: 11, isBold: true }]
  paper.space(16)
  paper.keep(paper.heightOf([title, ...typed]))
  paper.row(title)
  for (const cells of typed) paper.row(cells)
}
