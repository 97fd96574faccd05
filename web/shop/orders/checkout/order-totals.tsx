import { percentText } from '#domain/format/percent-text.ts'
import type { Order } from '#contract/orders/orders.ts'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Money } from '#web/kit/ui/money.tsx'
import { toCents, totalCents } from './order-cents.ts'

interface RowProps {
  label: ReactNode
  cents: number
  isStrong?: boolean
}

const strong = { typography: 'subtitle1', fontWeight: 700, mt: 0.5 } as const

function Row({ label, cents, isStrong = false }: RowProps) {
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, ...(isStrong && strong) }}>
      <dt>{label}</dt>
      <Box component="dd" sx={{ m: 0 }}>
        <Money cents={cents} />
      </Box>
    </Box>
  )
}

/** Deposit, net, VAT by rate and gross: they add up to the cent. */
export function OrderTotals({ order }: { order: Order }) {
  const { t } = useTranslation()
  const depositCents = order.order_items.reduce((sum, { deposit }) => sum + toCents(deposit), 0)
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        mt: 1,
        pt: 1.25,
        borderTop: 2,
        borderColor: 'line.strong',
        display: 'grid',
        gap: 0.5,
        typography: 'body2',
      }}
    >
      {depositCents > 0 && <Row label={t('order.depositIncluded')} cents={depositCents} />}
      <Row label={t('basket.totalNet')} cents={toCents(order.total_net_amount)} />
      {order.vat_by_rate.map(({ vat, tax }) => (
        <Row key={vat} label={t('order.vatLine', { rate: percentText(vat) })} cents={toCents(tax)} />
      ))}
      <Row label={t('basket.total')} cents={totalCents(order)} isStrong />
    </Box>
  )
}
