import Button from '@mui/material/Button'
import { adminPreorderEvents, type PreorderEventRow } from '#contract/preorders/admin-preorder-events.ts'
import { formatDeadline } from '#domain/format/date-format.ts'
import { daysText } from '#domain/format/day-text.ts'
import { EVENT_STATUSES, orderUntil } from '#domain/preorders/preorder-event.ts'
import { formatQuantity, thousandthsFromQuantity } from '#domain/quantity.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { useRenewedNow } from '#web/kit/api/use-renewed-now.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListColumn, ListFilter, ListSource } from '#web/kit/lists/list-types.ts'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { EventPill } from './event-fields.tsx'

const LIST_SOURCE: ListSource<PreorderEventRow> = {
  endpoint: adminPreorderEvents.list,
  getId: ({ id }) => id,
  getName: ({ name }) => name,
  getPath: ({ id }) => `${PATHS.preorderEvents}/${id}/edit`,
}

function useEventFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const stores = useStoreChoices(adminPreorderEvents.list) ?? []
  return [
    {
      name: 'status',
      label: t('eventForm.fields.status'),
      options: EVENT_STATUSES.map(value => ({ value, label: t(`eventForm.phases.${value}`) })),
    },
    {
      name: 'store_id',
      label: t('eventForm.store'),
      options: stores.map(({ id, name }) => ({ value: String(id), label: name })),
    },
  ]
}

/** The pre-order events, latest first. */
export function EventListPage() {
  const { t } = useTranslation()
  const create = (
    <Button variant="contained" size="small" component={Link} to={PATHS.preorderEventCreate}>
      {t('eventForm.new')}
    </Button>
  )
  return (
    <Page title={t('links./preorder-events')} width="wide" aside={create}>
      <AdminList
        caption={t('links./preorder-events')}
        source={LIST_SOURCE}
        columns={useEventColumns()}
        defaultSort="-start_date"
        views="preorderEvents"
        search={t('eventForm.search')}
        filters={useEventFilters()}
        countText={count => t('eventForm.count', { count })}
        exports={{ csv: adminPreorderEvents.exportCsv, xlsx: adminPreorderEvents.exportXlsx }}
        empty={<EmptyState title={t('eventForm.emptyTitle')} text={t('eventForm.emptyText')} action={create} />}
      />
    </Page>
  )
}

/** In the shop's time zone; a store in another time zone may have another deadline if none was set. */
const untilText = ({ order_until: until, start_date: startDate }: PreorderEventRow) =>
  formatDeadline(
    orderUntil({ startDate, orderUntil: until === null ? null : new Date(until) }, SHOP_TIME_ZONE),
    SHOP_TIME_ZONE,
  )

type EventColumn = ListColumn<PreorderEventRow>

/** The columns of what is booked. */
function useBookedColumns(): readonly EventColumn[] {
  const { t } = useTranslation()
  const figure = { align: 'end', labelOnCard: true } as const
  return [
    { name: 'orders', label: t('eventForm.orders'), ...figure, cell: ({ orders }) => orders },
    {
      name: 'booked',
      label: t('eventForm.booked'),
      optional: 'shown',
      ...figure,
      cell: ({ booked }) => formatQuantity(thousandthsFromQuantity(booked) ?? 0),
    },
    {
      name: 'value',
      label: t('eventForm.value'),
      optional: 'shown',
      ...figure,
      cell: ({ value }) => eurosText(value),
    },
  ]
}

/** The columns of the event list. */
function useEventColumns(): readonly EventColumn[] {
  const { t } = useTranslation()
  const now = useRenewedNow()
  const booked = useBookedColumns()
  const figure = { align: 'end', labelOnCard: true } as const
  return [
    { name: 'name', label: t('eventForm.name'), role: 'title', sort: 'name', cell: ({ name }) => name },
    { name: 'start_date', label: t('eventForm.days'), sort: 'start_date', cell: daysText },
    {
      name: 'order_until',
      label: t('eventForm.fields.order_until'),
      optional: 'shown',
      labelOnCard: true,
      cell: untilText,
    },
    {
      name: 'stores',
      label: t('eventForm.stores'),
      optional: 'shown',
      ...figure,
      cell: ({ stores }) => stores,
    },
    {
      name: 'products',
      label: t('eventForm.products'),
      optional: 'shown',
      ...figure,
      cell: ({ products }) => products,
    },
    ...booked,
    { name: 'id', label: t('eventForm.id'), sort: 'id', optional: 'hidden', ...figure, cell: ({ id }) => id },
    {
      name: 'status',
      label: t('eventForm.fields.status'),
      role: 'status',
      cell: event => <EventPill event={event} now={now} />,
    },
  ]
}
