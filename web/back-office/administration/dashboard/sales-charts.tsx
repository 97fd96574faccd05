import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { AdminHome, HourOfSales } from '#contract/administration/dashboard.ts'
import { hourText } from '#domain/format/day-text.ts'
import { zonedTime } from '#domain/zoned-time.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { BEFORE_BAR, chartHours, NOW_BAR, barLength } from './chart-scale.ts'
import { maxValue, countText } from './home-labels.ts'
import { getWeekday } from './tiles.tsx'

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

const headRow = { display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'baseline', justifyContent: 'space-between' }
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
  const max = maxValue(home.hours)
  const weekday = getWeekday(home.at, timeZone)
  const dayName = t(`adminHome.lastDays.${weekday}`)
  const hourNow = Number(zonedTime(new Date(home.at), timeZone).time.slice(0, 2))
  // A store further east may have sold in an hour that hasn't begun here.
  const isToCome = ({ hour, now: sold }: HourOfSales) => hour > hourNow && sold.purchases === 0
  const { now, before } = home.today
  const values = { today: eurosText(now.sales), dayName, before: eurosText(before.sales) }
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Box sx={headRow}>
        <Typography variant="h3" component="h2" id={id} sx={{ fontSize: '1.25rem' }}>
          {t('adminHome.byHour')}
        </Typography>
        <Legend now={t('adminHome.today')} before={dayName} />
      </Box>
      {home.hours.length === 0 ? (
        <Typography color="textSecondary">{t('adminHome.noSalesYet')}</Typography>
      ) : (
        <div role="img" aria-label={t('adminHome.byHourChart', values)}>
          <Box sx={{ ...columns, height: HEIGHT_PX, borderBottom: 1, borderColor: 'line.strong' }}>
            {hours.map(each => (
              <Box key={each.hour} sx={{ display: 'flex', alignItems: 'end', justifyContent: 'center', gap: '1px' }}>
                <Box
                  sx={{
                    ...bar,
                    ...(each.before.sales > 0 && BEFORE_BAR),
                    height: barLength(each.before.sales, max),
                  }}
                />
                <Box sx={{ ...bar, ...(each.now.sales > 0 && NOW_BAR), height: barLength(each.now.sales, max) }} />
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

type ChartTableProps = {
  caption: string
  /** The first is the heading of the row names. */
  heads: readonly string[]
  rows: readonly { key: string | number; cells: readonly string[] }[]
}

const table = {
  width: '100%',
  borderCollapse: 'collapse',
  typography: 'body2',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { px: 1, py: 0.75, textAlign: 'end', whiteSpace: 'nowrap' },
  '& th:first-of-type': { textAlign: 'start', whiteSpace: 'normal' },
  '& tbody tr': { borderTop: 1, borderColor: 'divider' },
} as const

/** A chart's figures as a table: for readers who can't see the bars, and for exact values. */
function ChartTable({ caption, heads, rows }: ChartTableProps) {
  const { t } = useTranslation()
  return (
    <details>
      <Box
        component="summary"
        sx={{ minHeight: 44, display: 'list-item', lineHeight: '44px', cursor: 'pointer', color: 'primary.main' }}
        aria-label={`${t('adminHome.showTable')}: ${caption}`}
      >
        {t('adminHome.showTable')}
      </Box>
      {/* Focusable, so that the keyboard can scroll it where it is wider than the screen. */}
      <Box role="group" aria-label={caption} tabIndex={0} sx={{ overflowX: 'auto' }}>
        <Box component="table" sx={table}>
          <thead>
            <tr>
              {heads.map(head => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells: [first, ...others] }) => (
              <tr key={key}>
                <th scope="row">{first}</th>
                {others.map((cell, at) => (
                  <td key={heads[at + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </details>
  )
}

/** More bars would be hard to read: the table contains the other stores. */
const DRAWN = 6

export const STORE_COLUMNS = ['store', 'today', 'weekAgo', 'week', 'weekBefore', 'purchasesHead'] as const

const storeBar = { height: 8, borderRadius: '0 3px 3px 0' }

/** Each store's sales today, beside those of a week ago until the same time. */
export function SalesByStore({ home: { sales_by_store } }: { home: AdminHome }) {
  const { t } = useTranslation()
  const id = useId()
  const stores = sales_by_store.toSorted((a, b) => b.today.now.sales - a.today.now.sales)
  const drawn = stores.slice(0, DRAWN)
  const max = maxValue(drawn.map(({ today }) => today))
  const left = sales_by_store.length - drawn.length
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Typography variant="h3" component="h2" id={id} sx={{ fontSize: '1.25rem' }}>
        {t('adminHome.byStore')}
      </Typography>
      <Box
        role="img"
        aria-label={t('adminHome.byStoreChart')}
        sx={{ display: 'grid', gap: 1.25, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 160px), 1fr))' }}
      >
        {drawn.map(({ id: storeId, name, today: { now, before } }) => (
          <Box key={storeId} sx={{ p: 1.5, borderRadius: 1, bgcolor: 'surface.mist', minWidth: 0 }}>
            <Typography sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>{name}</Typography>
            <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>{eurosText(now.sales)}</Typography>
            <Box sx={{ display: 'grid', gap: '2px', mt: 0.75, minHeight: 18, alignContent: 'start' }}>
              <Box sx={{ ...storeBar, ...(now.sales > 0 && NOW_BAR), width: barLength(now.sales, max) }} />
              <Box sx={{ ...storeBar, ...(before.sales > 0 && BEFORE_BAR), width: barLength(before.sales, max) }} />
            </Box>
          </Box>
        ))}
      </Box>
      {left > 0 && (
        <Typography variant="body2" color="textSecondary">
          {t('adminHome.moreStores', { count: left })}
        </Typography>
      )}
      <ChartTable
        caption={t('adminHome.byStore')}
        heads={STORE_COLUMNS.map(column => t(`adminHome.${column}`))}
        rows={sales_by_store.map(({ id: storeId, name, today, week }) => ({
          key: storeId,
          cells: [
            name,
            ...[today.now, today.before, week.now, week.before].map(({ sales }) => eurosText(sales)),
            countText(today.now.purchases),
          ],
        }))}
      />
    </Box>
  )
}
