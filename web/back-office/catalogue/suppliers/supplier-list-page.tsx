import Button from '@mui/material/Button'
import { listExports } from '#contract/administration/list-exports.ts'
import { type Supplier, suppliers } from '#contract/catalogue/suppliers.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListColumn, ListSource } from '#web/kit/lists/list-types.ts'
import { EmailText } from '#web/kit/lists/row-parts.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

const LIST_SOURCE: ListSource<Supplier> = {
  endpoint: suppliers.list,
  getId: ({ id }) => id,
  getName: ({ name }) => name,
  getPath: ({ id }) => `${PATHS.suppliers}/${id}/edit`,
}

const emailCell = ({ email }: Supplier) => <EmailText address={email ?? ''} />

function VisibilityPill({ isShown }: { isShown: boolean }) {
  const { t } = useTranslation()
  return (
    <StatusPill tone={isShown ? 'open' : 'closed'}>
      {t(isShown ? 'suppliers.isShown' : 'suppliers.isHidden')}
    </StatusPill>
  )
}

const renderVisibility = ({ is_name_public: isShown }: Supplier) => <VisibilityPill isShown={isShown} />

/** The list of suppliers. */
export function SupplierListPage() {
  const { t } = useTranslation()
  const columns: readonly ListColumn<Supplier>[] = [
    { name: 'name', label: t('suppliers.fields.name'), role: 'title', sort: 'name', cell: ({ name }) => name },
    {
      name: 'email',
      label: t('suppliers.fields.email'),
      optional: 'shown',
      cell: emailCell,
    },
    {
      name: 'products',
      label: t('suppliers.products'),
      align: 'end',
      labelOnCard: true,
      cell: ({ products }) => products,
    },
    {
      name: 'is_name_public',
      label: t('suppliers.shoppers'),
      optional: 'shown',
      labelOnCard: true,
      cell: renderVisibility,
    },
  ]
  const create = (
    <Button variant="contained" size="small" component={Link} to={PATHS.supplierCreate}>
      {t('suppliers.new')}
    </Button>
  )
  return (
    <Page title={t('suppliers.title')} width="wide" aside={create}>
      <AdminList
        caption={t('suppliers.title')}
        source={LIST_SOURCE}
        columns={columns}
        defaultSort="name"
        views="suppliers"
        search={t('suppliers.search')}
        countText={count => t('suppliers.count', { count })}
        exports={{ csv: listExports.suppliersCsv, xlsx: listExports.suppliersXlsx }}
        empty={<EmptyState title={t('suppliers.emptyTitle')} text={t('suppliers.emptyText')} action={create} />}
      />
    </Page>
  )
}
