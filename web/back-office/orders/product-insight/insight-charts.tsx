import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ComponentProps, useId } from 'react'
import type { ProductInsight } from '#contract/administration/reports.ts'
import { daysText, shortDayText } from '#domain/format/day-text.ts'
import { numberText } from '#domain/format/number-text.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { ColumnChart } from '#web/back-office/kit/charts/column-chart.tsx'
import { dayText } from '#web/back-office/kit/days.ts'
import { formatUnitQuantity } from '#web/back-office/kit/quantity-labels.ts'
import { axisText } from '#web/back-office/kit/reports/report-texts.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'

type ChartProps = { title: string; about?: string } & Omit<ComponentProps<typeof ColumnChart>, 'label' | 'linkText'>

function ChartPanel({ title, about, ...chart }: ChartProps) {
  const id = useId()
  return (
    <Panel component="section" aria-labelledby={id}>
      <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
        {about !== undefined && <Typography color="textSecondary">{about}</Typography>}
        <ColumnChart label={title} linkText="" {...chart} />
      </Box>
    </Panel>
  )
}

const twoColumns = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
  alignItems: 'start',
} as const

const toWeek = (week: string) => ({
  key: week,
  name: daysText({ start_date: week, end_date: plusDays(week, 6) }),
  tick: shortDayText(week),
})

/** Sales beside margin, stock beside deliveries, and waste if there was any. */
export function InsightCharts({ data }: { data: ProductInsight }) {
  const { t, i18n } = useTranslation()
  const language = i18n.resolvedLanguage ?? 'fi'
  const { unit, weeks, days } = data
  const formatQuantity = (quantity: number) => formatUnitQuantity(quantity, unit, t)
  return (
    <Box sx={twoColumns}>
      {weeks.some(({ net, quantity }) => net !== 0 || quantity !== 0) && (
        <ChartPanel
          title={t('productInsight.salesByWeek')}
          about={t('productInsight.refundsAbout')}
          rowHeading={t('reports.rows.week')}
          now={t('productInsight.net')}
          before={t('productInsight.margin')}
          columns={weeks.map(({ week, net, margin }) => ({ ...toWeek(week), now: net, before: margin ?? undefined }))}
          format={eurosText}
          formatTick={value => axisText('net', value)}
        />
      )}
      {days.length > 0 && (
        <ChartPanel
          title={t('productInsight.stockByDay')}
          rowHeading={t('reports.rows.day')}
          now={t('productInsight.atEnd')}
          before={t('productInsight.received')}
          columns={days.map(({ day, quantity, received }) => ({
            key: day,
            name: dayText(day, language),
            tick: shortDayText(day),
            now: quantity,
            before: received,
          }))}
          format={formatQuantity}
          formatTick={numberText}
        />
      )}
      {weeks.some(({ wasted }) => wasted > 0) && (
        <ChartPanel
          title={t('productInsight.wasteByWeek')}
          rowHeading={t('reports.rows.week')}
          now={t('productInsight.wasted')}
          columns={weeks.map(({ week, wasted }) => ({ ...toWeek(week), now: wasted }))}
          format={formatQuantity}
          formatTick={numberText}
        />
      )}
    </Box>
  )
}
