import type { Report, ReportRow } from '#contract/administration/reports.ts'
import { type ReportFigure, getReport, type ReportName } from '#domain/administration/reports.ts'
import { SortedTable, type TableColumn } from '#web/back-office/kit/charts/sorted-table.tsx'
import { type PeriodAndStore, useCountedPaths } from '#web/back-office/kit/reports/counted-paths.ts'
import { figureText, isOfTime, rowText } from '#web/back-office/kit/reports/report-texts.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

/** Beside the main figure, where a report is a part of a page. */
const IN_PART: readonly ReportFigure[] = ['quantity', 'share', 'purchases']

type ReportTableProps = {
  report: ReportName
  caption: string
  data: Report
  place: PeriodAndStore
  /** Only the first rows and the main figures; their sum would not be that of the report. */
  isPart?: boolean
}

/** The rows of a report; each leads to what it counts. The report's main figure has bars, where no chart shows it. */
export function ReportTable({ report, caption, data, place, isPart = false }: ReportTableProps) {
  const { t, i18n } = useTranslation()
  const { getRowPath } = useCountedPaths(place)
  const { rows: kind, figures: all, chart } = getReport(report)
  const figures = isPart ? all.filter(figure => figure === chart || IN_PART.includes(figure)) : all
  const getName = (row: ReportRow) => rowText(kind, row, { language: i18n.resolvedLanguage ?? 'fi', t })
  const isTime = isOfTime(kind) || kind === 'rate'
  const columns: TableColumn<ReportRow>[] = [
    {
      name: 'name',
      label: t(`reports.rows.${kind}`),
      value: row => (isTime ? data.rows.indexOf(row) : getName(row)),
      text: getName,
      to: row => getRowPath(report, kind, row.key),
    },
    ...figures.map(figure => ({
      name: figure,
      label: t(`reports.figures.${figure}`),
      isFigure: true,
      value: (row: ReportRow) => row.figures[figure] ?? null,
      text: (row: ReportRow) => figureText(figure, row, t),
      hasBar: figure === chart && !isTime,
    })),
  ]
  const total = {
    name: t('closings.together'),
    cells: figures.map(figure => figureText(figure, { figures: data.total, unit: null }, t)),
  }
  return (
    <SortedTable
      caption={caption}
      columns={columns}
      rows={data.rows}
      getKey={({ key }) => key}
      isCompact={isPart}
      {...(!isPart && { total })}
    />
  )
}
