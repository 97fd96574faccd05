import type { Readable } from 'node:stream'
import type { RecallDetail } from '#contract/orders/admin-recalls.ts'
import type { LanguageCode } from '#contract/values.ts'
import { moneyCell, type WrittenCell } from '#domain/format/csv.ts'
import { dayText } from '#domain/format/day-text.ts'
import { joinFilled } from '#domain/format/join-filled.ts'
import { formatCents } from '#domain/money.ts'
import { THOUSANDTHS_PER_UNIT } from '#domain/quantity.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import type { Context } from '#server/platform/context.ts'
import { openPdf, TEXT_WIDTH, type PdfCell } from '#server/platform/files/pdf.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import { createTranslate } from '#server/texts/text.ts'
import { quantityIn } from '#server/texts/unit-labels.ts'
import { findRecall } from './queries.ts'

type ReportOptions = {
  language: LanguageCode
  at: Date
  money: { locale: string; currency: string }
  operator: { name: string; business_id: string; address: string }
}

/** The report's facts of the recall as a whole, line by line: label and value. */
function toReportFields(recall: RecallDetail, { language, operator }: ReportOptions): [string, string | number][] {
  const t = createTranslate(language)
  const { buyers, sold_from: from, sold_until: until } = recall
  const days = [from, until].map(date => (date === null ? '' : dayText(date))).join('–')
  return [
    [t('orders.recall.report.seller'), joinFilled([operator.name, operator.business_id, operator.address], ', ')],
    [t('orders.recall.report.product'), `${recall.product.name} (${recall.product.id})`],
    [t('orders.recall.report.reason'), textInLanguage(recall.reasons, language)],
    [t('orders.recall.report.lots'), recall.lots || t('orders.recall.report.all')],
    [t('orders.recall.report.soldOn'), days === '–' ? t('orders.recall.report.all') : days],
    [t('orders.recall.report.begun'), shopTimeText(recall.started_at)],
    [
      t('orders.recall.report.ended'),
      recall.ended_at === null ? t('orders.recall.report.open') : shopTimeText(recall.ended_at),
    ],
    [t('orders.recall.report.buyers'), buyers.total],
    [t('orders.recall.report.reached'), buyers.reached],
    [t('orders.recall.report.emailed'), buyers.emailed],
    [t('orders.recall.report.pushed'), buyers.pushed],
    [t('orders.recall.report.confirmed'), buyers.confirmed],
    [t('orders.recall.report.waiting'), buyers.waiting],
    [t('orders.recall.report.notReached'), buyers.not_reached],
    [t('orders.recall.report.asked'), buyers.requested_refund],
  ]
}

function sumSales(sales: RecallDetail['sales']) {
  const sum = (column: 'orders' | 'quantity' | 'amount' | 'refunded_quantity' | 'refunded_amount') =>
    Math.round(sales.reduce((total, sale) => total + sale[column], 0) * 1000) / 1000
  return {
    orders: sum('orders'),
    quantity: sum('quantity'),
    amount: sum('amount'),
    refunded_quantity: sum('refunded_quantity'),
    refunded_amount: sum('refunded_amount'),
  }
}

/** The report as a table: its facts first, then the sales of each store, and their sum. Contains no personal data. */
async function* recallReportRows(recall: RecallDetail, reporting: ReportOptions): AsyncGenerator<WrittenCell[][]> {
  const t = createTranslate(reporting.language)
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
    [
      t('orders.recall.report.store'),
      t('orders.recall.report.orders'),
      t('orders.recall.report.quantity'),
      t('orders.recall.report.amount'),
      t('orders.recall.report.refunded'),
      t('orders.recall.report.refundedAmount'),
    ],
    ...recall.sales.map(sale => cells(sale.store.name, sale)),
    cells(t('orders.recall.report.total'), sumSales(recall.sales)),
  ]
}

const LABEL_WIDTH = 170
const COLUMN_WIDTH = 78
const NAME_WIDTH = TEXT_WIDTH - 5 * COLUMN_WIDTH

/** A name and columns of figures at the right. */
const figureCells = (name: string, columns: readonly string[], style: Partial<PdfCell> = {}): PdfCell[] => [
  { text: name, x: 0, width: NAME_WIDTH - 8, ...style },
  ...columns.map((text, index) => ({
    text,
    x: NAME_WIDTH + index * COLUMN_WIDTH,
    width: COLUMN_WIDTH - 4,
    isRight: true,
    ...style,
  })),
]

/** The same, printed. */
async function printRecallReport(recall: RecallDetail, reporting: ReportOptions): Promise<Readable> {
  const { language, at, money } = reporting
  const t = createTranslate(language)
  const title = t('orders.recall.report.title', { id: recall.id, product: recall.product.name })
  const paper = await openPdf({ title, language, at })
  paper.row([{ text: title, x: 0, width: TEXT_WIDTH, size: 18, isBold: true }], { as: 'H1' })
  paper.row([
    { text: t('orders.recall.report.writtenAt', { time: shopTimeText(at.toISOString()) }), x: 0, width: TEXT_WIDTH },
  ])
  paper.space(8)
  paper.list(
    toReportFields(recall, reporting).map(([label, value]) => [
      { text: label, x: 0, width: LABEL_WIDTH, isBold: true },
      { text: String(value), x: LABEL_WIDTH, width: TEXT_WIDTH - LABEL_WIDTH },
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
  const headings = [
    t('orders.recall.report.orders'),
    t('orders.recall.report.quantity'),
    t('orders.recall.report.amount'),
    t('orders.recall.report.refunded'),
    t('orders.recall.report.refundedAmount'),
  ]
  paper.beginTable(figureCells(t('orders.recall.report.store'), headings, { size: 8 }))
  for (const sale of recall.sales) paper.row(figureCells(sale.store.name, figures(sale)))
  paper.row(figureCells(t('orders.recall.report.total'), figures(sumSales(recall.sales)), { isBold: true }))
  paper.endTable()
  return paper.end()
}

/** The report as rows for a spreadsheet; undefined when there is no such recall. */
export async function exportRecallReport(context: Context, recallId: number, language: LanguageCode) {
  const recall = await findRecall(context.db, { id: recallId, language })
  if (!recall) return undefined
  const rows = recallReportRows(recall, await getReportOptions(context, language))
  return { name: `recall-${recall.id}`, format: 'csv' as const, rows }
}

/** The same as a PDF. */
export async function findPrintedReport(context: Context, recallId: number, language: LanguageCode) {
  const recall = await findRecall(context.db, { id: recallId, language })
  if (!recall) return undefined
  const bytes = await printRecallReport(recall, await getReportOptions(context, language))
  return { name: `recall-${recall.id}`, format: 'pdf' as const, bytes }
}

const getReportOptions = async ({ db, now, config }: Context, language: LanguageCode): Promise<ReportOptions> => ({
  language,
  at: now(),
  money: config,
  operator: await db.selectFrom('operator').select(['name', 'business_id', 'address']).executeTakeFirstOrThrow(),
})
