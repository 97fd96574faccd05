import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { numberText } from '#domain/format/number-text.ts'
import {
  adminPreorders,
  PICK_UPS,
  PREORDER_STATUS_FILTERS,
  type PreorderRow,
} from '#contract/preorders/admin-preorders.ts'
import { listExports } from '#contract/administration/list-exports.ts'
import { orderPath } from '#web/back-office/orders/admin-orders/order-words.ts'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListFilter, ListSource } from '#web/kit/lists/list-types.ts'
import { useSupplierFilter } from '#web/back-office/catalogue/suppliers/use-supplier-filter.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { usePreorderColumns } from './preorder-columns.tsx'
import { StandingPanel } from './standing-panel.tsx'

const SOURCE: ListSource<PreorderRow> = {
  endpoint: adminPreorders.list,
  idOf: ({ id }) => id,
  nameOf: ({ id }) => String(id),
  pathOf: ({ id }) => orderPath(id),
}

function useFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const supplier = useSupplierFilter(t('adminPreorders.supplier'))
  return [
    {
      name: 'pick_up',
      label: t('adminPreorders.pickUp'),
      options: PICK_UPS.map(value => ({ value, label: t(`adminPreorders.pickUps.${value}`) })),
    },
    {
      name: 'status',
      label: t('adminOrders.status'),
      options: PREORDER_STATUS_FILTERS.map(value => ({
        value,
        label: value === 'cancelled' ? t('adminOrders.cancelled') : t(`order.status.${value}`),
      })),
    },
    supplier,
    // Chosen above, for all views of the page.
    { name: 'event_id', label: t('adminPreorders.event'), options: [], place: 'page' },
    { name: 'store_id', label: t('adminPreorders.store'), options: [], place: 'page' },
  ]
}

/** All booked pre-orders. */
export function OrderView() {
  const { t } = useTranslation()
  const columns = usePreorderColumns()
  const filters = useFilters()
  return (
    <>
      <StandingPanel />
      <AdminList
        caption={t('links./preorders')}
        source={SOURCE}
        columns={columns}
        usualSort="-booked_at"
        views="preorders"
        search={t('adminPreorders.search')}
        filters={filters}
        countText={(count, hasMore) =>
          hasMore ? t('adminPreorders.countMore', { count: numberText(count) }) : t('adminPreorders.count', { count })
        }
        exports={{ csv: listExports.preordersCsv, xlsx: listExports.preordersXlsx }}
        empty={<EmptyState title={t('adminPreorders.emptyTitle')} text={t('adminPreorders.emptyText')} />}
      />
    </>
  )
}
