import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'
import type { AdminHome, StoreShortages } from '#contract/administration/dashboard.ts'
import { numberText } from '#domain/format/number-text.ts'
import { changeText } from '#web/back-office/kit/change-text.ts'
import { getWeekday } from '#web/back-office/kit/days.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { NameList } from '#web/kit/ui/name-list.tsx'

type TilesProps = {
  home: AdminHome
  timeZone: string
}

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
  const weekday = getWeekday(home.at, timeZone)
  const change = changeText(today.current.sales, today.previous.sales)
  const isShort = shortCount(home) > 0
  const sales = [
    change === undefined ? t('adminHome.noSalesBefore') : t(`adminHome.thanLastDays.${weekday}`, { change }),
    ...(today.current.refunds > 0
      ? [t('adminHome.refunded', { count: today.current.refunds, amount: eurosText(today.current.refunded) })]
      : []),
  ]
  const average = today.current.average
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
      <FigureTile
        label={t('adminHome.salesToday')}
        value={eurosText(today.current.sales)}
        caption={sales.join(' · ')}
      />
      <FigureTile
        label={t('adminHome.purchases')}
        value={numberText(today.current.purchases)}
        caption={average === null ? t('adminHome.noPurchases') : t('adminHome.average', { amount: eurosText(average) })}
      />
      <FigureTile
        label={t('adminHome.short')}
        value={numberText(shortCount(home))}
        tone={isShort ? 'attention' : 'success'}
        caption={isShort ? <NameList names={home.scarce_product_names} /> : t('adminHome.shortNothing')}
        to={shortestPath(home)}
      />
      <FigureTile
        label={t('adminHome.attention')}
        value={numberText(attention.orders)}
        tone={attention.orders > 0 ? 'danger' : 'success'}
        caption={useAttentionText(home)}
        to={attentionPath(home)}
      />
      {preorders.withdrawn > 0 && (
        <FigureTile
          label={t('adminHome.withdrawn')}
          value={numberText(preorders.withdrawn)}
          tone="danger"
          caption={t('adminHome.withdrawnCaption')}
          to={WITHDRAWN_PATH}
        />
      )}
      {preorders.waiting > 0 && (
        <FigureTile
          label={t('adminHome.preorders')}
          value={numberText(preorders.waiting)}
          tone={preorders.overdue > 0 ? 'attention' : 'success'}
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

type TileTone = 'plain' | 'success' | 'attention' | 'danger'

type TileProps = {
  label: string
  value: string
  caption: ReactNode
  tone?: TileTone
  /** The list behind the figure. */
  to?: string
}

const tileBorder = ({ vars: { palette } }: Theme, tone: TileTone) =>
  ({ plain: undefined, success: palette.success.main, attention: palette.sun, danger: palette.error.main })[tone]

/** A figure of the day, with its name above and its meaning below. The text has the same meaning as the edge's colour. */
function FigureTile({ label, value, caption, tone = 'plain', to }: TileProps) {
  const body = (
    <>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {label}
      </Box>
      <Box component="span" sx={{ typography: 'amount', fontSize: 'clamp(1.5rem, 1.2rem + 1.3vw, 1.9rem)' }}>
        {value}
      </Box>
      <Box component="span" sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {caption}
      </Box>
    </>
  )
  const styles = {
    display: 'grid',
    alignContent: 'start',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 0.5,
    width: '100%',
    height: '100%',
    p: 2,
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    bgcolor: 'background.paper',
    color: 'text.primary',
    font: 'inherit',
    textAlign: 'start',
    ...(tone !== 'plain' && { borderInlineStart: (theme: Theme) => `6px solid ${tileBorder(theme, tone) ?? ''}` }),
  } as const
  return (
    <Box component="li" sx={{ listStyle: 'none', minWidth: 0 }}>
      {to === undefined ? (
        <Box sx={styles}>{body}</Box>
      ) : (
        <ButtonBase component={Link} to={to} sx={{ ...styles, '&:hover': { bgcolor: 'surface.mist' } }}>
          {body}
        </ButtonBase>
      )}
    </Box>
  )
}

export const SHORT_LEVELS = ['out', 'low', 'negative'] as const
type ShortLevel = (typeof SHORT_LEVELS)[number]

/** The stock list of one store, filtered by level. */
export const shortPath = (storeId: number, level: ShortLevel) =>
  `${PATHS.stock}?${new URLSearchParams({ store: String(storeId), level, offered: 'true' }).toString()}`

const countShort = ({ low, out, negative }: StoreShortages) => low + out + negative

export const shortCount = ({ stores_with_shortages }: AdminHome) =>
  stores_with_shortages.reduce((sum, store) => sum + countShort(store), 0)

/** The list with the most shortages: out of stock before low stock. */
export function shortestPath({ stores_with_shortages: [first] }: AdminHome): string {
  if (!first) return PATHS.stock
  const level = SHORT_LEVELS.find(each => first[each] > 0)
  return level ? shortPath(first.id, level) : PATHS.stock
}

/** Pre-orders with a withdrawal to handle. */
const WITHDRAWN_PATH = `${PATHS.preorders}?pick_up=withdrawn`

/** The waiting pre-orders; if any are past their last pickup day, those. */
const preordersPath = ({ preorders: { overdue } }: AdminHome) =>
  `${PATHS.preorders}?pick_up=${overdue > 0 ? 'overdue' : 'waiting'}`

/**
 * The orders in error, of any age; without any, the order list, which begins with the payments and refunds that need attention.
 */
export const attentionPath = ({ attention: { in_error: inError } }: AdminHome) =>
  inError > 0 ? `${PATHS.orders}?status=error&days=all` : PATHS.orders
