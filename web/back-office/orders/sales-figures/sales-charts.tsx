import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { AdminHome, StoreSales } from '#contract/administration/dashboard.ts'
import { hourText } from '#domain/format/day-text.ts'
import { numberText } from '#domain/format/number-text.ts'
import { zonedTime } from '#domain/zoned-time.ts'
import { ColumnChart } from '#web/back-office/kit/charts/column-chart.tsx'
import { SortedTable, type TableColumn } from '#web/back-office/kit/charts/sorted-table.tsx'
import { getWeekday } from '#web/back-office/kit/days.ts'
import { paidOrdersPath, reportPath } from '#web/back-office/kit/reports/counted-paths.ts'
import { axisText } from '#web/back-office/kit/reports/report-texts.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { chartHours } from './chart-hours.ts'

/** Today's sales by hour beside those of the same weekday a week ago. An hour leads to its orders of today. */
export function SalesByHour({ home, timeZone, store }: { home: AdminHome; timeZone: string; store: string }) {
  const { t } = useTranslation()
  const id = useId()
  const { date, time } = zonedTime(new Date(home.at), timeZone)
  const hourNow = Number(time.slice(0, 2))
  const weekday = getWeekday(home.at, timeZone)
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Typography variant="h3" component="h2" id={id} sx={{ fontSize: '1.25rem' }}>
        {t('adminHome.byHour')}
      </Typography>
      {home.hours.length === 0 ? (
        <Typography color="textSecondary">{t('adminHome.noSalesYet')}</Typography>
      ) : (
        <ColumnChart
          label={t('adminHome.byHour')}
          rowHeading={t('adminHome.hour')}
          now={t('adminHome.today')}
          before={t(`adminHome.lastDays.${weekday}`)}
          columns={chartHours(home.hours).map(({ hour, current: now, previous: before }) => ({
            key: String(hour),
            name: hourText(hour),
            tick: String(hour),
            // A store further east may have sold in an hour that hasn't begun here.
            now: hour > hourNow && now.purchases === 0 ? undefined : now.sales,
            before: before.sales,
            to: now.purchases > 0 ? paidOrdersPath({ from: date, until: date, store }, String(hour)) : undefined,
          }))}
          format={eurosText}
          formatTick={value => axisText('sold', value)}
          linkText={t('reports.showOrders')}
        />
      )}
    </Box>
  )
}

const CHART_PERIODS = [
  { column: 'today', get: ({ today }: StoreSales) => today.current.sales },
  { column: 'weekAgo', get: ({ today }: StoreSales) => today.previous.sales },
  { column: 'week', get: ({ week }: StoreSales) => week.current.sales },
  { column: 'weekBefore', get: ({ week }: StoreSales) => week.previous.sales },
] as const

export const STORE_COLUMNS = ['store', ...CHART_PERIODS.map(({ column }) => column), 'purchasesHead'] as const

/** Each store's sales today, beside those of a week ago until the same time, and of both weeks. */
export function SalesByStore({ home: { sales_by_store, at }, timeZone }: { home: AdminHome; timeZone: string }) {
  const { t } = useTranslation()
  const id = useId()
  const { date } = zonedTime(new Date(at), timeZone)
  const columns: TableColumn<StoreSales>[] = [
    {
      name: 'store',
      label: t('adminHome.store'),
      value: ({ name }) => name,
      text: ({ name }) => name,
      to: ({ id: storeId }) => reportPath('', { from: date, until: date, store: String(storeId) }),
    },
    ...CHART_PERIODS.map(({ column, get }) => ({
      name: column,
      label: t(`adminHome.${column}`),
      isFigure: true,
      value: get,
      text: (row: StoreSales) => eurosText(get(row)),
      hasBar: column === 'today',
    })),
    {
      name: 'purchases',
      label: t('adminHome.purchasesHead'),
      isFigure: true,
      value: ({ today }) => today.current.purchases,
      text: ({ today }) => numberText(today.current.purchases),
    },
  ]
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Typography variant="h3" component="h2" id={id} sx={{ fontSize: '1.25rem' }}>
        {t('adminHome.byStore')}
      </Typography>
      <SortedTable
        caption={t('adminHome.byStore')}
        columns={columns}
        rows={sales_by_store.toSorted((a, b) => b.today.current.sales - a.today.current.sales)}
        getKey={({ id: storeId }) => String(storeId)}
      />
    </Box>
  )
}
