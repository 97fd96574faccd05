import Button from '@mui/material/Button'
import { type ProductGroup, productGroups } from '#contract/catalogue/product-groups.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListColumn, ListSource } from '#web/kit/lists/list-types.ts'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

const LIST_SOURCE: ListSource<ProductGroup> = {
  endpoint: productGroups.list,
  getId: ({ id }) => id,
  getName: ({ name }) => name,
  getPath: ({ id }) => `${PATHS.productGroups}/${id}/edit`,
}

function VisibilityPill({ hidden }: { hidden: boolean }) {
  const { t } = useTranslation()
  return <StatusPill tone={hidden ? 'closed' : 'open'}>{t(hidden ? 'groups.isHidden' : 'groups.isShown')}</StatusPill>
}

const renderVisibility = ({ hidden }: ProductGroup) => <VisibilityPill hidden={hidden} />

/** The groups of products. */
export function GroupListPage() {
  const { t } = useTranslation()
  const columns: readonly ListColumn<ProductGroup>[] = [
    { name: 'name', label: t('groups.name'), role: 'title', sort: 'name', cell: ({ name }) => name },
    {
      name: 'sort_order',
      label: t('groups.fields.sort_order'),
      sort: 'sort_order',
      align: 'end',
      optional: 'shown',
      labelOnCard: true,
      cell: ({ sort_order: place }) => place,
    },
    {
      name: 'sales_account',
      label: t('groups.fields.sales_account'),
      optional: 'shown',
      labelOnCard: true,
      cell: ({ sales_account: account }) => account ?? '–',
    },
    {
      name: 'products',
      label: t('groups.products'),
      align: 'end',
      labelOnCard: true,
      cell: ({ products }) => products,
    },
    {
      name: 'hidden',
      label: t('groups.shoppers'),
      role: 'status',
      cell: renderVisibility,
    },
  ]
  const create = (
    <Button variant="contained" size="small" component={Link} to={PATHS.productGroupCreate}>
      {t('groups.new')}
    </Button>
  )
  return (
    <Page title={t('groups.title')} width="wide" aside={create}>
      <AdminList
        caption={t('groups.title')}
        source={LIST_SOURCE}
        columns={columns}
        defaultSort="sort_order"
        search={t('groups.search')}
        countText={count => t('groups.count', { count })}
        empty={<EmptyState title={t('groups.emptyTitle')} text={t('groups.emptyText')} action={create} />}
      />
    </Page>
  )
}
