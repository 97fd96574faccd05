import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { ProductInsight } from '#contract/administration/reports.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { formatUnitQuantity } from '#web/back-office/kit/quantity-labels.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'

const RECENT_WEEKS = 5

type Week = ProductInsight['weeks'][number]
const addUp = (weeks: readonly Week[], getValue: (week: Week) => number) =>
  weeks.reduce((sum, week) => sum + getValue(week), 0)

/** How long the stock lasts at the pace of these weeks, in days; undefined where nothing is sold or there. */
export function daysLeft(stock: number | undefined, soldByDay: number): number | undefined {
  if (stock === undefined || stock <= 0 || soldByDay <= 0) return undefined
  return Math.round(stock / soldByDay)
}

/** The last weeks in figures, and what is there now. */
export function RecentFigures({ data }: { data: ProductInsight }) {
  const { t } = useTranslation()
  const id = useId()
  const recent = data.weeks.slice(-RECENT_WEEKS)
  const [net, sold] = [addUp(recent, week => week.net), addUp(recent, week => week.quantity)]
  const margin = recent.every(week => week.margin === null) ? null : addUp(recent, week => week.margin ?? 0)
  const stock = data.days.at(-1)?.quantity
  const left = daysLeft(stock, sold / (RECENT_WEEKS * 7))
  const share = margin === null || net <= 0 ? '' : ` (${percentText(Math.round((margin / net) * 1000) / 10)})`
  const figures: (readonly [string, string])[] = [
    [t('productInsight.net'), eurosText(net)],
    [t('productInsight.margin'), margin === null ? '–' : `${eurosText(margin)}${share}`],
    [t('productInsight.sold'), formatUnitQuantity(sold, data.unit, t)],
    [
      t('productInsight.wasted'),
      formatUnitQuantity(
        addUp(recent, week => week.wasted),
        data.unit,
        t,
      ),
    ],
    ...(stock === undefined ? [] : [[t('productInsight.stock'), formatUnitQuantity(stock, data.unit, t)] as const]),
    ...(left === undefined ? [] : [[t('productInsight.lasts'), t('productInsight.days', { count: left })] as const]),
  ]
  const note = data.is_test ? t('closings.testsOnly') : data.excludes_tests ? t('reports.excludesTests') : undefined
  return (
    <Panel component="section" aria-labelledby={id} tone={data.is_test ? 'attention' : 'plain'}>
      <Typography variant="h2" id={id} sx={{ mb: 1.5 }}>
        {t('productInsight.recent', { count: RECENT_WEEKS })}
      </Typography>
      <Box component="dl" sx={figureGrid}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <Box component="dt" sx={{ color: 'text.secondary', typography: 'body2' }}>
              {label}
            </Box>
            <Box component="dd" sx={{ m: 0, typography: 'amount', fontSize: '1.25rem' }}>
              {value}
            </Box>
          </div>
        ))}
      </Box>
      {note !== undefined && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
          {note}
        </Typography>
      )}
    </Panel>
  )
}

const figureGrid = {
  m: 0,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 150px), 1fr))',
} as const
