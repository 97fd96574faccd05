import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId, useState } from 'react'
import { type Overview as Data, type Report, reports } from '#contract/administration/reports.ts'
import { getReport, type ReportName } from '#domain/administration/reports.ts'
import { monthText } from '#domain/format/day-names.ts'
import { daysText, hourText } from '#domain/format/day-text.ts'
import { ColumnChart } from '#web/back-office/kit/charts/column-chart.tsx'
import { dayText } from '#web/back-office/kit/days.ts'
import { type PeriodAndStore, reportPath, useCountedPaths } from '#web/back-office/kit/reports/counted-paths.ts'
import { axisText, figureText, tickText } from '#web/back-office/kit/reports/report-texts.ts'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ListFailure } from '#web/kit/lists/list-failure.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { CHOICE_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { COMPARED_WITH, type ComparedWith, type OverviewColumn, overviewColumns, spanKind } from './overview-columns.ts'
import { OverviewFigures } from './overview-figures.tsx'
import { ReportTable } from './report-table.tsx'

const toQuery = ({ from, until, store }: PeriodAndStore) => ({ from, until, ...(store && { store: Number(store) }) })

type OverviewProps = { place: PeriodAndStore; onReset: () => void }

/** The figures of a period beside those of the period before and of last year, and what they are made of. */
export function Overview({ place, onReset }: OverviewProps) {
  const found = useQuery({
    ...queryFor(reports.overview, { query: toQuery(place) }),
    placeholderData: keepPreviousData,
    meta: { handlesOwnError: true },
  })
  const [against, setAgainst] = useState<ComparedWith>('previous')
  if (found.isError) return <ListFailure error={found.error} onRetry={() => void found.refetch()} onReset={onReset} />
  if (!found.data) return <OverviewSkeleton />
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <OverviewSummary data={found.data} place={place} />
      <Panel>
        <Box sx={{ display: 'grid', gap: 3 }}>
          <AgainstChoice against={against} onChoose={setAgainst} />
          <SalesChart data={found.data} place={place} against={against} />
          <HoursChart data={found.data} place={place} against={against} />
        </Box>
      </Panel>
      <Breakdowns place={place} />
    </Box>
  )
}

function OverviewSkeleton() {
  const { t } = useTranslation()
  const blank = { borderRadius: 1, bgcolor: 'surface.mist' }
  return (
    <Box role="status" aria-label={t('common.loading')} sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ ...blank, height: 300 }} />
      <Box sx={{ ...blank, height: 560 }} />
    </Box>
  )
}

const toDays = ({ from, until }: { from: string; until: string }) => daysText({ start_date: from, end_date: until })

function OverviewSummary({ data, place }: { data: Data; place: PeriodAndStore }) {
  const { t } = useTranslation()
  const id = useId()
  const visits = useQuery({
    ...queryFor(reports.overviewVisits, { query: toQuery(place) }),
    placeholderData: keepPreviousData,
    meta: { isBackground: true },
  })
  const notes = [
    t('reports.comparedWith', { before: toDays(data.previous), yearBefore: toDays(data.year_earlier) }),
    ...(data.is_going_on ? [t('reports.untilNow')] : []),
    ...(data.is_test ? [t('closings.testsOnly')] : []),
    ...(data.excludes_tests ? [t('reports.excludesTests')] : []),
  ]
  return (
    <Panel component="section" aria-labelledby={id} tone={data.is_test ? 'attention' : 'plain'}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Typography variant="h2" id={id}>
          {t('reports.overview')}, {toDays(data.current)}
        </Typography>
        <OverviewFigures data={data} visits={visits.data} place={place} />
        <Typography variant="body2" color="textSecondary">
          {notes.join(' ')}
        </Typography>
      </Box>
    </Panel>
  )
}

function AgainstChoice({ against, onChoose }: { against: ComparedWith; onChoose: (against: ComparedWith) => void }) {
  const { t } = useTranslation()
  return (
    <Box
      role="group"
      aria-label={t('reports.compareWith')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '@media print': { display: 'none' } }}
    >
      {COMPARED_WITH.map(name => (
        <button
          type="button"
          key={name}
          className={CHOICE_CLASS}
          aria-pressed={name === against}
          onClick={() => onChoose(name)}
        >
          {t(`reports.against.${name}`)}
        </button>
      ))}
    </Box>
  )
}

type ChartProps = { data: Data; place: PeriodAndStore; against: ComparedWith }

function SalesChart({ data, place, against }: ChartProps) {
  const { i18n } = useTranslation()
  const language = i18n.resolvedLanguage ?? 'fi'
  const { getOrdersPath } = useCountedPaths(place)
  const kind = spanKind(data.current)
  const toName = (span: OverviewColumn) =>
    kind === 'day'
      ? dayText(span.from, language)
      : kind === 'week'
        ? toDays(span)
        : monthText(span.from.slice(0, 7), language)
  const columns = overviewColumns(data, data[against]).map(column => ({
    key: column.from,
    name: toName(column),
    tick: tickText(kind, kind === 'month' ? column.from.slice(0, 7) : column.from),
    now: column.now,
    before: column.before,
    to: getOrdersPath(column),
  }))
  return <ChartSection kind={kind} against={against} columns={columns} />
}

const getNet = (report: Report | undefined, hour: number) =>
  report?.rows.find(({ key }) => Number(key) === hour)?.figures.net ?? 0

/** All days of the period together, by the hour. */
function HoursChart({ data, place, against }: ChartProps) {
  const { getOrdersPath } = useCountedPaths(place)
  const { from, until } = data[against]
  const now = useReport('hour', place)
  const before = useReport('hour', { ...place, from, until })
  if (!now || now.rows.length === 0) return null
  const hours = [...now.rows, ...(before?.rows ?? [])].map(({ key }) => Number(key))
  const first = Math.min(...hours)
  const columns = Array.from({ length: Math.max(...hours) - first + 1 }, (_, at) => first + at).map(hour => ({
    key: String(hour),
    name: hourText(hour),
    tick: String(hour),
    now: getNet(now, hour),
    before: getNet(before, hour),
    to: getOrdersPath(place, String(hour)),
  }))
  return <ChartSection kind="hour" against={against} columns={columns} />
}

type ChartSectionProps = {
  kind: ReturnType<typeof spanKind> | 'hour'
  against: ComparedWith
  columns: ComponentProps<typeof ColumnChart>['columns']
}

/** Sales of a period and of the one it is compared with; a column leads to its orders. */
function ChartSection({ kind, against, columns }: ChartSectionProps) {
  const { t } = useTranslation()
  const id = useId()
  const title = t(`reports.name.${kind}`)
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Typography variant="h2" id={id}>
        {title}
      </Typography>
      <ColumnChart
        label={title}
        rowHeading={t(`reports.rows.${kind}`)}
        now={t('reports.period')}
        before={t(`reports.against.${against}`)}
        columns={columns}
        format={eurosText}
        formatTick={value => axisText('net', value)}
        linkText={t('reports.showOrders')}
      />
    </Box>
  )
}

const useReport = (report: ReportName, place: PeriodAndStore): Report | undefined =>
  useQuery({
    ...queryFor(reports.get, { params: { report }, query: toQuery(place) }),
    placeholderData: keepPreviousData,
    meta: { isBackground: true },
  }).data

const SHOWN_ROWS = 10

function Breakdowns({ place }: { place: PeriodAndStore }) {
  const stores = useStoreChoices(reports.get) ?? []
  const names = [
    ...(stores.length > 1 && place.store === '' ? (['store'] as const) : []),
    'product',
    'group',
    'waste',
  ] as const
  return names.map(name => <Breakdown key={name} report={name} place={place} />)
}

/** The first rows of a report. */
function Breakdown({ report, place }: { report: ReportName; place: PeriodAndStore }) {
  const { t } = useTranslation()
  const id = useId()
  const data = useReport(report, place)
  if (!data || data.rows.length === 0) return null
  const { chart } = getReport(report)
  return (
    <Panel component="section" aria-labelledby={id}>
      <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'baseline' }}>
          <Typography variant="h2" id={id}>
            {t(`reports.name.${report}`)}
          </Typography>
          <Typography component="span" color="textSecondary">
            {figureText(chart, { figures: data.total, unit: null }, t)}
          </Typography>
          <MuiLink component={Link} to={reportPath(report, place)} sx={{ ml: 'auto', py: 1.5 }}>
            {t('reports.showAll')}
          </MuiLink>
        </Box>
        <ReportTable
          report={report}
          caption={t(`reports.name.${report}`)}
          data={{ ...data, rows: data.rows.slice(0, SHOWN_ROWS) }}
          place={place}
          isPart
        />
      </Box>
    </Panel>
  )
}
