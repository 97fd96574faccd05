import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import type { ProductInsight } from '#contract/administration/reports.ts'
import { dayText } from '#domain/format/day-text.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { SortedTable, type TableColumn } from '#web/back-office/kit/charts/sorted-table.tsx'
import { useMayOpen } from '#web/back-office/kit/page-calls.ts'
import { formatUnitQuantity, signedText } from '#web/back-office/kit/quantity-labels.ts'
import { orderPath } from '#web/back-office/orders/admin-orders/order-labels.ts'
import { ledgerKindText } from '#web/back-office/stock/stock-work/ledger-view.tsx'
import { stockPath } from '#web/back-office/stock/stock-work/work-labels.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'

function TablePanel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Panel>
  )
}

const gridStyles = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
} as const

/** Changes of stock, prices and orders, the newest first; rows lead to what they are. */
export function InsightTables({ data }: { data: ProductInsight }) {
  const { t } = useTranslation()
  const [priceColumns, orderColumns] = [usePriceColumns(), useOrderColumns(data.unit)]
  return (
    <Box sx={gridStyles}>
      {data.moves.length > 0 && <MovesTable data={data} />}
      <TablePanel title={t('productInsight.prices')}>
        <SortedTable
          caption={t('productInsight.prices')}
          columns={priceColumns}
          rows={data.prices.map((price, at) => ({ ...price, key: String(at) }))}
          getKey={({ key }) => key}
        />
      </TablePanel>
      {data.orders.length > 0 && (
        <TablePanel title={t('productInsight.orders')}>
          <SortedTable
            caption={t('productInsight.orders')}
            columns={orderColumns}
            rows={data.orders}
            getKey={({ id }) => String(id)}
          />
        </TablePanel>
      )}
    </Box>
  )
}

type MoveRow = ProductInsight['moves'][number] & { key: string }

function MovesTable({ data }: { data: ProductInsight }) {
  const { t } = useTranslation()
  const mayOpen = useMayOpen()
  const getPath = ({ store, delivery_id: delivery }: MoveRow) => {
    const path = `${stockPath({ store: store.id, deliveries: 'all' })}&delivery_id=${delivery}`
    return delivery !== null && mayOpen(path) ? path : undefined
  }
  const columns: TableColumn<MoveRow>[] = [
    { name: 'day', label: t('productInsight.day'), value: ({ day }) => day, text: ({ day }) => dayText(day) },
    {
      name: 'kind',
      label: t('productInsight.what'),
      value: ({ kind }) => ledgerKindText(kind, t),
      text: ({ kind }) => ledgerKindText(kind, t),
      to: getPath,
    },
    { name: 'store', label: t('reports.store'), value: ({ store }) => store.name, text: ({ store }) => store.name },
    {
      name: 'quantity',
      label: t('productInsight.quantity'),
      isFigure: true,
      value: ({ quantity }) => quantity,
      text: ({ quantity }) => signedText(quantity, data.unit, t),
    },
  ]
  const rows = data.moves.map((move, at) => ({ ...move, key: String(at) }))
  return (
    <TablePanel title={t('productInsight.moves')}>
      <SortedTable caption={t('productInsight.moves')} columns={columns} rows={rows} getKey={({ key }) => key} />
    </TablePanel>
  )
}

type PriceRow = ProductInsight['prices'][number] & { key: string }

function usePriceColumns(): TableColumn<PriceRow>[] {
  const { t } = useTranslation()
  const getDays = ({ from_day: from, until_day: until }: PriceRow) =>
    until === null ? t('productInsight.since', { day: dayText(from) }) : `${dayText(from)}–${dayText(until)}`
  return [
    { name: 'from', label: t('productInsight.when'), value: ({ from_day: from }) => from, text: getDays },
    {
      name: 'kind',
      label: t('productInsight.what'),
      value: ({ kind }) => kind,
      text: ({ kind }) => t(`productInsight.priceKinds.${kind}`),
    },
    {
      name: 'price',
      label: t('productInsight.price'),
      isFigure: true,
      value: ({ price }) => price,
      text: ({ price }) => eurosText(price),
    },
  ]
}

type OrderRow = ProductInsight['orders'][number]

function useOrderColumns(unit: string): TableColumn<OrderRow>[] {
  const { t } = useTranslation()
  const mayOpen = useMayOpen()
  return [
    {
      name: 'id',
      label: t('adminOrders.order'),
      isFigure: true,
      value: ({ id }) => id,
      text: ({ id }) => String(id),
      to: ({ id }) => (mayOpen(orderPath(id)) ? orderPath(id) : undefined),
    },
    { name: 'at', label: t('adminOrders.paid'), value: ({ at }) => at, text: ({ at }) => shopTimeText(at) },
    { name: 'store', label: t('reports.store'), value: ({ store }) => store.name, text: ({ store }) => store.name },
    {
      name: 'quantity',
      label: t('productInsight.quantity'),
      isFigure: true,
      value: ({ quantity }) => quantity,
      text: ({ quantity }) => formatUnitQuantity(quantity, unit, t),
    },
    {
      name: 'total',
      label: t('adminOrders.total'),
      isFigure: true,
      value: ({ total }) => total,
      text: ({ total }) => eurosText(total),
    },
  ]
}
