import { type ReactNode, useId } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { toLot } from '#domain/catalogue/lot.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { quantityText, unitText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { eurosText, Money } from '#web/kit/ui/money.tsx'
import { toCents } from '#web/kit/ui/money.tsx'
import { joinClasses, Text } from '#web/kit/ui/text.tsx'
import { lotText } from '#web/shop/catalogue/products/lot-text.ts'
import linesTable from '#web/shop/orders/lines-table.module.css'
import css from './checkout.module.css'
import { totalCents } from './order-cents.ts'

type OrderItem = Order['order_items'][number]

/** The date of the packages, else their lot; for admins both. */
function PackageCaption({ item, hasLot }: { item: OrderItem; hasLot: boolean }) {
  const { t } = useTranslation()
  const text = lotText(toLot(item), t)
  if (text === '') return null
  return (
    <Text variant="caption" className={css.unitPrice}>
      {hasLot && item.lot !== undefined && item.lot !== text ? `${text} · ${item.lot}` : text}
    </Text>
  )
}

function ItemRow({ item, hasUnitPrice, action }: { item: OrderItem; hasUnitPrice: boolean; action: ReactNode }) {
  const { t } = useTranslation()
  return (
    <tr>
      <th scope="row">
        {item.name}
        {hasUnitPrice && (
          <Text variant="caption" className={css.unitPrice}>
            {t('home.unitPrice', { price: eurosText(item.price), unit: unitText(item.unit, t) })}
          </Text>
        )}
        <PackageCaption item={item} hasLot={hasUnitPrice} />
        {item.reduced_percent && item.full_price && (
          <Text variant="caption" className={css.unitPrice}>
            {t('basket.reducedFrom', { percent: percentText(item.reduced_percent) })}{' '}
            <s>{eurosText(item.full_price)}</s>
          </Text>
        )}
        {item.deposit > 0 && (
          <Text variant="caption" className={css.deposit}>
            {t('order.deposit')} <Money cents={toCents(item.deposit)} />
          </Text>
        )}
        {action}
      </th>
      <td className={css.itemQuantity}>{quantityText(thousandthsFromQuantity(item.quantity) ?? 0, item.unit, t)}</td>
      <td>
        <Money cents={toCents(item.amount)} />
      </td>
    </tr>
  )
}

type OrderSummaryProps = {
  order: Order
  hasUnitPrices?: boolean
  /** Below the name of each product. */
  itemAction?: ((item: OrderItem) => ReactNode) | undefined
  /** Below the totals. */
  children?: ReactNode
}

/** The order's lines, store and totals: at checkout, on the receipt, and with the unit prices for admins. */
export function OrderSummary({ order, hasUnitPrices = false, itemAction, children }: OrderSummaryProps) {
  const { t } = useTranslation()
  const id = useId()
  const items = order.order_items.toSorted(byFinnishName)
  return (
    <section aria-labelledby={id} className={linesTable.frame}>
      <Text variant="h2" id={id} className={css.storeName}>
        {order.store.name}
      </Text>
      <table className={linesTable.lines} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{t('order.product')}</th>
            <th scope="col">{t('order.quantity')}</th>
            <th scope="col">{t('order.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, index) => (
            <ItemRow
              key={`${item.product_version_id} ${index}`}
              item={item}
              hasUnitPrice={hasUnitPrices}
              action={itemAction?.(item)}
            />
          ))}
        </tbody>
      </table>
      <OrderTotals order={order} />
      <div className={css.belowTotals}>{children}</div>
    </section>
  )
}

/** The total without VAT, beside the total of a bottom bar. */
export function NetAmount({ amount }: { amount: string }) {
  const { t } = useTranslation()
  return <div className={css.netOf}>{t('basket.netOf', { amount })}</div>
}

type RowProps = {
  label: ReactNode
  cents: number
  isStrong?: boolean
}

function SumRow({ label, cents, isStrong = false }: RowProps) {
  return (
    <div className={joinClasses(css.totalsRow, isStrong && css.grossTotal)}>
      <dt>{label}</dt>
      <dd className={css.money}>
        <Money cents={cents} />
      </dd>
    </div>
  )
}

/** Deposit, net, VAT by rate and gross: they add up to the cent. */
function OrderTotals({ order }: { order: Order }) {
  const { t } = useTranslation()
  const depositCents = order.order_items.reduce((sum, { deposit }) => sum + toCents(deposit), 0)
  return (
    <dl className={css.totals}>
      {depositCents > 0 && <SumRow label={t('order.depositIncluded')} cents={depositCents} />}
      <SumRow label={t('basket.totalNet')} cents={toCents(order.total_net_amount)} />
      {order.vat_by_rate.map(({ vat, tax }) => (
        <SumRow key={vat} label={t('order.vatLine', { rate: percentText(vat) })} cents={toCents(tax)} />
      ))}
      <SumRow label={t('basket.total')} cents={totalCents(order)} isStrong />
    </dl>
  )
}
