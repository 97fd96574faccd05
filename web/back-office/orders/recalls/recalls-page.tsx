import Button from '@mui/material/Button'
import { useParams } from 'react-router'
import { adminRecalls, type Recall } from '#contract/orders/admin-recalls.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListColumn, ListFilter, ListSource } from '#web/kit/lists/list-types.ts'
import { RowLink } from '#web/kit/lists/row-parts.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { RecallForm } from './recall-form.tsx'
import { RecallPill, RecallView } from './recall-view.tsx'

const SENDING_MS = 2_000

const LIST_SOURCE: ListSource<Recall> = {
  endpoint: adminRecalls.list,
  getId: ({ id }) => id,
  getName: ({ product }) => product.name,
  getPath: ({ id }) => recallPath(id),
  refreshMs: rows => (rows.some(({ buyers }) => buyers.waiting > 0) ? SENDING_MS : false),
}

const recallPath = (id: number): string => `${PATHS.recalls}/${id}`

function useColumns(): readonly ListColumn<Recall>[] {
  const { t } = useTranslation()
  return [
    {
      name: 'product',
      label: t('recalls.product'),
      role: 'title',
      cell: recall => <RowLink path={recallPath(recall.id)}>{recall.product.name}</RowLink>,
    },
    {
      name: 'started_at',
      label: t('recalls.begun'),
      sort: 'started_at',
      cell: ({ started_at }) => shopTimeText(started_at),
    },
    { name: 'lots', label: t('recalls.lots'), labelOnCard: true, cell: ({ lots }) => lots || t('recalls.all') },
    {
      name: 'reached',
      label: t('recalls.reached'),
      labelOnCard: true,
      cell: ({ buyers }) => t('recalls.reachedOf', { reached: buyers.reached, count: buyers.total }),
    },
    { name: 'state', label: t('recalls.state'), role: 'status', cell: recall => <RecallPill recall={recall} /> },
  ]
}

function useFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  return [
    {
      name: 'open',
      label: t('recalls.state'),
      options: [
        { value: 'true', label: t('recalls.states.open') },
        { value: 'false', label: t('recalls.states.ended') },
      ],
    },
  ]
}

/** The recalls; one of them by its id in the address; or a new one of a product: `?product=`. */
export function RecallsPage() {
  const { id } = useParams()
  const [search] = useSearchParams()
  const product = search.get('product') ?? ''
  if (id !== undefined) return <RecallView key={id} id={id} />
  return /^[1-9]\d*$/.test(product) ? <RecallForm key={product} productId={product} /> : <RecallList />
}

/** The newest first. One begins on its product's page. */
function RecallList() {
  const { t } = useTranslation()
  const choose = (
    <Button variant="contained" component={Link} to={PATHS.products}>
      {t('recalls.chooseProduct')}
    </Button>
  )
  return (
    <Page title={t('links./recalls')} width="wide">
      <AdminList
        caption={t('links./recalls')}
        source={LIST_SOURCE}
        columns={useColumns()}
        defaultSort="-started_at"
        filters={useFilters()}
        countText={count => t('recalls.count', { count })}
        empty={<EmptyState title={t('recalls.emptyTitle')} text={t('recalls.emptyText')} action={choose} />}
      />
    </Page>
  )
}
