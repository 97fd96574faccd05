import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { linesTable } from '#web/kit/ui/lines-table.ts'
import { eurosText } from '#web/kit/ui/money-format.ts'
import { Money } from '#web/kit/ui/money.tsx'
import { quantityText, unitText } from '#web/shop/catalogue/products/unit-text.ts'
import { toCents, totalCents } from './order-cents.ts'

type OrderItem = Order['order_items'][number]

function ItemRow({ item, hasUnitPrice }: { item: OrderItem; hasUnitPrice: boolean }) {
  const { t } = useTranslation()
  return (
    <tr>
      <Box component="th" scope="row">
        {item.name}
        {hasUnitPrice && (
          <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
            {t('home.unitPrice', { price: eurosText(item.price), unit: unitText(item.unit, t) })}
          </Typography>
        )}
        {item.deposit > 0 && (
          <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
            {t('order.deposit')} <Money cents={toCents(item.deposit)} />
          </Typography>
        )}
      </Box>
      <Box component="td" sx={{ whiteSpace: 'nowrap' }}>
        {quantityText(thousandthsFromQuantity(item.quantity) ?? 0, item.unit, t)}
      </Box>
      <td>
        <Money cents={toCents(item.amount)} />
      </td>
    </tr>
  )
}

/** The order's lines, store and totals: at checkout, on the receipt, and with the unit prices for admins. */
export function OrderSummary({ order, hasUnitPrices = false }: { order: Order; hasUnitPrices?: boolean }) {
  const { t } = useTranslation()
  const id = useId()
  const items = order.order_items.toSorted(byFinnishName)
  return (
    <section aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {order.store.name}
      </Typography>
      <Box component="table" sx={linesTable} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{t('order.product')}</th>
            <th scope="col">{t('order.quantity')}</th>
            <th scope="col">{t('order.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(item => (
            <ItemRow key={item.product_version_id} item={item} hasUnitPrice={hasUnitPrices} />
          ))}
        </tbody>
      </Box>
      <OrderTotals order={order} />
    </section>
  )
}

type RowProps = {
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
function OrderTotals({ order }: { order: Order }) {
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
