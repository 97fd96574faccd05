import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { type Report, type ReportRow, reports } from '#contract/administration/reports.ts'
import { type ReportName, getReport } from '#domain/administration/reports.ts'
import { dayText, daysText } from '#domain/format/day-text.ts'
import { ColumnChart } from '#web/back-office/kit/charts/column-chart.tsx'
import { useMayOpen } from '#web/back-office/kit/page-calls.ts'
import { type PeriodAndStore, reportPath, useCountedPaths } from '#web/back-office/kit/reports/counted-paths.ts'
import { axisText, figureText, isOfTime, rowText, tickText } from '#web/back-office/kit/reports/report-texts.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ListFailure } from '#web/kit/lists/list-failure.tsx'
import { ExportMenu } from '#web/kit/lists/list-menu.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Overview } from './overview.tsx'
import { useReportChoice, ReportChoices } from './report-choices.tsx'
import { ReportNav } from './report-nav.tsx'
import { ReportTable } from './report-table.tsx'

/** The overview of a period or one report on it. On a phone the other reports are below. */
export function ReportsPage() {
  const { t } = useTranslation()
  const mayOpen = useMayOpen()
  const choice = useReportChoice()
  const { report, from, until, store, day } = choice
  const areTurned = until < from
  const query: Record<string, string> = { from, until, ...(store && { store }), ...(day && { day }) }
  return (
    <Page
      title={t('links./reports')}
      width="wide"
      aside={
        <>
          {mayOpen(PATHS.letters) && (
            <Button variant="text" component={Link} to={PATHS.letters}>
              {t('letters.title')}
            </Button>
          )}
          {report && <ExportMenu endpoints={reports} params={{ report }} query={query} />}
        </>
      }
    >
      <ReportChoices choice={choice} areTurned={areTurned} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '220px minmax(0, 1fr)' },
        }}
      >
        <Box sx={{ order: { xs: 1, lg: 0 } }}>
          <ReportNav report={report} place={choice} />
        </Box>
        {areTurned ? null : report ? (
          <OneReport report={report} choice={choice} />
        ) : (
          <Overview place={choice} onReset={choice.reset} />
        )}
      </Box>
    </Page>
  )
}

/** A report on a period, with a chart and a table. */
function OneReport({ report, choice }: { report: ReportName; choice: ReturnType<typeof useReportChoice> }) {
  const { t } = useTranslation()
  const { from, until, store, day } = choice
  const isAsked = day <= choice.today
  const found = useQuery({
    ...queryFor(reports.get, {
      params: { report },
      query: { from, until, ...(store && { store: Number(store) }), ...(day && { day }) },
    }),
    enabled: isAsked,
    meta: { handlesOwnError: true },
  })
  return (
    <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <MuiLink
        component={Link}
        to={reportPath('', choice)}
        sx={{ justifySelf: 'start', py: 1.5, display: { lg: 'none' }, '@media print': { display: 'none' } }}
      >
        {t('reports.overview')}
      </MuiLink>
      {found.isError && <ListFailure error={found.error} onRetry={() => void found.refetch()} onReset={choice.reset} />}
      {found.data && isAsked && <ReportPanel report={report} place={choice} data={found.data} />}
    </Box>
  )
}

type ReportPanelProps = { report: ReportName; place: PeriodAndStore; data: Report }

function ReportPanel({ report, place, data }: ReportPanelProps) {
  const { t } = useTranslation()
  const id = useId()
  const { isOfNow, figures } = getReport(report)
  const isOfSales = figures.includes('net') || figures.includes('margin')
  const nowOrDay = data.day === null ? '' : `, ${dayText(data.day)}`
  const days = isOfNow ? nowOrDay : `, ${daysText({ start_date: place.from, end_date: place.until })}`
  const title = t(`reports.name.${report}`) + days
  const notes = [
    ...(data.is_test && isOfSales ? [t('closings.testsOnly')] : []),
    ...(data.excludes_tests && isOfSales ? [t('reports.excludesTests')] : []),
  ]
  return (
    <Panel component="section" aria-labelledby={id} tone={data.is_test && isOfSales ? 'attention' : 'plain'}>
      <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
        <Typography color="textSecondary">{[t(`reports.about.${report}`), ...notes].join(' ')}</Typography>
        {data.rows.length === 0 ? (
          <Typography>{t('reports.nothing')}</Typography>
        ) : (
          <>
            <ReportTotals report={report} data={data} />
            <ReportChart report={report} data={data} place={place} />
            <ReportTable report={report} caption={title} data={data} place={place} />
          </>
        )}
        {data.total_rows > data.rows.length && (
          <Typography color="textSecondary">
            {t('reports.firstRows', { shown: data.rows.length, count: data.total_rows })}
          </Typography>
        )}
      </Box>
    </Panel>
  )
}

/** The totals come first, as on paper: the table's last row is far below on a phone. */
function ReportTotals({ report, data: { rows, total } }: Omit<ReportPanelProps, 'place'>) {
  const { t } = useTranslation()
  const figures = getReport(report).figures.filter(figure => figure !== 'share' && total[figure] != null)
  if (rows.length < 2 || figures.length === 0) return null
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1.5, m: 0 }}>
      {figures.map(figure => (
        <div key={figure}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {t(`reports.figures.${figure}`)}
          </Typography>
          <Typography component="dd" sx={{ m: 0, fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
            {figureText(figure, { figures: total, unit: null }, t)}
          </Typography>
        </div>
      ))}
    </Box>
  )
}

/** The main figure of a report on days, weeks, months or hours. Other reports have bars in their table. */
function ReportChart({ report, data, place }: ReportPanelProps) {
  const { t, i18n } = useTranslation()
  const { getRowPath } = useCountedPaths(place)
  const { rows: kind, chart } = getReport(report)
  const getValue = ({ figures }: ReportRow): number => figures[chart] ?? 0
  if (!isOfTime(kind) || !data.rows.some(row => getValue(row) !== 0)) return null
  return (
    <ColumnChart
      label={t(`reports.name.${report}`)}
      rowHeading={t(`reports.rows.${kind}`)}
      now={t(`reports.figures.${chart}`)}
      columns={data.rows.map(row => ({
        key: row.key,
        name: rowText(kind, row, { language: i18n.resolvedLanguage ?? 'fi', t }),
        tick: tickText(kind, row.key),
        now: getValue(row),
        to: getRowPath(report, kind, row.key),
      }))}
      format={value => figureText(chart, { figures: { [chart]: value }, unit: null }, t)}
      formatTick={value => axisText(chart, value)}
      linkText={t(report === 'visits' ? 'reports.showVisits' : 'reports.showOrders')}
      hasTable={false}
    />
  )
}
