import { orderItems } from '#domain/orders/basket-lines.ts'
import { useOnline } from '#web/kit/api/use-online.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import { PrimaryButton } from '#web/kit/ui/buttons.tsx'
import { formatMoney, Money } from '#web/kit/ui/money.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { NetAmount } from '#web/shop/orders/checkout/order-summary.tsx'
import { usePlaceOrder } from '#web/shop/orders/checkout/use-place-order.ts'
import { itemCount } from './line-texts.ts'
import type { BasketView } from './use-basket.ts'

/** The basket's total when this order was made from it. */
export type ExpectedTotal = {
  orderId: number
  totalCents: number
}

type BasketBarProps = {
  basket: BasketView
  onCheckout: (seen: ExpectedTotal) => void
}

/** The number of items, the total, and the checkout button; always visible. */
export function BasketBar({ basket, onCheckout }: BasketBarProps) {
  const { t } = useTranslation()
  const place = usePlaceOrder()
  const isOnline = useOnline()
  const goToCheckout = async () => {
    const { basket: items, lines, sumCents: totalCents } = basket
    const products = lines.map(line => line.product)
    // A refusal has been shown by then.
    const order = await place.mutateAsync(orderItems(items, products)).catch(() => undefined)
    if (order) onCheckout({ orderId: order.id, totalCents })
  }
  const isFree = basket.sumCents === 0
  const summary = (
    <>
      <div>{t('basket.itemCount', { count: itemCount(basket.lines) })}</div>
      <NetAmount amount={formatMoney(basket.totals.netCents)} />
    </>
  )
  return (
    <BottomBar
      width="wide"
      summary={summary}
      total={<Money cents={basket.sumCents} />}
      action={
        isFree ? (
          <Text>{t('errors.order.nothingToPay')}</Text>
        ) : (
          <PrimaryButton
            disabled={!isOnline}
            loading={place.isPending}
            loadingLabel={t('common.loading')}
            onClick={() => void goToCheckout()}
          >
            {t(isOnline ? 'basket.toCheckout' : 'shell.waitsForConnection')}
          </PrimaryButton>
        )
      }
    />
  )
}
