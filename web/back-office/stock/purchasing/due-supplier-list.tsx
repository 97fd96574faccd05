import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type DueSuppliers, purchaseOrders } from '#contract/stock/purchase-orders.ts'
import { dayText } from '#domain/format/day-text.ts'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { stockPath } from '#web/back-office/stock/stock-work/work-labels.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { OrderValue } from './packs-list.tsx'

type DueSupplier = DueSuppliers['items'][number]

/** Since a supplier whose order day is today may not take the order tomorrow. */
const isToday = ({ order_day: day, products }: DueSupplier, today: string) => products > 0 && day === today

function dayTexts(due: DueSupplier, today: string, t: Translate): string {
  const { order_day: orderDay, delivery_day: deliveryDay } = due
  const order = orderDay === today ? t('purchasing.orderToday') : t('purchasing.orderOn', { day: dayText(orderDay) })
  const delivery = deliveryDay === null ? [] : [t('purchasing.deliveredOn', { day: dayText(deliveryDay) })]
  return [order, ...delivery].join(' · ')
}

const gridStyles = {
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', md: 'minmax(0, 2fr) minmax(0, 2fr) minmax(0, 1fr) 160px' },
  columnGap: 2,
  alignItems: 'center',
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
} as const

/** A supplier as a link to what to order from it, with the days and the sum. */
function DueRow({ due, today, path }: { due: DueSupplier; today: string; path: string }) {
  const { t } = useTranslation()
  const isBelow = due.min_order !== null && due.products > 0 && due.unpriced === 0 && due.value < due.min_order
  return (
    <Box component="li" sx={gridStyles}>
      <MuiLink
        component={Link}
        to={path}
        color="inherit"
        underline="none"
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          minHeight: 44,
          fontWeight: 650,
          '&::after': { content: '""', position: 'absolute', inset: 0 },
        }}
      >
        {due.name}
      </MuiLink>
      <Box sx={{ order: { xs: 1, md: 0 }, gridColumn: { xs: '1 / -1', md: 'auto' }, color: 'text.secondary' }}>
        {dayTexts(due, today, t)}
        {due.drafts.length > 0 && ` · ${t('purchasing.unsent', { count: due.drafts.length })}`}
        {isBelow && (
          <Box sx={{ typography: 'body2' }}>
            {t('purchasing.belowLeast', { amount: eurosText(due.min_order ?? 0) })}
          </Box>
        )}
      </Box>
      <Box sx={{ display: { xs: 'none', md: 'block' } }}>
        {due.products > 0 && t('purchasing.chosen', { count: due.products })}
      </Box>
      <Box sx={{ textAlign: 'end', fontVariantNumeric: 'tabular-nums' }}>
        {due.products > 0 ? (
          <OrderValue value={due.value} unpriced={due.unpriced} products={due.products} />
        ) : (
          <StatusPill tone="closed">{t('purchasing.enough')}</StatusPill>
        )}
      </Box>
    </Box>
  )
}

/** The suppliers of a store: those whose goods are needed and who take orders today, then the others by their day. */
export function DueSupplierList({ store }: { store: StockStore }) {
  const { t } = useTranslation()
  const { data } = useQuery(queryFor(purchaseOrders.dueSuppliers, { params: { id: store.id } }))
  if (!data) return <RecordLoading />
  const groups = [
    { title: t('purchasing.dueToday'), some: data.items.filter(due => isToday(due, data.today)) },
    { title: t('purchasing.dueLater'), some: data.items.filter(due => !isToday(due, data.today)) },
  ]
  if (data.items.length === 0) return <Panel>{t('purchasing.noSuppliers')}</Panel>
  return groups.map(
    ({ title, some }) =>
      some.length > 0 && (
        <Panel key={title} component="section" aria-label={title}>
          <Typography variant="h2" sx={{ mb: 1 }}>
            {title}
          </Typography>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {some.map(due => (
              <DueRow
                key={due.id}
                due={due}
                today={data.today}
                path={stockPath({ store: store.id, reorder: due.id })}
              />
            ))}
          </Box>
        </Panel>
      ),
  )
}
