import Button from '@mui/material/Button'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link, useSearchParams } from 'react-router'
import { numberText } from '#domain/format/number-text.ts'
import { adminOrders, type OrderRow, ORDER_PERIODS } from '#contract/orders/admin-orders.ts'
import { listExports } from '#contract/administration/list-exports.ts'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListSource } from '#web/kit/lists/list-types.ts'
import { PATHS } from '#web/kit/paths.ts'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { useOrderColumns } from './order-columns.tsx'
import { orderPath } from './order-words.ts'
import { useOrderFilters } from './use-order-filters.ts'
import Box from '@mui/material/Box'
import { DayFields } from '#web/kit/lists/day-fields.tsx'
import ButtonBase from '@mui/material/ButtonBase'
import { isOrderNumber } from '#domain/orders/order-number.ts'
import { choiceLook } from '#web/kit/ui/choice-look.ts'

const USUAL = '30'

/** How far back the list goes. A search for a number covers all orders. */
function PeriodButtons() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const hasDates = params.has('from') || params.has('until')
  const usual = isOrderNumber(params.get('q') ?? '') ? 'all' : USUAL
  const chosen = hasDates ? undefined : (params.get('days') ?? usual)
  const choose = (days: string) =>
    setParams(current => {
      const next = new URLSearchParams(current)
      for (const name of ['page', 'from', 'until', 'days']) next.delete(name)
      if (days !== usual) next.set('days', days)
      return next
    })
  return (
    <Box role="group" aria-label={t('adminOrders.period')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {ORDER_PERIODS.map(days => (
        <ButtonBase key={days} sx={choiceLook} aria-pressed={days === chosen} onClick={() => choose(days)}>
          {t(`adminOrders.periods.${days}`)}
        </ButtonBase>
      ))}
    </Box>
  )
}

/** How far back the list goes, or its first and last day. */
function OrderPeriod() {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1.5, alignItems: 'end' }}>
      <PeriodButtons />
      <Box sx={{ flex: '1 1 260px' }}>
        <DayFields instead={['days']} />
      </Box>
    </Box>
  )
}

const SOURCE: ListSource<OrderRow> = {
  endpoint: adminOrders.list,
  idOf: ({ id }) => id,
  nameOf: ({ id }) => String(id),
  pathOf: ({ id }) => orderPath(id),
}

/** All orders; those that need an admin come first. */
export function OrderListPage() {
  const { t } = useTranslation()
  const columns = useOrderColumns()
  const filters = useOrderFilters()
  const all = (
    <Button variant="outlined" component={Link} to={`${PATHS.orders}?days=all`}>
      {t('adminOrders.showAll')}
    </Button>
  )
  return (
    <Page title={t('links./orders')} width="wide">
      <NeedsAttention />
      <AdminList
        caption={t('links./orders')}
        source={SOURCE}
        columns={columns}
        usualSort="-updated_at"
        views="orders"
        search={t('adminOrders.search')}
        filters={filters}
        countText={(count, hasMore) =>
          hasMore ? t('adminOrders.countMore', { count: numberText(count) }) : t('adminOrders.count', { count })
        }
        exports={{ csv: listExports.ordersCsv, xlsx: listExports.ordersXlsx }}
        empty={<EmptyState title={t('adminOrders.emptyTitle')} text={t('adminOrders.emptyText')} action={all} />}
        above={<OrderPeriod />}
      />
    </Page>
  )
}
