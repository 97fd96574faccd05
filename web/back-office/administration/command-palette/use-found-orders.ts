import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { adminOrders } from '#contract/orders/admin-orders.ts'
import { isOrderNumber } from '#domain/orders/order-number.ts'
import { formatReferenceNumber } from '#domain/payments/reference-number.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { PATHS } from '#web/kit/paths.ts'
import type { PaletteGroup } from './use-palette-groups.ts'

/** The order that has the number, or the reference number; a shopper's orders are looked for in their list. */
export function useFoundOrders(q: string) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const enabled = isOrderNumber(q)
  const { data, isFetching, isError } = useQuery({
    ...queryOf(adminOrders.list, { query: { q, size: 2 } }),
    enabled,
    placeholderData: keepPreviousData,
    meta: { isBackground: true },
  })
  const entries = (enabled ? (data?.items ?? []) : []).map(({ id, reference_number, customer, store }) => ({
    id: `order-${id}`,
    label: t('palette.order', { id }),
    detail: [formatReferenceNumber(reference_number), store.name, customer.email].join(' · '),
    act: () => void navigate(`${PATHS.orders}/${id}`),
  }))
  const group: PaletteGroup = { label: t('links./orders'), entries }
  return { group, isFetching: enabled && isFetching, isError: enabled && isError }
}
