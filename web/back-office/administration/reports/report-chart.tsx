import Box from '@mui/material/Box'
import type { Report, ReportRow } from '#contract/administration/reports.ts'
import { type ReportName, getReport } from '#domain/administration/reports.ts'
import { NOW_BAR, barLength } from '#web/back-office/administration/dashboard/chart-scale.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { figureText, rowText } from './report-texts.ts'

const HEIGHT_PX = 180
/** The rows of records that fit beside their names. */
const SHOWN_BARS = 10
/** Up to this many columns have room for gaps between them. */
const FEW_COLUMNS = 70

const bar = { ...NOW_BAR, printColorAdjust: 'exact' } as const

type ChartProps = { report: ReportName; rows: readonly ReportRow[] }

/** The report's main figure as bars. The table below has all figures: screen readers announce only the highest one here. */
export function ReportChart({ report, data }: { report: ReportName; data: Report }) {
  const { t, i18n } = useTranslation()
  const { rows: kind, chart } = getReport(report)
  const isOfTime = kind === 'day' || kind === 'week' || kind === 'month' || kind === 'hour'
  const rows = isOfTime ? data.rows : data.rows.slice(0, SHOWN_BARS)
  const highest = rows.toSorted((a, b) => getChartValue(report, b) - getChartValue(report, a))[0]
  if (!highest || getChartValue(report, highest) <= 0) return null
  const told = {
    figure: t(`reports.figures.${chart}`),
    name: rowText(kind, highest, { language: i18n.resolvedLanguage ?? 'fi', t }),
    value: figureText(chart, highest, t),
  }
  return (
    <Box role="img" aria-label={t('reports.chart', told)} sx={{ breakInside: 'avoid' }}>
      {isOfTime ? <Columns report={report} rows={rows} /> : <Bars report={report} rows={rows} />}
    </Box>
  )
}

const getChartValue = (report: ReportName, { figures }: ReportRow): number => figures[getReport(report).chart] ?? 0

function Columns({ report, rows }: ChartProps) {
  const { t, i18n } = useTranslation()
  const { rows: kind, chart } = getReport(report)
  const max = Math.max(...rows.map(row => getChartValue(report, row)))
  const highest = rows.find(row => getChartValue(report, row) === max)
  const [first, last] = [rows[0], rows.at(-1)]
  const getRowName = (row: ReportRow | undefined) =>
    row && rowText(kind, row, { language: i18n.resolvedLanguage ?? 'fi', t })
  return (
    <Box sx={{ display: 'grid', gap: 0.5, typography: 'caption', color: 'text.secondary' }}>
      <Box sx={{ borderBottom: '1px dashed', borderColor: 'divider' }}>{highest && figureText(chart, highest, t)}</Box>
      <Box
        sx={{
          display: 'grid',
          gridAutoFlow: 'column',
          gridAutoColumns: 'minmax(0, 1fr)',
          columnGap: rows.length > FEW_COLUMNS ? 0 : { xs: '1px', sm: 0.5 },
          alignItems: 'end',
          justifyItems: 'center',
          height: HEIGHT_PX,
          borderBottom: 1,
          borderColor: 'line.strong',
        }}
      >
        {rows.map(row => {
          const value = getChartValue(report, row)
          return (
            <Box
              key={row.key}
              title={`${getRowName(row)}: ${figureText(chart, row, t)}`}
              sx={{ width: '100%', maxWidth: 40, ...(value > 0 && bar), height: barLength(value, max) }}
            />
          )
        })}
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <span>{getRowName(first)}</span>
        {last !== first && <span>{getRowName(last)}</span>}
      </Box>
    </Box>
  )
}

function Bars({ report, rows }: ChartProps) {
  const { t, i18n } = useTranslation()
  const { rows: kind, chart } = getReport(report)
  const max = Math.max(...rows.map(row => getChartValue(report, row)))
  return (
    <Box sx={{ display: 'grid', gap: 1, typography: 'body2' }}>
      {rows.map(row => (
        <Box
          key={row.key}
          sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '220px 1fr' }, columnGap: 1.5 }}
        >
          <Box sx={{ overflowWrap: 'anywhere' }}>
            {rowText(kind, row, { language: i18n.resolvedLanguage ?? 'fi', t })}
          </Box>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box
                sx={{
                  height: 16,
                  ...(getChartValue(report, row) > 0 && bar),
                  width: barLength(getChartValue(report, row), max),
                }}
              />
            </Box>
            <Box sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>{figureText(chart, row, t)}</Box>
          </Box>
        </Box>
      ))}
    </Box>
  )
}
