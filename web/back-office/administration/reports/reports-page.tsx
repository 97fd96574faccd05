import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type Report, type ReportRow, reports } from '#contract/administration/reports.ts'
import { type Period, REPORT_NAMES, type ReportName, getReport, type RowKind } from '#domain/administration/reports.ts'
import { dayText, daysText } from '#domain/format/day-text.ts'
import { isDay } from '#domain/format/iso-day.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { readDay, todayAt } from '#web/back-office/kit/days.ts'
import { figuresTable } from '#web/back-office/kit/figures.tsx'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { queryFor } from '#web/kit/api/query-of.ts'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ListFailure } from '#web/kit/lists/list-failure.tsx'
import { ExportMenu } from '#web/kit/lists/list-menu.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link, useSearchParams } from '#web/kit/shell/link.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { nameOfPeriod, PERIODS, getPeriods, USUAL_PERIOD } from './periods.ts'
import { ReportChart } from './report-chart.tsx'
import { figureText, NO_GROUP, rowText } from './report-texts.ts'

/** The report, the days and the store of the address. */
function useWanted() {
  const [params, setParams] = useSearchParams()
  const [today] = useState(() => todayAt(SHOP_TIME_ZONE))
  const usual = getPeriods(today)[USUAL_PERIOD]
  const from = readDay(params.get('from'), usual.from)
  const until = readDay(params.get('until'), usual.until)
  const report = REPORT_NAMES.find(name => name === params.get('report')) ?? 'day'
  const change = (wanted: Record<string, string>) =>
    setParams(current => {
      const next = new URLSearchParams(current)
      for (const [name, value] of Object.entries(wanted)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      return next
    })
  const day = readDay(params.get('day'), '')
  const store = /^[1-9]\d{0,9}$/.test(params.get('store') ?? '') ? (params.get('store') ?? '') : ''
  return {
    report,
    from,
    until,
    store,
    day: getReport(report).hasPast ? day : '',
    today,
    change,
    reset: () => setParams(() => new URLSearchParams()),
  }
}
type ReportChoice = ReturnType<typeof useWanted>

/** A report on a period, with a chart, a table, and files. */
export function ReportsPage() {
  const { t } = useTranslation()
  const wanted = useWanted()
  const { report, from, until, store, day } = wanted
  const query: Record<string, string> = { from, until, ...(store && { store }), ...(day && { day }) }
  const params = { report }
  const areTurned = until < from
  const isAsked = !areTurned && day <= wanted.today
  const found = useQuery({
    ...queryFor(reports.get, {
      params,
      query: { from, until, ...(store && { store: Number(store) }), ...(day && { day }) },
    }),
    enabled: isAsked,
    meta: { handlesOwnError: true },
  })
  return (
    <Page
      title={t('links./reports')}
      width="wide"
      aside={<ExportMenu endpoints={reports} params={params} query={query} />}
    >
      <Choices wanted={wanted} areTurned={areTurned} />
      {found.isError && <ListFailure error={found.error} onRetry={() => void found.refetch()} onReset={wanted.reset} />}
      {found.data && isAsked && <ReportPanel report={report} period={wanted} data={found.data} />}
    </Page>
  )
}

const FREE = 'free'

function Choices({ wanted, areTurned }: { wanted: ReportChoice; areTurned: boolean }) {
  const { t } = useTranslation()
  const { report, from, until, store, day, today, change } = wanted
  const stores = useStoreChoices() ?? []
  const period = nameOfPeriod(wanted, today) ?? FREE
  const { isOfNow, hasPast } = getReport(report)
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        alignItems: 'start',
        // On a phone two fields share a line, under the report's name.
        gridTemplateColumns: {
          xs: 'repeat(auto-fill, minmax(min(140px, 100%), 1fr))',
          md: 'repeat(auto-fit, minmax(180px, 1fr))',
        },
        '& > :first-of-type': { gridColumn: { xs: '1 / -1', md: 'auto' } },
        '@media print': { display: 'none' },
      }}
    >
      <SelectInput
        label={t('reports.report')}
        value={report}
        options={REPORT_NAMES.map(name => ({ value: name, label: t(`reports.name.${name}`) }))}
        onChange={name => change({ report: name })}
      />
      <SelectInput
        label={t('reports.store')}
        value={store || 'all'}
        options={[
          { value: 'all', label: t('reports.allStores') },
          ...stores.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={id => change({ store: id === 'all' ? '' : id })}
      />
      {hasPast && (
        <DateInput
          name="day"
          label={t('reports.endOfDay')}
          value={day}
          hint={t('reports.endOfDayHint')}
          error={day > today ? t('reports.dayToCome') : undefined}
          onChange={text => (text === '' || isDay(text)) && text !== day && change({ day: text })}
        />
      )}
      {!isOfNow && (
        <>
          <SelectInput
            label={t('reports.period')}
            value={period}
            options={[
              ...PERIODS.map(name => ({ value: name, label: t(`reports.periods.${name}`) })),
              ...(period === FREE ? [{ value: FREE, label: t('reports.freePeriod') } as const] : []),
            ]}
            onChange={name => name !== FREE && change(getPeriods(today)[name])}
          />
          <DateInput
            name="from"
            label={t('lists.from')}
            value={from}
            onChange={text => isDay(text) && text !== from && change({ from: text, until })}
          />
          <DateInput
            name="until"
            label={t('lists.until')}
            value={until}
            error={areTurned ? t('lists.daysTurned') : undefined}
            onChange={text => isDay(text) && text !== until && change({ from, until: text })}
          />
        </>
      )}
    </Box>
  )
}

type ReportPanelProps = { report: ReportName; period: Period; data: Report }

function ReportPanel({ report, period, data }: ReportPanelProps) {
  const { t } = useTranslation()
  const id = useId()
  const { isOfNow, figures } = getReport(report)
  const isOfSales = figures.includes('net') || figures.includes('margin')
  const nowOrDay = data.day === null ? '' : `, ${dayText(data.day)}`
  const days = isOfNow ? nowOrDay : `, ${daysText({ start_date: period.from, end_date: period.until })}`
  const title = t(`reports.name.${report}`) + days
  const notes = [
    ...(data.are_tests && isOfSales ? [t('closings.testsOnly')] : []),
    ...(data.leaves_out_tests && isOfSales ? [t('reports.leavesOutTests')] : []),
  ]
  return (
    <Panel component="section" aria-labelledby={id} tone={data.are_tests && isOfSales ? 'attention' : 'plain'}>
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
            <ReportChart report={report} data={data} />
            <ReportTable report={report} caption={title} data={data} />
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
function ReportTotals({ report, data: { rows, total } }: Omit<ReportTableProps, 'caption'>) {
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

const PATH_OF: Partial<Record<RowKind, string>> = {
  product: PATHS.products,
  group: PATHS.productGroups,
  supplier: PATHS.suppliers,
  store: PATHS.stores,
}

type ReportTableProps = { report: ReportName; caption: string; data: Report }

function ReportTable({ report, caption, data }: ReportTableProps) {
  const { t, i18n } = useTranslation()
  const { rows: kind, figures } = getReport(report)
  const path = PATH_OF[kind]
  const cells = (row: Pick<ReportRow, 'figures' | 'unit'>) =>
    figures.map(figure => (
      <Box component="td" key={figure} data-label={t(`reports.figures.${figure}`)} sx={{ textAlign: 'end' }}>
        {figureText(figure, row, t)}
      </Box>
    ))
  return (
    <Box component="table" aria-label={caption} sx={{ ...figuresTable, fontVariantNumeric: 'tabular-nums' }}>
      <thead>
        <tr>
          <th scope="col">{t(`reports.rows.${kind}`)}</th>
          {figures.map(figure => (
            <th scope="col" key={figure}>
              {t(`reports.figures.${figure}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.rows.map(row => {
          const name = rowText(kind, row, { language: i18n.resolvedLanguage ?? 'fi', t })
          return (
            <tr key={row.key}>
              <Box component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
                {path && !(kind === 'group' && row.key === NO_GROUP) ? (
                  <MuiLink
                    component={Link}
                    to={`${path}/${row.key}`}
                    sx={{ display: 'inline-block', minWidth: 44, py: 1.25 }}
                  >
                    {name}
                  </MuiLink>
                ) : (
                  name
                )}
              </Box>
              {cells(row)}
            </tr>
          )
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('closings.together')}</th>
          {cells({ figures: data.total, unit: null })}
        </tr>
      </tfoot>
    </Box>
  )
}
