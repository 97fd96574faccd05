import type { Readable } from 'node:stream'
import type { LanguageCode } from '#contract/values.ts'
import type { VatOfRate } from '#domain/catalogue/vat.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import { joinFilled } from '#domain/format/join-filled.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { formatPhone } from '#domain/format/phone-format.ts'
import { formatCents, type MoneyFormat } from '#domain/money.ts'
import type { Receipt, ReceiptLine, ReceiptPart } from '#domain/orders/receipt.ts'
import { formatReferenceNumber } from '#domain/payments/reference-number.ts'
import { openPdf, TEXT_WIDTH, type PdfWriter, type PdfCell } from '#server/platform/files/pdf.ts'
import { createTranslate } from '#server/texts/text.ts'
import { quantityIn } from '#server/texts/unit-labels.ts'

/** A receipt, or one of its refunds, as texts in a language: email and paper only lay it out. */
export type ReceiptText = {
  title: string
  /** That nothing was charged. */
  mark: string | null
  seller: string[]
  facts: [label: string, value: string][]
  head: FormattedLine
  lines: FormattedLine[]
  net: [label: string, amount: string]
  total: [label: string, amount: string]
  vatHeadings: [rate: string, net: string, vat: string, gross: string]
  /** Followed by their sum, if there are several. */
  vat: [rate: string, net: string, vat: string, gross: string][]
  slip: { title: string; text: string } | null
}
type FormattedLine = { name: string; quantity: string; price: string; vat: string; amount: string }

export type ReceiptStyle = { language: LanguageCode; money: MoneyFormat }

/** The sale. */
export function wordedSale(receipt: Receipt, wording: ReceiptStyle): ReceiptText {
  const t = createTranslate(wording.language)
  const { number, reference, payment, app, event } = receipt
  return {
    ...wordedPart(receipt, wording),
    title: t('orders.receipt.receipt'),
    mark: receipt.isTest ? t('orders.receipt.testMark') : null,
    facts: [
      [t('orders.receipt.number'), number],
      ...placeAndTime(receipt, wording),
      [t('orders.receipt.reference'), formatReferenceNumber(reference)],
      ...(event === null ? [] : [[t('orders.receipt.event'), event] satisfies [string, string]]),
      [t('orders.receipt.payment'), t(`orders.receipt.payments.${payment}`, { app: app ?? '' })],
    ],
  }
}

/** A refund; undefined when there is no such refund. */
export function wordedRefund(receipt: Receipt, refundId: number, wording: ReceiptStyle): ReceiptText | undefined {
  const t = createTranslate(wording.language)
  const refund = receipt.refunds.find(({ id }) => id === refundId)
  if (!refund) return undefined
  return {
    ...wordedPart(refund, wording),
    title: t('orders.receipt.refund'),
    mark: receipt.isTest ? t('orders.receipt.testMark') : null,
    facts: [
      [t('orders.receipt.refundNumber'), refund.number],
      [t('orders.receipt.number'), receipt.number],
      ...placeAndTime(refund, wording),
      [t('orders.receipt.reference'), formatReferenceNumber(receipt.reference)],
    ],
    total: [t('orders.receipt.totalBack'), formatCents(refund.grossCents, wording.money)],
  }
}

function placeAndTime({ store, at }: ReceiptPart, { language }: ReceiptStyle): [string, string][] {
  const t = createTranslate(language)
  const place = joinFilled([store.name, store.address], ', ')
  return [
    [t('orders.receipt.date'), formatDateTime(at, store.timeZone)],
    [t('orders.receipt.store'), place],
  ]
}

function wordedPart(part: ReceiptPart, wording: ReceiptStyle): Omit<ReceiptText, 'title' | 'mark' | 'facts'> {
  const t = createTranslate(wording.language)
  const euros = (cents: number) => formatCents(cents, wording.money)
  const { name, businessId, address, email, phone } = part.seller
  const vatRow = (label: string, sums: Omit<VatOfRate, 'rateBasisPoints'>): ReceiptText['vatHeadings'] => [
    label,
    euros(sums.netCents),
    euros(sums.vatCents),
    euros(sums.grossCents),
  ]
  const rates = part.byRate.map(rate => vatRow(percentText(rate.rateBasisPoints / 100), rate))
  return {
    seller: [
      name,
      businessId && `${t('orders.receipt.businessId')} ${businessId}`,
      address,
      joinFilled([email, formatPhone(phone)], ' · '),
    ].filter(line => line !== ''),
    head: {
      name: t('orders.receipt.product'),
      quantity: t('orders.receipt.quantity'),
      price: t('orders.receipt.unitPrice'),
      vat: t('orders.receipt.vat'),
      amount: t('orders.receipt.amount'),
    },
    lines: part.lines.map(line => wordedLine(line, wording)),
    net: [t('orders.receipt.totalNet'), euros(part.netCents)],
    total: [t('orders.receipt.total'), euros(part.grossCents)],
    vatHeadings: [
      t('orders.receipt.rate'),
      t('orders.receipt.net'),
      t('orders.receipt.vat'),
      t('orders.receipt.gross'),
    ],
    vat: rates.length > 1 ? [...rates, vatRow(t('orders.receipt.allRates'), part)] : rates,
    slip: part.slip === null ? null : { title: t('orders.receipt.slip'), text: part.slip },
  }
}

function wordedLine(line: ReceiptLine, { language, money }: ReceiptStyle): FormattedLine {
  const { kind, name, unit, quantityThousandths, unitPriceCents, amountCents, rateBasisPoints } = line
  const t = createTranslate(language)
  const names = {
    goods: name,
    deposit: `${t('orders.receipt.deposit')}: ${name}`,
    freeSum: t('orders.receipt.freeSum'),
  }
  return {
    name: names[kind],
    quantity: kind === 'freeSum' ? '' : quantityIn(language, quantityThousandths, unit),
    price: unitPriceCents === null ? '' : formatCents(unitPriceCents, money),
    vat: percentText(rateBasisPoints / 100),
    amount: formatCents(amountCents, money),
  }
}

/** Columns from the left: product, quantity, unit price, VAT, amount. */
const NAME_WIDTH = 220
const QUANTITY_WIDTH = 76
const PRICE_WIDTH = 84
const RATE_WIDTH = 50
const AMOUNT_WIDTH = TEXT_WIDTH - NAME_WIDTH - QUANTITY_WIDTH - PRICE_WIDTH - RATE_WIDTH
const LABEL_WIDTH = 130

/**
 * Prints the sale and each of its refunds, one after the other, for bookkeeping; or a single refund, undefined when there is
 * none. The same receipt always results in the same bytes.
 */
export async function printReceipt(
  receipt: Receipt,
  { refundId, ...wording }: ReceiptStyle & { refundId?: number | undefined },
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

function writePart(paper: PdfWriter, part: ReceiptText): void {
  const [, number = ''] = part.facts[0] ?? []
  paper.row([{ text: `${part.title} ${number}`, x: 0, width: TEXT_WIDTH, size: 18, isBold: true }], { as: 'H1' })
  if (part.mark !== null) paper.row([{ text: part.mark, x: 0, width: TEXT_WIDTH, size: 12, isBold: true }])
  paper.space(4)
  for (const [index, text] of part.seller.entries())
    paper.row([{ text, x: 0, width: TEXT_WIDTH, size: index === 0 ? 12 : 10, isBold: index === 0 }])
  paper.space(10)
  paper.list(
    part.facts.map(([label, value]) => [
      { text: label, x: 0, width: LABEL_WIDTH - 8 },
      { text: value, x: LABEL_WIDTH, width: TEXT_WIDTH - LABEL_WIDTH },
    ]),
  )
  paper.space(12)
  writeGoods(paper, part)
  paper.space(14)
  writeVat(paper, part)
  writeSlip(paper, part)
}

function writeGoods(paper: PdfWriter, { head, lines, net, total }: ReceiptText): void {
  paper.beginTable(goodsRow(head, { isBold: true, size: 9 }))
  for (const line of lines) paper.row(goodsRow(line))
  paper.space(2)
  paper.line()
  paper.row(sumRow(net, {}))
  paper.row(sumRow(total, { size: 13, isBold: true }))
  paper.endTable()
}

const sumRow = ([label, amount]: ReceiptText['total'], style: CellStyle): PdfCell[] => [
  { text: label, x: 0, width: TEXT_WIDTH - 130, ...style },
  { text: amount, x: TEXT_WIDTH - 130, width: 130, isRight: true, ...style },
]

type CellStyle = Pick<PdfCell, 'isBold' | 'size'>

function goodsRow({ name, quantity, price, vat, amount }: ReceiptText['head'], style: CellStyle = {}): PdfCell[] {
  const widths = [QUANTITY_WIDTH, PRICE_WIDTH, RATE_WIDTH, AMOUNT_WIDTH]
  const numbers = [quantity, price, vat, amount].map((text, at) => {
    const width = widths[at] ?? 0
    const before = widths.slice(0, at).reduce((sum, each) => sum + each, NAME_WIDTH)
    return { text, x: before + 8, width: width - 8, isRight: true, ...style }
  })
  return [{ text: name, x: 0, width: NAME_WIDTH - 8, ...style }, ...numbers]
}

function writeVat(paper: PdfWriter, { vatHeadings, vat }: ReceiptText): void {
  paper.ensureRoom(paper.measureRows([vatHeadings, ...vat].map(cells => vatRow(cells))))
  paper.beginTable(vatRow(vatHeadings, { isBold: true, size: 9 }))
  for (const cells of vat) paper.row(vatRow(cells))
  paper.endTable()
}

const vatRow = (cells: readonly string[], style: CellStyle = {}): PdfCell[] =>
  cells.map((text, at) => ({ text, x: at * 100, width: 92, isRight: at > 0, ...style }))

function writeSlip(paper: PdfWriter, { slip }: ReceiptText): void {
  if (!slip) return
  const typed = slip.text
    .split('\n')
    .map((text): PdfCell[] => [{ text: text || ' ', x: 0, width: TEXT_WIDTH, size: 9, isTyped: true }])
  const title: PdfCell[] = [{ text: slip.title, x: 0, width: TEXT_WIDTH, size: 11, isBold: true }]
  paper.space(16)
  paper.ensureRoom(paper.measureRows([title, ...typed]))
  paper.row(title, { as: 'H2' })
  for (const cells of typed) paper.row(cells)
}
