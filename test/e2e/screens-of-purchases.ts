import { expect } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import { getEan } from './goods.ts'
import { payOrder } from './order-mutations.ts'
import { signUp } from './people.ts'
import { refundOne } from './receipts.ts'
import type { Screen, Visit } from './screen-list.ts'

/** Two VAT rates and a deposit. */
const GOODS = [
  { code: getEan('light-milk'), quantity: 2 },
  { code: getEan('cola'), quantity: 6 },
  { code: getEan('toilet-paper'), quantity: 1 },
]

/** One purchase of last month, and one of today with a partial refund. */
async function buyTwice({ context, shop, language }: Visit): Promise<Order> {
  const shopper = await signUp(context, shop, { language })
  const old = await payOrder(shopper, shop, GOODS.slice(0, 1))
  await shop.query(`UPDATE customer_order SET paid_at = paid_at - interval '32 days' WHERE id = $1`, [old.id])
  const order = await payOrder(shopper, shop, GOODS)
  await refundOne(shop, order.id)
  return order
}

/** A shopper's purchases. */
export const PURCHASE_SCREENS: readonly Screen[] = [
  {
    name: 'purchases',
    async open(visit) {
      await buyTwice(visit)
      await visit.page.goto('/purchases')
      await expect(visit.page.getByRole('list').getByRole('listitem').nth(1)).toBeVisible()
    },
  },
  {
    name: 'purchase',
    async open(visit) {
      const { id } = await buyTwice(visit)
      await visit.page.goto(`/purchases/${id}`)
      await expect(visit.page.getByRole('article')).toBeVisible()
    },
  },
]
