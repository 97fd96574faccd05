import Button from '@mui/material/Button'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { numberText } from '#domain/format/number-text.ts'
import { adminOrders, type OrderRow } from '#contract/orders/admin-orders.ts'
import { listExports } from '#contract/administration/list-exports.ts'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListSource } from '#web/kit/lists/list-types.ts'
import { PATHS } from '#web/kit/paths.ts'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { useOrderColumns } from './order-columns.tsx'
import { orderPath } from './order-words.ts'
import { OrderPeriod } from './order-period.tsx'
import { useOrderFilters } from './use-order-filters.ts'

const SOURCE: ListSource<OrderRow> = {
  endpoint: adminOrders.list,
  idOf: ({ id }) => id,
  nameOf: ({ id }) => String(id),
  pathOf: ({ id }) => orderPath(id),
}

/** Every order, those that ask for a person first. */
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
