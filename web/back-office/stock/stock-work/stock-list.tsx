import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { ChangeEvent } from 'react'
import { useNavigate } from 'react-router'
import { listExports } from '#contract/administration/list-exports.ts'
import { markdownRules } from '#contract/stock/markdown-rules.ts'
import { type Shelf, stock } from '#contract/stock/stock.ts'
import { useSupplierFilter } from '#web/back-office/catalogue/suppliers/supplier-input.tsx'
import { Euros } from '#web/back-office/kit/figures.tsx'
import { LevelPill, STOCK_LEVELS, levelText } from '#web/back-office/kit/level-pill.tsx'
import { formatUnitQuantity } from '#web/back-office/kit/quantity-labels.ts'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import { MoreActions } from '#web/kit/lists/list-menu.tsx'
import type { ListColumn, ListFilter, ListSource } from '#web/kit/lists/list-types.ts'
import { useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { FIELD_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { LevelWarnings } from './level-warnings.tsx'
import { stockPath, type WorkKind, workLabels } from './work-labels.ts'

/** What the goods cost. */
const valueColumns = (t: Translate): readonly ListColumn<Shelf>[] => [
  {
    name: 'cost',
    label: t('stock.purchasePrice'),
    align: 'end',
    optional: 'hidden',
    labelOnCard: true,
    cell: ({ purchase_price: price }) => (price === null ? '–' : <Euros amount={price} />),
  },
  {
    name: 'value',
    label: t('stock.value'),
    align: 'end',
    optional: 'hidden',
    labelOnCard: true,
    cell: ({ value }) => (value === null ? '–' : <Euros amount={value} />),
  },
]

/** `hasValues`: with what the goods cost. */
function useColumns(hasValues: boolean): readonly ListColumn<Shelf>[] {
  const { t } = useTranslation()
  return [
    { name: 'name', label: t('stock.product'), role: 'title', sort: 'name', cell: ({ name }) => name },
    {
      name: 'quantity',
      label: t('stock.quantity'),
      sort: 'quantity',
      align: 'end',
      cell: ({ quantity, unit }) => (
        <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {formatUnitQuantity(quantity, unit, t)}
        </Box>
      ),
    },
    {
      name: 'limit',
      label: t('stock.alarmLimit'),
      align: 'end',
      optional: 'shown',
      labelOnCard: true,
      cell: ({ alarm_limit: limit, unit }) => (limit === null ? '–' : formatUnitQuantity(limit, unit, t)),
    },
    { name: 'supplier', label: t('stock.supplier'), optional: 'shown', cell: ({ supplier }) => supplier.name },
    {
      name: 'offered',
      label: t('stock.offered'),
      optional: 'hidden',
      labelOnCard: true,
      cell: ({ offered }) => (offered ? t('forms.yes') : t('forms.no')),
    },
    ...(hasValues ? valueColumns(t) : []),
    {
      name: 'level',
      label: t('stock.level'),
      role: 'status',
      isUsual: ({ level }) => level === 'ok',
      cell: ({ level }) => <LevelPill level={level} />,
    },
  ]
}

function useFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const supplier = useSupplierFilter(t('stock.supplier'))
  return [
    {
      name: 'level',
      label: t('stock.level'),
      options: STOCK_LEVELS.map(level => ({ value: level, label: levelText(level, t) })),
    },
    {
      name: 'offered',
      label: t('stock.offered'),
      options: [
        { value: 'true', label: t('forms.yes') },
        { value: 'false', label: t('forms.no') },
      ],
    },
    supplier,
  ]
}

/** The actions on a store's stock: deliveries first. On a wide screen, only rarer actions, such as waste, are in the menu. */
function ListActions({ storeId }: { storeId: number }) {
  const { t } = useTranslation()
  const may = useMay()
  const workItem = (work: WorkKind) => ({ label: workLabels(work, t).title, to: stockPath({ store: storeId, work }) })
  const usual = workItem('delivery')
  const others = [workItem('count'), { label: t('purchasing.orders'), to: stockPath({ store: storeId, order: 'all' }) }]
  const seldom = [
    workItem('waste'),
    workItem('correction'),
    { label: t('stockTakes.title'), to: stockPath({ store: storeId, take: 'all' }) },
    { label: t('redLabels.title'), to: stockPath({ store: storeId, mark: 'today' }) },
    { label: t('stock.lots'), to: stockPath({ store: storeId, lots: 'all' }) },
    ...(may(markdownRules.get, storeId)
      ? [{ label: t('stock.markdowns'), to: stockPath({ store: storeId, markdown: 'rules' }) }]
      : []),
    { label: t('stock.deliveries'), to: stockPath({ store: storeId, deliveries: 'all' }) },
  ]
  return (
    <Box sx={{ flex: { xs: '1 1 100%', md: 'none' }, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button variant="contained" size="small" component={Link} to={usual.to}>
        {usual.label}
      </Button>
      <MoreActions actions={[...others, ...seldom.map(action => ({ ...action, isSeldom: true }))]} />
    </Box>
  )
}

/** A store's stock with its levels, and the actions for changing it. */
export function StockList({ store, stores }: { store: StockStore; stores: readonly StockStore[] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const may = useMay()
  const source: ListSource<Shelf> = {
    endpoint: stock.list,
    isLive: true,
    params: { id: store.id },
    getId: ({ product_id: id }) => id,
    getName: ({ name }) => name,
    ...(may(stock.ledger, store.id) && {
      getPath: ({ product_id: product }: Shelf) => stockPath({ store: store.id, product }),
    }),
  }
  const hasValues = may(stock.value, store.id)
  const aside = (
    <>
      {stores.length > 1 && (
        <Box
          component="select"
          aria-label={t('stock.store')}
          value={String(store.id)}
          onChange={(event: ChangeEvent<HTMLSelectElement>) =>
            void navigate(stockPath({ store: Number(event.target.value) }))
          }
          className={FIELD_CLASS}
          sx={{ flex: '1 1 auto', width: 160, maxWidth: { sm: 240 }, minHeight: 44, mr: 'auto' }}
        >
          {stores.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </Box>
      )}
      <ListActions storeId={store.id} />
    </>
  )
  return (
    <Page title={t('stock.title')} width="wide" aside={aside}>
      <AdminList
        key={store.id}
        caption={t('stock.title')}
        source={source}
        columns={useColumns(hasValues)}
        defaultSort="sort_order"
        views="stock"
        exports={{ csv: listExports.stockCsv, xlsx: listExports.stockXlsx }}
        search={t('stock.search')}
        filters={useFilters()}
        countText={(count, hasMore) =>
          hasMore
            ? t('lists.moreThan', { what: t('stock.productCount', { count }) })
            : t('stock.productCount', { count })
        }
        empty={<EmptyState title={t('stock.emptyTitle')} text={t('stock.emptyText')} />}
        beside={<LevelWarnings storeId={store.id} />}
      />
      {hasValues && <StockValue storeId={store.id} />}
    </Page>
  )
}

/** The worth of the stock, if any product has a purchase price. */
function StockValue({ storeId }: { storeId: number }) {
  const { t } = useTranslation()
  const { data } = useQuery({
    ...queryFor(stock.value, { params: { id: storeId } }),
    meta: { isBackground: true },
  })
  if (!data || data.priced === 0) return null
  return (
    <Box sx={{ color: 'text.secondary', typography: 'body2' }}>
      {t('stock.worth')} <Euros amount={data.value} />
      {data.unpriced > 0 && `. ${t('stock.unpriced', { count: data.unpriced })}`}
    </Box>
  )
}
