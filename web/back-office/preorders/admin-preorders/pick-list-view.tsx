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
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFileLinks } from '#web/kit/lists/use-file-links.ts'
import { useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Money } from '#web/kit/ui/money.tsx'
import { toCents } from '#web/kit/ui/money.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { FigureTable } from './figure-table.tsx'
import { LoadedData } from './loaded-data.tsx'
import { amountText } from './quantity-labels.ts'

type Order = PickList['orders'][number]

function PickedOrder({ order }: { order: Order }) {
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
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {order.items.map(item => (
          <li key={item.id}>
            <strong>{amountText(item, t)}</strong> {item.name}
          </li>
        ))}
      </Box>
    </Box>
  )
}

/** What a store hands out, in total and to each shopper; the printed list has checkboxes. */
export function PickListView({ eventId, storeId }: { eventId: string; storeId: string }) {
  const { t } = useTranslation()
  const hasPeople = useMay()(adminPreorders.pickListPdf, Number(storeId))
  const query = { event_id: eventId, store_id: storeId }
  const list = useQuery({ ...queryFor(adminPreorders.pickList, { query }), meta: { handlesOwnError: true } })
  return (
    <LoadedData query={list}>
      {data =>
        data.orders.length === 0 ? (
          <EmptyState title={t('adminPreorders.nothingBooked')} text={t('adminPreorders.nothingBookedText')} />
        ) : (
          <>
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
              <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
                {data.orders.map(order => (
                  <PickedOrder key={order.id} order={order} />
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
