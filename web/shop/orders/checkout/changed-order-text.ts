import type { Order } from '#contract/orders/orders.ts'
import type { ApiError } from '#web/kit/api/api-error.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { formatMoney } from '#web/kit/ui/money.tsx'
import { totalCents } from './order-cents.ts'

type ChangedOrder = Pick<Order, 'order_items' | 'store' | 'total_amount' | 'isPreorder' | 'status'>

/** The ids of the goods that the refusal lists as no longer sold. */
function unsellableIds({ body }: ApiError): number[] {
  const { unsellable } = body
  if (!Array.isArray(unsellable)) return []
  return unsellable.flatMap((each: unknown) =>
    typeof each === 'object' && each !== null && 'product_id' in each && typeof each.product_id === 'number'
      ? [each.product_id]
      : [],
  )
}

/** Why an order can't be paid or booked as shown: the names of goods that are no longer sold, or else its new total. */
export function changedOrderText(error: ApiError, order: ChangedOrder, t: Translate): string {
  const ids = unsellableIds(error)
  const products = order.order_items.filter(item => ids.includes(item.product_id)).map(({ name }) => name)
  if (products.length > 0) {
    const isBooked = order.isPreorder && order.status !== 'checkout'
    return t(isBooked ? 'preorder.noLongerSold' : 'checkout.noLongerSold', { products: products.join(', ') })
  }
  if (error.body['store_closed'] === true) return t('checkout.storeClosed', { store: order.store.name })
  return t('checkout.orderChanged', { total: formatMoney(totalCents(order)) })
}
