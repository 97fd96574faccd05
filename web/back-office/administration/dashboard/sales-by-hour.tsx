import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { AdminHome, HourOfSales } from '#contract/administration/dashboard.ts'
import { hourText } from '#domain/format/day-text.ts'
import { zonedTime } from '#domain/zoned-time.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { BEFORE_BAR, chartHours, NOW_BAR, shareOf } from './chart-scale.ts'
import { ChartTable } from './chart-table.tsx'
import { largestOf } from './home-labels.ts'
import { weekdayOf } from './tiles.tsx'

const swatch = { display: 'inline-block', width: 12, height: 12, borderRadius: '2px', mr: 0.75 }

function Legend({ now, before }: { now: string; before: string }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, typography: 'body2', color: 'text.secondary' }}>
      <span>
        <Box component="span" aria-hidden sx={{ ...swatch, ...NOW_BAR }} />
        {now}
      </span>
      <span>
        <Box component="span" aria-hidden sx={{ ...swatch, ...BEFORE_BAR }} />
        {before}
      </span>
    </Box>
  )
}

const HEIGHT_PX = 160
/** Only every third hour has a label: all of them would not fit a phone. */
const NAMED_EVERY = 3

const head = { display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'baseline', justifyContent: 'space-between' }
const columns = {
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  columnGap: { xs: '2px', sm: 1 },
}
const bar = { flex: 1, maxWidth: 16, borderRadius: '3px 3px 0 0' } as const

/** Today's sales by hour beside those of the same weekday a week ago. */
export function SalesByHour({ home, timeZone }: { home: AdminHome; timeZone: string }) {
  const { t } = useTranslation()
  const id = useId()
  const hours = chartHours(home.hours)
  const largest = largestOf(home.hours)
  const weekday = weekdayOf(home.at, timeZone)
  const dayName = t(`adminHome.lastDays.${weekday}`)
  const hourNow = Number(zonedTime(new Date(home.at), timeZone).time.slice(0, 2))
  // A store further east may have sold in an hour that hasn't begun here.
  const isToCome = ({ hour, now: sold }: HourOfSales) => hour > hourNow && sold.purchases === 0
  const { now, before } = home.today
  const told = { today: eurosText(now.sales), dayName, before: eurosText(before.sales) }
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Box sx={head}>
        <Typography variant="h3" component="h2" id={id} sx={{ fontSize: '1.25rem' }}>
          {t('adminHome.byHour')}
        </Typography>
        <Legend now={t('adminHome.today')} before={dayName} />
      </Box>
      {home.hours.length === 0 ? (
        <Typography color="textSecondary">{t('adminHome.noSalesYet')}</Typography>
      ) : (
        <div role="img" aria-label={t('adminHome.byHourChart', told)}>
          <Box sx={{ ...columns, height: HEIGHT_PX, borderBottom: 1, borderColor: 'line.strong' }}>
            {hours.map(each => (
              <Box key={each.hour} sx={{ display: 'flex', alignItems: 'end', justifyContent: 'center', gap: '1px' }}>
                <Box
                  sx={{ ...bar, ...(each.before.sales > 0 && BEFORE_BAR), height: shareOf(each.before.sales, largest) }}
                />
                <Box sx={{ ...bar, ...(each.now.sales > 0 && NOW_BAR), height: shareOf(each.now.sales, largest) }} />
              </Box>
            ))}
          </Box>
          <Box sx={{ ...columns, typography: 'caption', color: 'text.secondary', textAlign: 'center' }}>
            {hours.map(({ hour }) => (
              <Box key={hour} component="span" sx={{ overflow: 'visible', whiteSpace: 'nowrap' }}>
                {hour % NAMED_EVERY === 0 ? hour : ''}
              </Box>
            ))}
          </Box>
        </div>
      )}
      <ChartTable
        caption={t('adminHome.byHour')}
        heads={[t('adminHome.hour'), t('adminHome.today'), dayName]}
        rows={hours.map(each => ({
          key: each.hour,
          cells: [hourText(each.hour), isToCome(each) ? '–' : eurosText(each.now.sales), eurosText(each.before.sales)],
        }))}
      />
    </Box>
  )
}
