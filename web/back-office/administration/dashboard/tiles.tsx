import type { AdminHome } from '#contract/administration/dashboard.ts'
import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { isoDate } from '#domain/format/date-format.ts'
import { isoWeekday } from '#domain/zoned-time.ts'
import { eurosText } from '#web/kit/ui/money-format.ts'
import { NameList } from '#web/kit/ui/name-list.tsx'
import { changeText, countText } from './home-words.ts'
import { attentionPath, preordersPath, shortCount, shortestPath, WITHDRAWN_PATH } from './tile-paths.ts'
import { Tile } from './tile.tsx'

interface TilesProps {
  home: AdminHome
  timeZone: string
}

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** The weekday that today is compared with, as a translation key. */
export const weekdayOf = (at: string, timeZone: string) =>
  WEEKDAYS[isoWeekday(isoDate(new Date(at), timeZone)) - 1] ?? 1

function useAttentionText({ attention: { orders, in_error, payments, refunds } }: AdminHome): string {
  const { t } = useTranslation()
  if (orders === 0) return t('adminHome.attentionNothing')
  const parts = [
    in_error > 0 && t('adminHome.inError', { count: in_error }),
    payments > 0 && t('adminHome.payments', { count: payments }),
    refunds > 0 && t('adminHome.refunds', { count: refunds }),
  ]
  return parts.filter(part => part !== false).join(', ')
}

/** The figures that an admin needs first; pre-orders only if there are any. */
export function Tiles({ home, timeZone }: TilesProps) {
  const { t } = useTranslation()
  const { today, attention, preorders } = home
  const weekday = weekdayOf(home.at, timeZone)
  const change = changeText(today.now.sales, today.before.sales)
  const isShort = shortCount(home) > 0
  const sales = [
    change === undefined ? t('adminHome.noSalesBefore') : t(`adminHome.thanLastDays.${weekday}`, { change }),
    ...(today.now.refunds > 0
      ? [t('adminHome.givenBack', { count: today.now.refunds, amount: eurosText(today.now.refunded) })]
      : []),
  ]
  const average = today.now.average
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 160px), 1fr))',
      }}
    >
      <Tile label={t('adminHome.salesToday')} value={eurosText(today.now.sales)} caption={sales.join(' · ')} />
      <Tile
        label={t('adminHome.purchases')}
        value={countText(today.now.purchases)}
        caption={average === null ? t('adminHome.noPurchases') : t('adminHome.average', { amount: eurosText(average) })}
      />
      <Tile
        label={t('adminHome.short')}
        value={countText(shortCount(home))}
        tone={isShort ? 'attention' : 'calm'}
        caption={isShort ? <NameList names={home.short_names} /> : t('adminHome.shortNothing')}
        to={shortestPath(home)}
      />
      <Tile
        label={t('adminHome.attention')}
        value={countText(attention.orders)}
        tone={attention.orders > 0 ? 'danger' : 'calm'}
        caption={useAttentionText(home)}
        to={attentionPath(home)}
      />
      {preorders.withdrawn > 0 && (
        <Tile
          label={t('adminHome.withdrawn')}
          value={countText(preorders.withdrawn)}
          tone="danger"
          caption={t('adminHome.withdrawnCaption')}
          to={WITHDRAWN_PATH}
        />
      )}
      {preorders.waiting > 0 && (
        <Tile
          label={t('adminHome.preorders')}
          value={countText(preorders.waiting)}
          tone={preorders.overdue > 0 ? 'attention' : 'calm'}
          caption={
            preorders.overdue > 0
              ? t('adminPreorders.overdue', { count: preorders.overdue })
              : t('adminHome.preordersInTime')
          }
          to={preordersPath(home)}
        />
      )}
    </Box>
  )
}
