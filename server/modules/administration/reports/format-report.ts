import { type Figures, type OverviewPeriod, type ReportRow, SHOWN_ROWS } from '#contract/administration/reports.ts'
import {
  type ReportFigure,
  REPORT_FIGURES,
  OVERVIEW_FIGURES,
  OVERVIEW_VISITS,
  type ReportName,
  getReport,
  type RowKind,
} from '#domain/administration/reports.ts'
import { TEN_THOUSANDTHS_PER_EURO } from '#domain/catalogue/purchase-price.ts'
import { moneyCell, type WrittenCell } from '#domain/format/csv.ts'
import { eurosFromCents } from '#domain/money.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import type { Columns } from '#server/platform/files/list-table.ts'
import type { Compared, FoundFigures, FoundPeriod } from './find-overview.ts'
import type { FoundReport } from './find-report.ts'
import { reportHeadings } from './report-labels.ts'
import type { FoundRow } from './report-rows.ts'

const BASIS_POINTS = 10_000

function toFigureResponse(figure: ReportFigure, value: number | null | undefined): number | null {
  if (value == null) return null
  const kind = REPORT_FIGURES[figure]
  if (kind === 'euros') return eurosFromCents(value)
  if (kind === 'price') return value / TEN_THOUSANDTHS_PER_EURO
  if (kind === 'share') return value / BASIS_POINTS
  return kind === 'quantity' ? quantityFromThousandths(value) : value
}

type RowFigures = Partial<Record<ReportFigure, number | null>>

const pickFigures = (names: readonly ReportFigure[], row: RowFigures): Figures =>
  Object.fromEntries(names.map(figure => [figure, toFigureResponse(figure, row[figure])]))

const toFiguresResponse = (report: ReportName, row: RowFigures): Figures => pickFigures(getReport(report).figures, row)

const toPeriodResponse = ({ from, until, figures, days }: FoundPeriod): OverviewPeriod => ({
  from,
  until,
  figures: pickFigures(OVERVIEW_FIGURES, figures),
  days: days.map(({ key, net, purchases }) => ({
    day: key,
    net: eurosFromCents(net ?? 0),
    purchases: purchases ?? 0,
  })),
})

const toComparedResponse = <Found, Shown>(
  { now, before, yearBefore, isGoingOn }: Compared<Found>,
  toShown: (found: Found) => Shown,
) => ({ current: toShown(now), previous: toShown(before), year_earlier: toShown(yearBefore), is_going_on: isGoingOn })

export const toOverviewResponse = (found: Compared<FoundPeriod>) => ({
  ...toComparedResponse(found, toPeriodResponse),
  is_test: found.testing === undefined,
  excludes_tests: found.testing !== undefined && found.testing.length > 0,
})

export const toVisitsResponse = (found: Compared<FoundFigures>) =>
  toComparedResponse(found, ({ from, until, figures }) => ({
    from,
    until,
    figures: pickFigures(OVERVIEW_VISITS, figures),
  }))

/** A VAT rate is shown in per cent. */
const toKeyCell = (report: ReportName, { key }: FoundRow) =>
  getReport(report).rows === 'rate' ? String(Number(key) / 100) : key

export const toReportResponse = (report: ReportName, { rows, total, areTests, excludesTests }: FoundReport) => ({
  rows: rows.slice(0, SHOWN_ROWS).map((row): ReportRow => ({
    key: toKeyCell(report, row),
    name: row.name ?? null,
    unit: row.unit ?? null,
    figures: toFiguresResponse(report, row),
  })),
  total_rows: rows.length,
  total: toFiguresResponse(report, total),
  is_test: areTests,
  excludes_tests: excludesTests,
})

function toCell(figure: ReportFigure, row: FoundRow): WrittenCell {
  const shown = toFigureResponse(figure, row[figure])
  return REPORT_FIGURES[figure] === 'euros' ? moneyCell(shown) : shown
}

/** Rows that are records with a name. */
const RECORD_ROWS: readonly RowKind[] = ['product', 'lot', 'group', 'supplier', 'store']

/** The report's columns by the names of the API: the row's key, a record's name and unit, and the figures. */
export function getColumns(report: ReportName): Columns<FoundRow> {
  const { rows, figures } = getReport(report)
  const isRecord = RECORD_ROWS.includes(rows)
  const isNumber = (isRecord && rows !== 'lot') || rows === 'hour' || rows === 'rate'
  return {
    [isRecord ? `${rows}_id` : rows]: {
      heading: reportHeadings(labels => (isRecord ? labels.number : labels.rows[rows])),
      cell: row => (isNumber ? Number(toKeyCell(report, row)) : row.key),
    },
    ...(isRecord && {
      name: { heading: reportHeadings(labels => labels.rows[rows]), cell: (row: FoundRow) => row.name ?? '' },
    }),
    ...((rows === 'product' || rows === 'lot') && {
      unit: { heading: reportHeadings(({ unit }) => unit), cell: (row: FoundRow) => row.unit ?? '' },
    }),
    ...Object.fromEntries(
      figures.map(figure => [
        figure,
        { heading: reportHeadings(labels => labels.figures[figure]), cell: (row: FoundRow) => toCell(figure, row) },
      ]),
    ),
  }
}
