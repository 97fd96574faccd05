import type { Order } from '#contract/orders/orders.ts'
import { byFinnishName } from '#domain/finnish-order.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { quantityText, unitText } from '#web/shop/catalogue/products/unit-text.ts'
import { linesTable } from '#web/kit/ui/lines-table.ts'
import { eurosText } from '#web/kit/ui/money-format.ts'
import { Money } from '#web/kit/ui/money.tsx'
import { toCents } from './order-cents.ts'
import { OrderTotals } from './order-totals.tsx'

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
