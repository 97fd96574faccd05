import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type PurchaseOrder, purchaseOrders } from '#contract/stock/purchase-orders.ts'
import { stock } from '#contract/stock/stock.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import { useSupplierFilter } from '#web/back-office/catalogue/suppliers/supplier-input.tsx'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { stockPath } from '#web/back-office/stock/stock-work/work-labels.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListColumn, ListSource } from '#web/kit/lists/list-types.ts'
import { useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { OrderPill, stateOptions } from './order-labels.tsx'
import { OrderValue } from './packs-list.tsx'

const valueColumn = (t: Translate): ListColumn<PurchaseOrder> => ({
  name: 'value',
  label: t('purchasing.value'),
  align: 'end',
  labelOnCard: true,
  cell: ({ value, unpriced, products }) => <OrderValue value={value} unpriced={unpriced} products={products} />,
})

/** `hasValues`: with what the goods cost. */
function useColumns(store: StockStore, hasValues: boolean): readonly ListColumn<PurchaseOrder>[] {
  const { t } = useTranslation()
  const timeText = (at: string) => formatDateTime(new Date(at), store.time_zone)
  return [
    {
      name: 'id',
      label: t('purchasing.order'),
      role: 'title',
      cell: ({ id, supplier }) => `${id} · ${supplier.name}`,
    },
    { name: 'created', label: t('purchasing.created'), labelOnCard: true, cell: order => timeText(order.created_at) },
    {
      name: 'sent',
      label: t('purchasing.sent'),
      labelOnCard: true,
      cell: ({ sent_at: at }) => (at === null ? '–' : timeText(at)),
    },
    {
      name: 'came',
      label: t('purchasing.came'),
      align: 'end',
      labelOnCard: true,
      cell: ({ fully_received: complete, products: count }) => t('purchasing.cameOf', { complete, count }),
    },
    ...(hasValues ? [valueColumn(t)] : []),
    { name: 'state', label: t('stock.level'), role: 'status', cell: order => <OrderPill order={order} /> },
  ]
}

/** A store's orders to its suppliers. */
export function OrderList({ store }: { store: StockStore }) {
  const { t } = useTranslation()
  const supplier = useSupplierFilter(t('purchasing.supplier'))
  const source: ListSource<PurchaseOrder> = {
    endpoint: purchaseOrders.list,
    params: { id: store.id },
    getId: ({ id }) => id,
    getName: ({ id }) => t('purchasing.name', { id: String(id) }),
    getPath: ({ id }) => stockPath({ store: store.id, order: id }),
  }
  const may = useMay()
  const reorder = may(purchaseOrders.proposal, store.id) && (
    <Button variant="contained" size="small" component={Link} to={stockPath({ store: store.id, reorder: 'choose' })}>
      {t('purchasing.reorder')}
    </Button>
  )
  return (
    <Page
      title={t('purchasing.orders')}
      lead={`${store.name}. ${t('purchasing.ordersLead')}`}
      width="wide"
      aside={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {reorder}
          <Button variant="text" size="small" component={Link} to={stockPath({ store: store.id })}>
            {t('stock.backToStock')}
          </Button>
        </Box>
      }
    >
      <AdminList
        caption={t('purchasing.orders')}
        source={source}
        columns={useColumns(store, may(stock.value, store.id))}
        defaultSort="-id"
        filters={[{ name: 'state', label: t('stock.level'), options: stateOptions(t) }, supplier]}
        countText={count => t('purchasing.count', { count })}
        sumsText={({ total = 0 }) => t('lists.sumTotal', { amount: eurosText(total) })}
        empty={<EmptyState title={t('purchasing.emptyTitle')} text={t('purchasing.emptyText')} action={reorder} />}
      />
    </Page>
  )
}
