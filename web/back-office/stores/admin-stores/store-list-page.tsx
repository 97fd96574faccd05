import Button from '@mui/material/Button'
import { listExports } from '#contract/administration/list-exports.ts'
import { adminStores, type StoreRow } from '#contract/stores/admin-stores.ts'
import { PAYMENT_MODES } from '#domain/stores/store-fields.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListFilter, ListSource } from '#web/kit/lists/list-types.ts'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { STORE_STATUSES, useStoreColumns } from './store-columns.tsx'

const SOURCE: ListSource<StoreRow> = {
  endpoint: adminStores.list,
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  pathOf: ({ id }) => `${PATHS.stores}/${id}/edit`,
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
    <Button variant="contained" component={Link} to={PATHS.storeCreate}>
      {t('adminStores.new')}
    </Button>
  )
  return (
    <Page title={t('adminStores.title')} width="wide" aside={create}>
      <AdminList
        caption={t('adminStores.title')}
        source={SOURCE}
        columns={useStoreColumns()}
        usualSort="name"
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
