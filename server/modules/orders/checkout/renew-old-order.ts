import { eurosFromCents } from '#domain/money.ts'
import { CHECKOUT_MS } from '#domain/orders/order-limits.ts'
import { orderCan, statusesThat } from '#domain/orders/order.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import type { Context } from '#server/platform/context.ts'
import { secondsFromNow } from '#server/platform/db/sql-fragments.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import { placeOrder } from './place-order.ts'

/**
 * Replaces an order that is too old to be paid by one of the same goods at today's prices, which the app then shows. Where it can't
 * be placed, the old one stays, for the app to name the goods that are no longer sold.
 */
export async function renewOldOrder(context: Context, user: SignedIn): Promise<void> {
  const lines = await context.db
    .selectFrom('customer_order as old')
    .innerJoin('order_line as line', 'line.order_id', 'old.id')
    .select(['line.product_id', 'line.quantity_thousandths', 'line.amounts_cents'])
    .where('old.user_id', '=', user.userId)
    .where('old.store_id', '=', user.activeStoreId)
    .where('old.status', 'in', statusesThat(orderCan.replace))
    .where('old.order_type', '=', 'standard')
    .where('old.cancelled_at', 'is', null)
    .where('old.created_at', '<', secondsFromNow(-CHECKOUT_MS / 1000))
    .orderBy('line.id')
    .execute()
  if (lines.length === 0) return
  const items = lines.map(({ product_id, quantity_thousandths, amounts_cents }) => ({
    product_id,
    quantity: quantityFromThousandths(quantity_thousandths),
    ...(amounts_cents && { amounts: amounts_cents.map(eurosFromCents) }),
  }))
  await placeOrder(context, user, items)
}
