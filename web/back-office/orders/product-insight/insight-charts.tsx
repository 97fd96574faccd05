import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ComponentProps, useId } from 'react'
import type { ProductInsight } from '#contract/administration/reports.ts'
import { stock } from '#contract/stock/stock.ts'
import { daysText, shortDayText } from '#domain/format/day-text.ts'
import { numberText } from '#domain/format/number-text.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { ColumnChart } from '#web/back-office/kit/charts/column-chart.tsx'
import { dayText } from '#web/back-office/kit/days.ts'
import { useMayOpen } from '#web/back-office/kit/page-calls.ts'
import { formatUnitQuantity } from '#web/back-office/kit/quantity-labels.ts'
import { paidOrdersPath } from '#web/back-office/kit/reports/counted-paths.ts'
import { axisText } from '#web/back-office/kit/reports/report-texts.ts'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { stockPath } from '#web/back-office/stock/stock-work/work-labels.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'

type ChartProps = { title: string; about?: string } & Omit<ComponentProps<typeof ColumnChart>, 'label'>

function ChartPanel({ title, about, ...chart }: ChartProps) {
  const id = useId()
  return (
    <Panel component="section" aria-labelledby={id}>
      <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
        {about !== undefined && <Typography color="textSecondary">{about}</Typography>}
        <ColumnChart label={title} {...chart} />
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

type InsightChartsProps = {
  data: ProductInsight
  productId: string
  /** The store that is shown; empty for all. */
  store: string
}

/** What the columns count, as far as the user may open it: the orders of a week, and a store's stock moves. */
function useColumnPaths({ productId, store }: InsightChartsProps) {
  const mayOpen = useMayOpen()
  const stores = useStoreChoices(stock.ledger) ?? []
  const shown = store === '' && stores.length === 1 ? stores[0] : stores.find(({ id }) => String(id) === store)
  const ledger = shown && stockPath({ store: shown.id, product: Number(productId) })
  return {
    getOrders(week: string) {
      const orders = paidOrdersPath({ from: week, until: plusDays(week, 6), store })
      return mayOpen(orders) ? `${orders}&product_id=${productId}` : undefined
    },
    ledger: ledger !== undefined && mayOpen(ledger) ? ledger : undefined,
  }
}

/** Sales beside margin, stock beside deliveries, and waste if there was any. */
export function InsightCharts(props: InsightChartsProps) {
  const { t, i18n } = useTranslation()
  const language = i18n.resolvedLanguage ?? 'fi'
  const paths = useColumnPaths(props)
  const { unit, weeks, days } = props.data
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
          columns={weeks.map(({ week, net, margin }) => ({
            ...toWeek(week),
            now: net,
            before: margin ?? undefined,
            to: paths.getOrders(week),
          }))}
          linkText={t('reports.showOrders')}
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
            to: paths.ledger,
          }))}
          linkText={t('productInsight.showMoves')}
          format={formatQuantity}
          formatTick={numberText}
        />
      )}
      {weeks.some(({ wasted }) => wasted > 0) && (
        <ChartPanel
          title={t('productInsight.wasteByWeek')}
          rowHeading={t('reports.rows.week')}
          now={t('productInsight.wasted')}
          columns={weeks.map(({ week, wasted }) => ({ ...toWeek(week), now: wasted, to: paths.ledger }))}
          linkText={t('productInsight.showMoves')}
          format={formatQuantity}
          formatTick={numberText}
        />
      )}
    </Box>
  )
}
