import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { adminPreorders, type PickList } from '#contract/preorders/admin-preorders.ts'
import { formatReferenceNumber } from '#domain/payments/reference-number.ts'
import { orderPath, progressText, progressTone } from '#web/back-office/orders/admin-orders/order-labels.ts'
import { TitledPanel } from '#web/back-office/orders/admin-orders/titled-panel.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor, queryKey } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFileLinks } from '#web/kit/lists/use-file-links.ts'
import { useLiveQueries } from '#web/kit/live/use-changes.ts'
import { useTick } from '#web/kit/mutations/use-tick.ts'
import { useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { TickBox } from '#web/kit/ui/inputs/tick-box.tsx'
import { Money } from '#web/kit/ui/money.tsx'
import { toCents } from '#web/kit/ui/money.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { FigureTable } from './figure-table.tsx'
import { LoadedData } from './loaded-data.tsx'
import { amountText } from './quantity-labels.ts'
import { StandingPanel } from './standing-panel.tsx'

type ListedOrder = PickList['orders'][number]

const itemRow = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  overflowWrap: 'anywhere',
  cursor: 'pointer',
} as const

/** How many items of all shoppers have been put aside. */
function countPicked(orders: readonly ListedOrder[]) {
  const items = orders.flatMap(order => order.items)
  return { count: items.length, picked: items.filter(({ picked }) => picked).length }
}

type ItemTick = { orderId: number; productId: number; isTicked: boolean }

const withTick = (list: PickList, { orderId, productId, isTicked }: ItemTick): PickList => ({
  ...list,
  orders: list.orders.map(order => ({
    ...order,
    items: order.items.map(item =>
      order.id === orderId && item.id === productId ? { ...item, picked: isTicked } : item,
    ),
  })),
})

type PickedOrderProps = { order: ListedOrder; onTick: (productId: number, isTicked: boolean) => void }

/** One shopper's goods. A press anywhere on a row ticks it off, or undoes that. */
function PickedOrder({ order, onTick }: PickedOrderProps) {
  const { t } = useTranslation()
  const standing = { status: order.status, cancelled_at: null }
  const number = t('adminPreorders.orderNumber', {
    id: order.id,
    reference: formatReferenceNumber(order.reference_number),
  })
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between', alignItems: 'center' }}>
        <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
          {order.email ?? number}
        </Typography>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
          {order.total_amount !== null && <Money cents={toCents(order.total_amount)} size="line" />}
          <StatusPill tone={progressTone(standing)}>{progressText(standing, t)}</StatusPill>
        </Box>
      </Box>
      {order.email !== null && (
        <MuiLink
          component={Link}
          to={orderPath(order.id)}
          sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}
        >
          {number}
        </MuiLink>
      )}
      <Box component="ul" aria-label={order.email ?? number} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {order.items.map(item => (
          <li key={item.id}>
            <Box component="label" sx={itemRow}>
              <TickBox checked={item.picked} onChange={event => onTick(item.id, event.target.checked)} />
              <span>
                <strong>{amountText(item, t)}</strong> {item.name}
              </span>
            </Box>
          </li>
        ))}
      </Box>
    </Box>
  )
}

/** What a store hands out, in total and to each shopper, to be ticked off here or on paper. */
export function PickListView({ eventId, storeId }: { eventId: string; storeId: string }) {
  const { t } = useTranslation()
  const hasPeople = useMay()(adminPreorders.pickListPdf, Number(storeId))
  const query = { event_id: eventId, store_id: storeId }
  const list = useQuery({ ...queryFor(adminPreorders.pickList, { query }), meta: { handlesOwnError: true } })
  useLiveQueries([adminPreorders.pickList])
  const tick = useTick<PickList, ItemTick>({
    key: queryKey(adminPreorders.pickList, { query }),
    send: ({ orderId, productId, isTicked }) => {
      const items = [{ order_id: orderId, product_id: productId }]
      const body = { event_id: Number(eventId), store_id: Number(storeId), items, picked: isTicked }
      return callApi(adminPreorders.markPicked, { body })
    },
    put: withTick,
  })
  const mayDeliver = useMay()(adminPreorders.deliver, Number(storeId))
  return (
    <LoadedData query={list}>
      {data =>
        data.orders.length === 0 ? (
          <EmptyState title={t('adminPreorders.nothingBooked')} text={t('adminPreorders.nothingBookedText')} />
        ) : (
          <>
            {mayDeliver && <StandingPanel />}
            {hasPeople ? (
              <PdfLinks pdf={adminPreorders.pickListPdf} xlsx={adminPreorders.pickListXlsx} query={query} />
            ) : (
              <PdfLinks pdf={adminPreorders.pickSheetPdf} query={query} />
            )}
            <TitledPanel title={t('adminPreorders.allTogether')}>
              <FigureTable
                caption={t('adminPreorders.allTogether')}
                headings={[t('adminPreorders.product'), t('adminPreorders.quantity')]}
                rows={data.products.map(product => ({
                  key: product.id,
                  name: product.name,
                  cells: [<strong key="amount">{amountText(product, t)}</strong>],
                }))}
              />
            </TitledPanel>
            <TitledPanel title={t(hasPeople ? 'adminPreorders.byShopper' : 'adminPreorders.byOrder')}>
              <Box role="status">{t('adminPreorders.picked', countPicked(data.orders))}</Box>
              <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
                {data.orders.map(order => (
                  <PickedOrder
                    key={order.id}
                    order={order}
                    onTick={(productId, isTicked) => tick({ orderId: order.id, productId, isTicked })}
                  />
                ))}
              </Box>
            </TitledPanel>
          </>
        )
      }
    </LoadedData>
  )
}

type PdfLinksProps = {
  pdf: Endpoint
  xlsx?: Endpoint
  query: Readonly<Record<string, string>>
}

/** The same content as a PDF to print, and perhaps as a spreadsheet. */
export function PdfLinks({ pdf, xlsx, query }: PdfLinksProps) {
  const { t } = useTranslation()
  const linkTo = useFileLinks()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button variant="contained" component="a" {...linkTo({ endpoint: pdf, input: { query }, opens: true })}>
        {t('adminPreorders.print')}
      </Button>
      {xlsx && (
        <Button variant="outlined" component="a" {...linkTo({ endpoint: xlsx, input: { query } })}>
          {t('lists.xlsx')}
        </Button>
      )}
    </Box>
  )
}
