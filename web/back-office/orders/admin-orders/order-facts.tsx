import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { formatDate } from '#domain/format/date-format.ts'
import { formatReferenceNumber } from '#domain/payments/reference-number.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { Section } from './section.tsx'

/** The shopper, the times, the reference number and the terms of an order. */
export function OrderFacts({ order }: { order: AdminOrder }) {
  const { t } = useTranslation()
  const { terms_version: terms } = order
  const facts: readonly (readonly [string, string | undefined])[] = [
    [t('adminOrders.shopper'), order.customer.email],
    [t('adminOrders.reference'), formatReferenceNumber(order.reference_number)],
    [t('adminOrders.created'), shopTimeText(order.created_at)],
    [t('adminOrders.updated'), shopTimeText(order.updated_at)],
    [t('adminOrders.paid'), order.paid_at === null ? undefined : shopTimeText(order.paid_at)],
    [t('adminOrders.cancelled'), order.cancelled_at === null ? undefined : shopTimeText(order.cancelled_at)],
    [
      t('adminOrders.terms'),
      terms === null
        ? undefined
        : t('adminOrders.termsVersion', {
            id: terms.id,
            day: formatDate(new Date(terms.published_at), SHOP_TIME_ZONE),
          }),
    ],
  ]
  return (
    <Section title={t('adminOrders.facts')}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.75 }}>
        {facts.map(
          ([label, value]) =>
            value !== undefined && (
              <Box
                key={label}
                sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}
              >
                <Box component="dt" sx={{ color: 'text.secondary' }}>
                  {label}
                </Box>
                <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
                  {value}
                </Box>
              </Box>
            ),
        )}
      </Box>
    </Section>
  )
}
