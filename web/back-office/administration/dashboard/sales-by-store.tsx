import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { AdminHome } from '#contract/administration/dashboard.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { BEFORE_BAR, NOW_BAR, shareOf } from './chart-scale.ts'
import { ChartTable } from './chart-table.tsx'
import { countText, largestOf } from './home-labels.ts'

/** More bars would be hard to read: the table contains the other stores. */
const DRAWN = 6

export const STORE_COLUMNS = ['store', 'today', 'weekAgo', 'week', 'weekBefore', 'purchasesHead'] as const

const bar = { height: 8, borderRadius: '0 3px 3px 0' }

/** Each store's sales today, beside those of a week ago until the same time. */
export function SalesByStore({ home: { sales_by_store } }: { home: AdminHome }) {
  const { t } = useTranslation()
  const id = useId()
  const most = sales_by_store.toSorted((a, b) => b.today.now.sales - a.today.now.sales)
  const drawn = most.slice(0, DRAWN)
  const largest = largestOf(drawn.map(({ today }) => today))
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
              <Box sx={{ ...bar, ...(now.sales > 0 && NOW_BAR), width: shareOf(now.sales, largest) }} />
              <Box sx={{ ...bar, ...(before.sales > 0 && BEFORE_BAR), width: shareOf(before.sales, largest) }} />
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
