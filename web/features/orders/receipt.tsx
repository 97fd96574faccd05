import type { Order } from '#contract/orders.ts'
import { formatDateTime } from '#domain/date-format.ts'
import { formatReferenceNumber } from '#domain/reference-number.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useOperator } from '#web/features/operator/queries.ts'
import { useStores } from '#web/features/stores/queries.ts'
import { Panel } from '#web/ui/panel.tsx'
import { CardSlip } from './card-slip.tsx'
import { OrderSummary } from './order-summary.tsx'

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
      <dt>{label}</dt>
      <Box component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Box>
    </Box>
  )
}

/** What was paid, to whom and when, with VAT by rate, and what the terminal printed. */
export function Receipt({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { data: operator } = useOperator()
  const timeZone = useStores().data?.find(({ id }) => id === order.store.id)?.time_zone ?? SHOP_TIME_ZONE
  return (
    <Panel component="article" aria-label={t('completed.receipt')}>
      <OrderSummary order={order} />
      <Box
        component="dl"
        sx={{
          m: 0,
          mt: 2,
          pt: 1.5,
          borderTop: 1,
          borderColor: 'divider',
          display: 'grid',
          gap: 0.25,
          typography: 'body2',
        }}
      >
        {order.paid_at !== null && (
          <Fact label={t('order.paidAt')} value={formatDateTime(new Date(order.paid_at), timeZone)} />
        )}
        <Fact label={t('order.number')} value={String(order.id)} />
        <Fact label={t('order.reference')} value={formatReferenceNumber(order.reference_number)} />
      </Box>
      {operator && (
        <Typography variant="body2" sx={{ mt: 1.5, color: 'text.secondary' }}>
          {[operator.name, operator.business_id, operator.address].join(' · ')}
        </Typography>
      )}
      {order.receipt_text !== null && <CardSlip text={order.receipt_text} />}
    </Panel>
  )
}
