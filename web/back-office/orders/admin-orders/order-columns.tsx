import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { OrderRow } from '#contract/orders/admin-orders.ts'
import { formatReferenceNumber } from '#domain/payments/reference-number.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import type { ListColumn } from '#web/kit/lists/list-types.ts'
import { toCents } from '#web/shop/orders/checkout/order-cents.ts'
import { Money } from '#web/kit/ui/money.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { standingText, standingTone } from './order-words.ts'

function Standing({ row }: { row: OrderRow }) {
  const { t } = useTranslation()
  return <StatusPill tone={standingTone(row)}>{standingText(row, t)}</StatusPill>
}

function Total({ row }: { row: OrderRow }) {
  const { t } = useTranslation()
  return (
    <>
      <Box component="span" sx={{ color: 'text.primary' }}>
        <Money cents={toCents(row.total_amount)} size="line" />
      </Box>
      {row.refunded_amount > 0 && (
        <Box component="span" sx={{ display: 'block', typography: 'body2', color: 'text.secondary' }}>
          {t('adminOrders.refunded')} <Money cents={toCents(row.refunded_amount)} />
        </Box>
      )}
    </>
  )
}

const shopperCell = ({ customer }: OrderRow) => <Box sx={{ overflowWrap: 'anywhere' }}>{customer.email}</Box>
const totalCell = (row: OrderRow) => <Total row={row} />
const standingCell = (row: OrderRow) => <Standing row={row} />

/** The columns of the order list: shopper, store, time, amount and status. */
export function useOrderColumns(): readonly ListColumn<OrderRow>[] {
  const { t } = useTranslation()
  const time = { optional: 'hidden', labelOnCard: true } as const
  return [
    { name: 'id', label: t('adminOrders.order'), role: 'title', cell: ({ id }) => id },
    {
      name: 'updated_at',
      label: t('adminOrders.updated'),
      sort: 'updated_at',
      cell: row => shopTimeText(row.updated_at),
    },
    {
      name: 'created_at',
      label: t('adminOrders.created'),
      sort: 'created_at',
      ...time,
      cell: row => shopTimeText(row.created_at),
    },
    { name: 'store', label: t('adminOrders.store'), cell: ({ store }) => store.name },
    { name: 'customer', label: t('adminOrders.shopper'), cell: shopperCell },
    {
      name: 'reference',
      label: t('adminOrders.reference'),
      optional: 'hidden',
      labelOnCard: true,
      cell: row => formatReferenceNumber(row.reference_number),
    },
    {
      name: 'order_type',
      label: t('adminOrders.type'),
      optional: 'hidden',
      cell: row => t(`adminOrders.types.${row.order_type}`),
    },
    {
      name: 'items',
      label: t('adminOrders.items'),
      align: 'end',
      optional: 'shown',
      labelOnCard: true,
      cell: ({ items }) => items,
    },
    { name: 'total_amount', label: t('adminOrders.total'), sort: 'total_amount', align: 'end', cell: totalCell },
    { name: 'status', label: t('adminOrders.status'), role: 'status', cell: standingCell },
  ]
}
