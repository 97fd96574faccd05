import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LanguageCode } from '#contract/values.ts'
import {
  type ReportFigure,
  REPORT_FIGURES,
  type ReportPeriod,
  type ReportName,
  getReport,
} from '#domain/administration/reports.ts'
import { formatPurchasePrice } from '#domain/catalogue/purchase-price.ts'
import { monthText, weekdayText } from '#domain/format/day-names.ts'
import { dayText, daysText, hourText } from '#domain/format/day-text.ts'
import { joinFilled } from '#domain/format/join-filled.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { formatCents, type MoneyFormat } from '#domain/money.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { openPdf, type PdfCell, type PdfWriter, TEXT_WIDTH } from '#server/platform/files/pdf.ts'
import { quantityIn } from '#server/texts/unit-labels.ts'
import type { FoundReport } from './find-report.ts'
import { type ReportLabels, reportLabels } from './report-labels.ts'
import type { FoundRow } from './report-rows.ts'

/** Over 100 pages, about 1 s of processor time. A longer report is for a spreadsheet. */
export const MAX_PRINTED_ROWS = 5_000
/** With tags, 5,000 rows would need 200 MB until the last page, most of it for the structure. */
export const MAX_TAGGED_ROWS = 1_000
/** Other requests are answered in between. */
const ROWS_AT_A_TIME = 100

type PrintOptions = {
  language: LanguageCode
  at: Date
  money: MoneyFormat
  operator: { name: string; business_id: string }
  /** The name of the chosen store; undefined for all. */
  store: string | undefined
  period: ReportPeriod
  /** The past day at whose end the stock of an inventory is read. */
  day?: string | undefined
}

type ReportPrint = PrintOptions & { report: ReportName; labels: ReportLabels }

/**
 * The report as a PDF: its title, facts and totals, then its rows with the column titles on each page; an inventory ends with
 * lines for signatures.
 */
export async function printReport(report: ReportName, found: FoundReport, printing: PrintOptions): Promise<Readable> {
  const { language, at } = printing
  const writing = { ...printing, report, labels: reportLabels(language) }
  const { labels } = writing
  const title = [labels.names[report], formatDays(writing)].join(', ')
  const paper = await openPdf({ title, language, at, isTagged: found.rows.length <= MAX_TAGGED_ROWS })
  writeFacts(paper, found, writing)
  if (found.rows.length === 0) paper.row([{ text: labels.nothing, x: 0, width: TEXT_WIDTH }])
  else {
    writeTotals(paper, found, writing)
    await writeRows(paper, found, writing)
  }
  if (report === 'inventory') writeSignatures(paper, labels)
  return paper.end()
}

const rangeText = (from: string, until: string) => daysText({ start_date: from, end_date: until })

function formatDays({ report, period, day, at }: ReportPrint): string {
  if (!getReport(report).isOfNow) return rangeText(period.from, period.until)
  return day === undefined ? shopTimeText(at.toISOString()) : dayText(day)
}

const LABEL_WIDTH = 110

function writeFacts(paper: PdfWriter, { areTests, excludesTests }: FoundReport, writing: ReportPrint): void {
  const { report, labels, operator, store, at, day } = writing
  const { isOfNow, figures } = getReport(report)
  const isOfSales = figures.includes('net') || figures.includes('margin')
  const facts = [
    [labels.store, store ?? labels.allStores],
    [isOfNow ? (day === undefined ? labels.asOf : labels.endOfDay) : labels.period, formatDays(writing)],
    [labels.printed, shopTimeText(at.toISOString())],
  ] as const
  const notes = [
    labels.about[report],
    ...(isOfSales && areTests ? [labels.tests] : []),
    ...(isOfSales && excludesTests ? [labels.excludesTests] : []),
  ]
  const seller = joinFilled([operator.name, operator.business_id], ', ')
  if (seller !== '') paper.row([{ text: seller, x: 0, width: TEXT_WIDTH, size: 12 }])
  paper.row([{ text: labels.names[report], x: 0, width: TEXT_WIDTH, size: 18, isBold: true }], { as: 'H1' })
  paper.space(6)
  paper.list(
    facts.map(([label, text]) => [
      { text: label, x: 0, width: LABEL_WIDTH - 8 },
      { text, x: LABEL_WIDTH, width: TEXT_WIDTH - LABEL_WIDTH, isBold: true },
    ]),
  )
  paper.space(4)
  paper.row([{ text: notes.join(' '), x: 0, width: TEXT_WIDTH, size: 9 }])
  paper.space(8)
}

const TOTAL_LABEL = 180
const TOTAL_WIDTH = 100

function writeTotals(paper: PdfWriter, { total }: FoundReport, writing: ReportPrint): void {
  const { report, labels } = writing
  paper.row([{ text: labels.total, x: 0, width: TEXT_WIDTH, size: 13, isBold: true }], { as: 'H2' })
  const figures = getReport(report).figures.filter(figure => total[figure] != null)
  paper.list(
    figures.map(figure => [
      { text: labels.figures[figure], x: 0, width: TOTAL_LABEL },
      { text: figureText(figure, total, writing), x: TOTAL_LABEL, width: TOTAL_WIDTH, isBold: true, isRight: true },
    ]),
  )
  paper.space(10)
}

const COLUMN_WIDTH = 60

async function writeRows(paper: PdfWriter, { rows }: FoundReport, writing: ReportPrint): Promise<void> {
  const { report, labels } = writing
  const { rows: kind, figures: all } = getReport(report)
  // One product without a price has a dash as its price already.
  const figures = kind === 'product' ? all.filter(figure => figure !== 'unpriced') : all
  const name = TEXT_WIDTH - figures.length * COLUMN_WIDTH
  const cells = (first: string, texts: readonly string[], size: number): PdfCell[] => [
    { text: first, x: 0, width: name - 6, size },
    ...texts.map((text, at) => ({ text, x: name + at * COLUMN_WIDTH, width: COLUMN_WIDTH - 4, size, isRight: true })),
  ]
  const headings = figures.map(figure => labels.figures[figure])
  const printed = rows.slice(0, MAX_PRINTED_ROWS)
  paper.beginTable(cells(labels.rows[kind], headings, 8))
  for (const [index, row] of printed.entries()) {
    if (index % ROWS_AT_A_TIME === 0) await nextTurn()
    const texts = figures.map(figure => figureText(figure, row, writing))
    paper.row(cells(rowText(row, writing), texts, 9))
  }
  paper.endTable()
  paper.line()
  if (rows.length > printed.length)
    paper.row([{ text: labels.firstRows(printed.length, rows.length), x: 0, width: TEXT_WIDTH }])
}

function writeSignatures(paper: PdfWriter, { place, signature, name }: ReportLabels): void {
  paper.ensureRoom(3 * 40)
  for (const label of [place, signature, name]) {
    paper.space(26)
    paper.row([
      { text: label, x: 0, width: 140 },
      { text: '_'.repeat(60), x: 140, width: TEXT_WIDTH - 140 },
    ])
  }
}

/** As on the page: a day with its weekday, the days of a week, a month, an hour, a rate, or a record's name. */
function rowText({ key, name }: FoundRow, { report, language, labels }: ReportPrint): string {
  const { rows: kind } = getReport(report)
  if (kind === 'day') return `${weekdayText(key, language, 'short')} ${dayText(key)}`
  if (kind === 'week') return rangeText(key, plusDays(key, 6))
  if (kind === 'month') return monthText(key, language)
  if (kind === 'hour') return hourText(Number(key))
  if (kind === 'rate') return percentText(Number(key) / 100)
  return kind === 'group' && key === '0' ? labels.noGroup : name || '–'
}

type FigureValues = Partial<Record<ReportFigure, number | null>> & { unit?: string | null }

function figureText(figure: ReportFigure, row: FigureValues, { language, money }: ReportPrint): string {
  const value = row[figure]
  if (value == null) return '–'
  const kind = REPORT_FIGURES[figure]
  if (kind === 'euros') return formatCents(value, money)
  if (kind === 'price') return formatPurchasePrice(value, money)
  if (kind === 'share') return percentText(Math.round(value / 10) / 10)
  return kind === 'quantity' ? quantityIn(language, value, row.unit ?? '') : String(value)
}
