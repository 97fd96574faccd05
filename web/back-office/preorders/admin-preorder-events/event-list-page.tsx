import Button from '@mui/material/Button'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { adminPreorderEvents, type PreorderEventRow } from '#contract/preorders/admin-preorder-events.ts'
import { EVENT_STATUSES } from '#domain/preorders/preorder-event.ts'
import { useStoreChoices } from '#web/back-office/stores/admin-stores/queries.ts'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListFilter, ListSource } from '#web/kit/lists/list-types.ts'
import { PATHS } from '#web/kit/paths.ts'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { useEventColumns } from './event-columns.tsx'

const SOURCE: ListSource<PreorderEventRow> = {
  endpoint: adminPreorderEvents.list,
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  pathOf: ({ id }) => `${PATHS.preorderEvents}/${id}/edit`,
}

function useEventFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const stores = useStoreChoices() ?? []
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
    <Button variant="contained" component={Link} to={PATHS.preorderEventCreate}>
      {t('eventForm.new')}
    </Button>
  )
  return (
    <Page title={t('links./preorder-events')} width="wide" aside={create}>
      <AdminList
        caption={t('links./preorder-events')}
        source={SOURCE}
        columns={useEventColumns()}
        usualSort="-start_date"
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
