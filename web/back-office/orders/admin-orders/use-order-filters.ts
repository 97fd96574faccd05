import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ORDER_PERIODS, ORDER_STATUS_FILTERS } from '#contract/orders/admin-orders.ts'
import { useStoreChoices } from '#web/back-office/stores/admin-stores/queries.ts'
import type { ListFilter } from '#web/kit/lists/list-types.ts'
import { useDayFilters } from '#web/kit/lists/use-day-filters.ts'

/** The filters of the order list. */
export function useOrderFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const storeList = useStoreChoices() ?? []
  const days = useDayFilters()
  return [
    {
      name: 'status',
      label: t('adminOrders.status'),
      options: ORDER_STATUS_FILTERS.map(value => ({
        value,
        label: value === 'cancelled' ? t('adminOrders.cancelled') : t(`order.status.${value}`),
      })),
    },
    {
      name: 'store_id',
      label: t('adminOrders.store'),
      options: storeList.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      name: 'order_type',
      label: t('adminOrders.type'),
      options: [
        { value: 'standard', label: t('adminOrders.types.standard') },
        { value: 'preorder', label: t('adminOrders.types.preorder') },
      ],
    },
    // The buttons above the list set the period, the fields beside them the days; the shopper comes from links on other pages.
    {
      name: 'days',
      label: t('adminOrders.period'),
      options: ORDER_PERIODS.map(value => ({ value, label: t(`adminOrders.periods.${value}`) })),
      place: 'page',
    },
    { name: 'user_id', label: t('adminOrders.shopperId'), options: [], place: 'chip' },
    ...days,
  ]
}
