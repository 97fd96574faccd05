import Box from '@mui/material/Box'
import { listExports } from '#contract/administration/list-exports.ts'
import {
  adminPreorders,
  PICK_UPS,
  PREORDER_STATUS_FILTERS,
  type PreorderRow,
} from '#contract/preorders/admin-preorders.ts'
import { numberText } from '#domain/format/number-text.ts'
import { formatReferenceNumber } from '#domain/payments/reference-number.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { useSupplierFilter } from '#web/back-office/catalogue/suppliers/supplier-input.tsx'
import { orderPath, progressText, progressTone } from '#web/back-office/orders/admin-orders/order-labels.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListColumn, ListFilter, ListSource } from '#web/kit/lists/list-types.ts'
import { EmailText } from '#web/kit/lists/row-parts.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { eurosText, Money, toCents } from '#web/kit/ui/money.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { amountText } from './quantity-labels.ts'
import { StandingPanel } from './standing-panel.tsx'
import { usePreorderPlace } from './use-preorder-place.ts'

const LIST_SOURCE: ListSource<PreorderRow> = {
  endpoint: adminPreorders.list,
  isLive: true,
  getId: ({ id }) => id,
  getName: ({ id }) => String(id),
  getPath: ({ id }) => orderPath(id),
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
        source={LIST_SOURCE}
        columns={columns}
        defaultSort="-booked_at"
        views="preorders"
        search={t('adminPreorders.search')}
        filters={filters}
        countText={(count, hasMore) =>
          hasMore ? t('adminPreorders.countMore', { count: numberText(count) }) : t('adminPreorders.count', { count })
        }
        sumsText={({ total = 0 }) => t('lists.sumTotal', { amount: eurosText(total) })}
        exports={{ csv: listExports.preordersCsv, xlsx: listExports.preordersXlsx }}
        empty={<EmptyState title={t('adminPreorders.emptyTitle')} text={t('adminPreorders.emptyText')} />}
      />
    </>
  )
}

function PreorderStanding({ row }: { row: PreorderRow }) {
  const { t } = useTranslation()
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      <StatusPill tone={progressTone(row)}>{progressText(row, t)}</StatusPill>
      {row.is_overdue && <StatusPill tone="attention">{t('adminPreorders.pickUps.overdue')}</StatusPill>}
    </Box>
  )
}

const customerCell = ({ customer }: PreorderRow) => <EmailText address={customer.email} />
const totalCell = (row: PreorderRow) => (
  <Box component="span" sx={{ color: 'text.primary' }}>
    <Money cents={toCents(row.total_amount)} size="line" />
  </Box>
)
const progressCell = (row: PreorderRow) => <PreorderStanding row={row} />
const timeOr = (at: string | null) => (at === null ? '–' : shopTimeText(at))

/** The columns of the pre-order list. The chosen event and store have no column. */
function usePreorderColumns(): readonly ListColumn<PreorderRow>[] {
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
    { name: 'notified_at', label: t('adminPreorders.notified'), ...hidden, cell: row => timeOr(row.notified_at) },
    { name: 'paid_at', label: t('adminOrders.paid'), ...hidden, cell: row => timeOr(row.paid_at) },
    {
      name: 'items',
      label: t('adminPreorders.linePrices'),
      optional: 'shown',
      cell: row => <FirstLines row={row} />,
    },
    { name: 'total_amount', label: t('adminOrders.total'), sort: 'total_amount', align: 'end', cell: totalCell },
    { name: 'status', label: t('adminOrders.status'), role: 'status', cell: progressCell },
  ]
}

// Not `nowrap`: a long name would widen the card or the column.
const twoLineStyles = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: '1',
  minWidth: 0,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const
const figureStyles = { fontVariantNumeric: 'tabular-nums', whiteSpace: { md: 'nowrap' } } as const
const lineGrid = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr auto', md: 'minmax(4rem, 1fr) auto auto' },
  columnGap: 1.5,
  minWidth: { md: 320 },
  maxWidth: 420,
} as const

/** The order in two lines: the first products with quantity, unit price and line price, and how many more there are. */
function FirstLines({ row: { first_lines: lines, items } }: { row: PreorderRow }) {
  const { t } = useTranslation()
  const more = items - lines.length
  return (
    <Box component="span" role="list" sx={lineGrid}>
      {lines.map((line, at) => (
        // A pre-order's lines don't move; two may have the same name.
        // oxlint-disable-next-line react/no-array-index-key
        <Box component="span" role="listitem" key={at} sx={{ display: 'contents' }}>
          <Box component="span" sx={{ display: 'flex', columnGap: 1, gridColumn: { xs: '1 / -1', md: 'auto' } }}>
            <Box component="bdi" title={line.name} sx={twoLineStyles}>
              {line.name}
            </Box>
            {more > 0 && at === lines.length - 1 && (
              <Box component="span" sx={{ color: 'text.secondary', flex: 'none' }}>
                {t('lists.moreLines', { count: more })}
              </Box>
            )}
          </Box>
          <Box component="span" sx={{ ...figureStyles, color: 'text.secondary' }}>
            {t('adminPreorders.lineUnits', { amount: amountText(line, t), price: eurosText(line.unit_price) })}
          </Box>
          <Box component="span" sx={{ ...figureStyles, textAlign: 'end' }}>
            {eurosText(line.line_price)}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
