import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { listExports } from '#contract/administration/list-exports.ts'
import type { ListSums } from '#contract/lists.ts'
import { adminOrders, ORDER_PERIODS, ORDER_STATUS_FILTERS, type OrderRow } from '#contract/orders/admin-orders.ts'
import { dayText, hourText } from '#domain/format/day-text.ts'
import { numberText } from '#domain/format/number-text.ts'
import { isOrderNumber, formatReferenceNumber } from '#domain/payments/reference-number.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import { dayFields, useDayFilters } from '#web/kit/lists/day-fields.tsx'
import type { ListColumn, ListFilter, ListSource } from '#web/kit/lists/list-types.ts'
import { EmailText } from '#web/kit/lists/row-parts.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { CHOICE_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'
import { eurosText, Money } from '#web/kit/ui/money.tsx'
import { toCents } from '#web/kit/ui/money.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { orderPath, progressText, progressTone, typeText } from './order-labels.ts'

const USUAL_DAYS = '30'
const DAY_FILTERS = ['from', 'until'] as const
/** Set by the links of reports. */
const PAID_FILTERS = ['paid_from', 'paid_until', 'paid_hour'] as const

/** How far back the list goes. A search for a number covers all orders. */
function PeriodButtons() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const hasDates = [...DAY_FILTERS, ...PAID_FILTERS].some(name => params.has(name))
  const usual = isOrderNumber(params.get('q') ?? '') ? 'all' : USUAL_DAYS
  const chosen = hasDates ? undefined : (params.get('days') ?? usual)
  const choose = (days: string) =>
    setParams(current => {
      const next = new URLSearchParams(current)
      for (const name of ['page', 'days', ...DAY_FILTERS, ...PAID_FILTERS]) next.delete(name)
      if (days !== usual) next.set('days', days)
      return next
    })
  return (
    <Box role="group" aria-label={t('adminOrders.period')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {ORDER_PERIODS.map(days => (
        <button
          type="button"
          key={days}
          className={CHOICE_CLASS}
          aria-pressed={days === chosen}
          onClick={() => choose(days)}
        >
          {t(`adminOrders.periods.${days}`)}
        </button>
      ))}
    </Box>
  )
}

const LIST_SOURCE: ListSource<OrderRow> = {
  endpoint: adminOrders.list,
  isLive: true,
  getId: ({ id }) => id,
  getName: ({ id }) => String(id),
  getPath: ({ id }) => orderPath(id),
}

/** What was paid and refunded; nothing where only test payments were made. */
const sumsText = ({ paid = 0, refunded = 0 }: ListSums, t: Translate): string =>
  paid === 0
    ? ''
    : [
        t('lists.sumPaid', { amount: eurosText(paid) }),
        ...(refunded > 0 ? [t('lists.sumRefunded', { amount: eurosText(refunded) })] : []),
      ].join(' · ')

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
    <Page title={t('links./orders')} width="wide" aside={<PeriodButtons />}>
      <NeedsAttention />
      <AdminList
        caption={t('links./orders')}
        source={LIST_SOURCE}
        columns={columns}
        defaultSort="-updated_at"
        views="orders"
        search={t('adminOrders.search')}
        filters={filters}
        countText={(count, hasMore) =>
          hasMore ? t('adminOrders.countMore', { count: numberText(count) }) : t('adminOrders.count', { count })
        }
        sumsText={sums => sumsText(sums, t)}
        exports={{ csv: listExports.ordersCsv, xlsx: listExports.ordersXlsx }}
        empty={<EmptyState title={t('adminOrders.emptyTitle')} text={t('adminOrders.emptyText')} action={all} />}
        filterFields={dayFields(['days', ...PAID_FILTERS])}
      />
    </Page>
  )
}

/** The days and the hour of the payment, by the clocks of the stores. */
function usePaidFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const labels = [t('adminOrders.paidFrom'), t('adminOrders.paidUntil'), t('adminOrders.paidHour')]
  return PAID_FILTERS.map((name, at) => {
    const value = params.get(name) ?? ''
    const label = name === 'paid_hour' ? hourText(Number(value)) : dayText(value)
    return { name, label: labels[at] ?? '', options: value === '' ? [] : [{ value, label }], place: 'chip' }
  })
}

function useOrderFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const storeList = useStoreChoices(adminOrders.list) ?? []
  const days = useDayFilters()
  const paid = usePaidFilters()
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
        { value: 'standard', label: t('adminOrders.types.inStore') },
        { value: 'preorder', label: t('adminOrders.types.preorder') },
      ],
    },
    // The buttons beside the title set the period, fields among the filters the days; the shopper comes from links on other pages.
    {
      name: 'days',
      label: t('adminOrders.period'),
      options: ORDER_PERIODS.map(value => ({ value, label: t(`adminOrders.periods.${value}`) })),
      place: 'page',
    },
    { name: 'user_id', label: t('adminOrders.shopperId'), options: [], place: 'chip' },
    { name: 'product_id', label: t('adminOrders.productId'), options: [], place: 'chip' },
    ...paid,
    ...days,
  ]
}

type StandingProps = { row: Pick<OrderRow, 'status' | 'cancelled_at' | 'payment_failure' | 'is_test'> }

/** The order's state, why its last payment failed, and whether its payment was a test. */
export function OrderStanding({ row }: StandingProps) {
  const { t } = useTranslation()
  return (
    <>
      <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
        <StatusPill tone={progressTone(row)}>{progressText(row, t)}</StatusPill>
        {row.is_test && <StatusPill tone="attention">{t('adminStores.modes.test')}</StatusPill>}
      </Box>
      {row.payment_failure && (
        <Box component="span" sx={{ display: 'block', typography: 'body2', color: 'text.secondary' }}>
          {t(`adminOrders.failures.${row.payment_failure}`)}
        </Box>
      )}
    </>
  )
}

function OrderTotal({ row }: { row: OrderRow }) {
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

const shopperCell = ({ customer }: OrderRow) => <EmailText address={customer.email} />
const totalCell = (row: OrderRow) => <OrderTotal row={row} />
const progressCell = (row: OrderRow) => <OrderStanding row={row} />

/** The columns of the order list: shopper, store, time, amount and status. */
function useOrderColumns(): readonly ListColumn<OrderRow>[] {
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
      cell: row => typeText(row, t),
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
    { name: 'status', label: t('adminOrders.status'), role: 'status', cell: progressCell },
  ]
}
