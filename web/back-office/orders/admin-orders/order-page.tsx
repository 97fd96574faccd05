import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link, useParams } from 'react-router'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { RecordLoading } from '#web/kit/forms/record-loading.tsx'
import { OrderSummary } from '#web/shop/orders/checkout/order-summary.tsx'
import { VatTable } from '#web/shop/orders/receipts/vat-table.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderTrail } from './order-trail.tsx'
import { standingText, standingTone } from './order-words.ts'
import { PaymentList } from './payment-list.tsx'
import { adminOrderQuery, orderRefundsQuery } from './queries.ts'
import { RefundList } from './refund-list.tsx'
import { Section } from './section.tsx'
import { UnresolvedPanels } from './unresolved-panels.tsx'
import { WithdrawalPanel } from './withdrawal-panel.tsx'

const column = { display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 } as const

function OrderView({ order }: { order: AdminOrder }) {
  const { t } = useTranslation()
  const { data: refunds } = useQuery(orderRefundsQuery(String(order.id)))
  return (
    <Page
      title={t('adminOrders.orderTitle', { id: order.id })}
      width="wide"
      lead={
        <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <StatusPill tone={standingTone(order)}>{standingText(order, t)}</StatusPill>
          {`${order.store.name} · ${t(`adminOrders.types.${order.order_type}`)}`}
        </Box>
      }
      aside={
        <Button variant="text" component={Link} to={PATHS.orders}>
          {t('adminOrders.back')}
        </Button>
      }
    >
      <OrderActions order={order} refunds={refunds} />
      <UnresolvedPanels order={order} refunds={refunds} />
      {order.withdrawal && <WithdrawalPanel order={order} withdrawal={order.withdrawal} />}
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <Box sx={column}>
          <Panel component="section" aria-label={t('adminOrders.goods')}>
            <OrderSummary order={order} hasUnitPrices />
          </Panel>
          {order.vat_by_rate.length > 0 && (
            <Section title={t('adminOrders.vat')}>
              <VatTable rates={order.vat_by_rate} />
            </Section>
          )}
          <OrderFacts order={order} />
        </Box>
        <Box sx={column}>
          <PaymentList attempts={order.attempts} />
          {refunds && (refunds.refunds.length > 0 || order.can_refund) && <RefundList refunds={refunds} />}
          <OrderTrail events={order.events} />
        </Box>
      </Box>
    </Page>
  )
}

/** One order: its lines, payments, refunds and actions. */
export function OrderPage() {
  const { id = '' } = useParams()
  const { data } = useQuery(adminOrderQuery(id))
  return data === undefined ? <RecordLoading /> : <OrderView key={id} order={data} />
}
