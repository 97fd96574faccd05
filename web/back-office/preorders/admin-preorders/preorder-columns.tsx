import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { PreorderRow } from '#contract/preorders/admin-preorders.ts'
import { formatReferenceNumber } from '#domain/payments/reference-number.ts'
import { standingText, standingTone } from '#web/back-office/orders/admin-orders/order-words.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import type { ListColumn } from '#web/kit/lists/list-types.ts'
import { toCents } from '#web/shop/orders/checkout/order-cents.ts'
import { Money } from '#web/kit/ui/money.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { FirstLines } from './first-lines.tsx'
import { usePreorderPlace } from './use-preorder-place.ts'

function Standing({ row }: { row: PreorderRow }) {
  const { t } = useTranslation()
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      <StatusPill tone={standingTone(row)}>{standingText(row, t)}</StatusPill>
      {row.is_overdue && <StatusPill tone="attention">{t('adminPreorders.pickUps.overdue')}</StatusPill>}
    </Box>
  )
}

const customerCell = ({ customer }: PreorderRow) => <Box sx={{ overflowWrap: 'anywhere' }}>{customer.email}</Box>
const totalCell = (row: PreorderRow) => (
  <Box component="span" sx={{ color: 'text.primary' }}>
    <Money cents={toCents(row.total_amount)} size="line" />
  </Box>
)
const standingCell = (row: PreorderRow) => <Standing row={row} />
const timeOr = (at: string | null) => (at === null ? '–' : shopTimeText(at))

/** The columns of the pre-order list. The chosen event and store have no column. */
export function usePreorderColumns(): readonly ListColumn<PreorderRow>[] {
  const { t } = useTranslation()
  const { eventId, storeId } = usePreorderPlace()
  const hidden = { optional: 'hidden', labelOnCard: true } as const
  return [
    { name: 'id', label: t('adminOrders.order'), role: 'title', cell: ({ id }) => id },
    { name: 'customer', label: t('adminOrders.shopper'), cell: customerCell },
    ...(eventId === ''
      ? [{ name: 'event', label: t('adminPreorders.event'), cell: ({ event }: PreorderRow) => event.name }]
      : []),
    ...(storeId === ''
      ? [{ name: 'store', label: t('adminPreorders.store'), cell: ({ store }: PreorderRow) => store.name }]
      : []),
    { name: 'booked_at', label: t('adminPreorders.bookedAt'), sort: 'booked_at', cell: row => timeOr(row.booked_at) },
    {
      name: 'reference',
      label: t('adminOrders.reference'),
      ...hidden,
      cell: row => formatReferenceNumber(row.reference_number),
    },
    { name: 'told_at', label: t('adminPreorders.told'), ...hidden, cell: row => timeOr(row.told_at) },
    { name: 'paid_at', label: t('adminOrders.paid'), ...hidden, cell: row => timeOr(row.paid_at) },
    {
      name: 'items',
      label: t('adminOrders.goods'),
      optional: 'shown',
      cell: row => <FirstLines row={row} />,
    },
    { name: 'total_amount', label: t('adminOrders.total'), sort: 'total_amount', align: 'end', cell: totalCell },
    { name: 'status', label: t('adminOrders.status'), role: 'status', cell: standingCell },
  ]
}
