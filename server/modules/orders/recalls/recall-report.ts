import type { Readable } from 'node:stream'
import type { RecallDetail } from '#contract/orders/admin-recalls.ts'
import type { LanguageCode } from '#contract/values.ts'
import { moneyCell, type WrittenCell } from '#domain/format/csv.ts'
import { dayText } from '#domain/format/day-text.ts'
import { joinFilled } from '#domain/format/join-filled.ts'
import { formatCents } from '#domain/money.ts'
import { THOUSANDTHS_PER_UNIT } from '#domain/quantity.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { openPdf, WIDTH, type PdfCell } from '#server/platform/files/pdf.ts'
import { textIn } from '#server/platform/languages/queries.ts'
import { quantityIn } from '#server/platform/texts/unit-labels.ts'
import { recallTexts } from './recall-texts.ts'

type ReportOptions = {
  language: LanguageCode
  at: Date
  money: { locale: string; currency: string }
  operator: { name: string; business_id: string; address: string }
}

/** The report's facts of the recall as a whole, line by line: label and value. */
function toReportFields(recall: RecallDetail, { language, operator }: ReportOptions): [string, string | number][] {
  const words = recallTexts(language).report
  const { buyers, sold_from: from, sold_until: until } = recall
  const days = [from, until].map(date => (date === null ? '' : dayText(date))).join('–')
  return [
    [words.seller, joinFilled([operator.name, operator.business_id, operator.address], ', ')],
    [words.product, `${recall.product.name} (${recall.product.id})`],
    [words.reason, textIn(recall.reasons, language)],
    [words.lots, recall.lots || words.all],
    [words.soldOn, days === '–' ? words.all : days],
    [words.begun, shopTimeText(recall.begun_at)],
    [words.ended, recall.ended_at === null ? words.open : shopTimeText(recall.ended_at)],
    [words.buyers, buyers.total],
    [words.reached, buyers.reached],
    [words.emailed, buyers.emailed],
    [words.pushed, buyers.pushed],
    [words.confirmed, buyers.confirmed],
    [words.waiting, buyers.waiting],
    [words.notReached, buyers.not_reached],
    [words.asked, buyers.asked_refund],
  ]
}

function sumSales(sales: RecallDetail['sales']) {
  const sum = (of: 'orders' | 'quantity' | 'amount' | 'refunded_quantity' | 'refunded_amount') =>
    Math.round(sales.reduce((total, sale) => total + sale[of], 0) * 1000) / 1000
  return {
    orders: sum('orders'),
    quantity: sum('quantity'),
    amount: sum('amount'),
    refunded_quantity: sum('refunded_quantity'),
    refunded_amount: sum('refunded_amount'),
  }
}

/** The report as a table: its facts first, then the sales of each store, and their sum. Contains no personal data. */
export async function* recallReportRows(
  recall: RecallDetail,
  reporting: ReportOptions,
): AsyncGenerator<WrittenCell[][]> {
  const words = recallTexts(reporting.language).report
  const cells = (name: string, sums: ReturnType<typeof sumSales>): WrittenCell[] => [
    name,
    sums.orders,
    sums.quantity,
    moneyCell(sums.amount),
    sums.refunded_quantity,
    moneyCell(sums.refunded_amount),
  ]
  yield toReportFields(recall, reporting)
  yield [
    [words.store, words.orders, words.quantity, words.amount, words.refunded, words.refundedAmount],
    ...recall.sales.map(sale => cells(sale.store.name, sale)),
    cells(words.total, sumSales(recall.sales)),
  ]
}

const LABEL = 170
const COLUMN = 78
const NAME = WIDTH - 5 * COLUMN

/** A name and columns of figures at the right. */
const figureCells = (name: string, columns: readonly string[], look: Partial<PdfCell> = {}): PdfCell[] => [
  { text: name, x: 0, width: NAME - 8, ...look },
  ...columns.map((text, index) => ({ text, x: NAME + index * COLUMN, width: COLUMN - 4, isRight: true, ...look })),
]

/** The same, printed. */
export async function printRecallReport(recall: RecallDetail, reporting: ReportOptions): Promise<Readable> {
  const { language, at, money } = reporting
  const words = recallTexts(language).report
  const title = words.title(recall.id, recall.product.name)
  const paper = await openPdf({ title, language, at })
  paper.row([{ text: title, x: 0, width: WIDTH, size: 18, isBold: true }], { as: 'H1' })
  paper.row([{ text: words.writtenAt(shopTimeText(at.toISOString())), x: 0, width: WIDTH }])
  paper.space(8)
  paper.list(
    toReportFields(recall, reporting).map(([label, value]) => [
      { text: label, x: 0, width: LABEL, isBold: true },
      { text: String(value), x: LABEL, width: WIDTH - LABEL },
    ]),
  )
  paper.space(8)
  const quantity = (value: number) =>
    quantityIn(language, Math.round(value * THOUSANDTHS_PER_UNIT), recall.product.unit)
  const euros = (value: number) => formatCents(Math.round(value * 100), money)
  const figures = (sums: ReturnType<typeof sumSales>) => [
    String(sums.orders),
    quantity(sums.quantity),
    euros(sums.amount),
    quantity(sums.refunded_quantity),
    euros(sums.refunded_amount),
  ]
  const heads = [words.orders, words.quantity, words.amount, words.refunded, words.refundedAmount]
  paper.beginTable(figureCells(words.store, heads, { size: 8 }))
  for (const sale of recall.sales) paper.row(figureCells(sale.store.name, figures(sale)))
  paper.row(figureCells(words.total, figures(sumSales(recall.sales)), { isBold: true }))
  paper.endTable()
  return paper.end()
}
