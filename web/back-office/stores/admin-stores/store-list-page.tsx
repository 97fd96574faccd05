import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { listExports } from '#contract/administration/list-exports.ts'
import { adminStores, type StoreRow } from '#contract/stores/admin-stores.ts'
import { PAYMENT_MODES } from '#domain/stores/store-fields.ts'
import { lockName } from '#web/kit/i18n/lock-texts.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListFilter, ListSource, ListColumn } from '#web/kit/lists/list-types.ts'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

const LIST_SOURCE: ListSource<StoreRow> = {
  endpoint: adminStores.list,
  getId: ({ id }) => id,
  getName: ({ name }) => name,
  getPath: ({ id }) => `${PATHS.stores}/${id}/edit`,
}

function useStoreFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const yesOrNo = (['true', 'false'] as const).map(value => ({
    value,
    label: t(value === 'true' ? 'forms.yes' : 'forms.no'),
  }))
  return [
    {
      name: 'status',
      label: t('adminStores.status'),
      options: STORE_STATUSES.map(value => ({ value, label: t(`adminStores.statuses.${value}`) })),
    },
    {
      name: 'payment_mode',
      label: t('adminStores.paymentMode'),
      options: PAYMENT_MODES.map(value => ({ value, label: t(`adminStores.modes.${value}`) })),
    },
    { name: 'enable_preorders', label: t('adminStores.preorders'), options: yesOrNo },
  ]
}

/** The list of all stores, published or not. */
export function StoreListPage() {
  const { t } = useTranslation()
  const create = (
    <Button variant="contained" size="small" component={Link} to={PATHS.storeCreate}>
      {t('adminStores.new')}
    </Button>
  )
  return (
    <Page
      title={t('adminStores.title')}
      width="wide"
      aside={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button variant="outlined" size="small" component={Link} to={PATHS.storeHours}>
            {t('sharedHours.open')}
          </Button>
          {create}
        </Box>
      }
    >
      <AdminList
        caption={t('adminStores.title')}
        source={LIST_SOURCE}
        columns={useStoreColumns()}
        defaultSort="name"
        views="stores"
        search={t('adminStores.search')}
        filters={useStoreFilters()}
        countText={count => t('adminStores.count', { count })}
        exports={{ csv: listExports.storesCsv, xlsx: listExports.storesXlsx }}
        empty={<EmptyState title={t('adminStores.emptyTitle')} text={t('adminStores.emptyText')} action={create} />}
      />
    </Page>
  )
}

export const STORE_STATUSES = ['published', 'hidden', 'archived'] as const

const STATUS_TONES = { published: 'open', hidden: 'attention', archived: 'closed' } as const

/** Whether shoppers see the store. */
export function StoreStatusPill({ status }: Pick<StoreRow, 'status'>) {
  const { t } = useTranslation()
  return <StatusPill tone={STATUS_TONES[status]}>{t(`adminStores.statuses.${status}`)}</StatusPill>
}

/** The columns of the store list. */
function useStoreColumns(): readonly ListColumn<StoreRow>[] {
  const { t } = useTranslation()
  const yes = (is: boolean) => t(is ? 'forms.yes' : 'forms.no')
  return [
    { name: 'name', label: t('adminStores.name'), role: 'title', sort: 'name', cell: ({ name }) => name },
    {
      name: 'address',
      label: t('adminStores.address'),
      sort: 'address',
      optional: 'shown',
      cell: ({ address }) => address,
    },
    {
      name: 'is_open',
      label: t('adminStores.now'),
      optional: 'shown',
      cell: ({ is_open: isOpen }) => t(isOpen ? 'adminStores.open' : 'adminStores.closed'),
    },
    {
      name: 'payment_mode',
      label: t('adminStores.paymentMode'),
      optional: 'shown',
      cell: ({ payment_mode: mode }) => t(`adminStores.modes.${mode}`),
    },
    {
      name: 'terminals',
      label: t('adminStores.terminals'),
      align: 'end',
      optional: 'hidden',
      labelOnCard: true,
      cell: ({ terminals }) => terminals,
    },
    {
      name: 'enable_preorders',
      label: t('adminStores.preorders'),
      optional: 'hidden',
      labelOnCard: true,
      cell: ({ enable_preorders: is }) => yes(is),
    },
    {
      name: 'sells_age_restricted',
      label: t('adminStores.ageRestricted'),
      optional: 'hidden',
      labelOnCard: true,
      cell: ({ sells_age_restricted: is }) => yes(is),
    },
    {
      name: 'lock',
      label: t('adminStores.lock'),
      optional: 'hidden',
      labelOnCard: true,
      cell: row => lockName(row.lock, t),
    },
    {
      name: 'time_zone',
      label: t('adminStores.timeZone'),
      optional: 'hidden',
      labelOnCard: true,
      cell: ({ time_zone: zone }) => zone,
    },
    {
      name: 'id',
      label: t('adminStores.id'),
      sort: 'id',
      align: 'end',
      optional: 'hidden',
      labelOnCard: true,
      cell: ({ id }) => id,
    },
    {
      name: 'status',
      label: t('adminStores.status'),
      role: 'status',
      cell: ({ status }) => <StoreStatusPill status={status} />,
    },
  ]
}
