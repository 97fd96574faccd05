import { expect } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import { fillBasket, type BasketLine } from './basket-storage.ts'
import { getEan } from './goods.ts'
import { productWith, signUp, type Shopper } from './people.ts'
import type { Screen, Visit } from './screen-list.ts'
import { paymentAtTerminal, press } from './virtual-terminal.ts'

/** Two VAT rates and a deposit: everything that a summary can show. */
const A_BASKETFUL: readonly BasketLine[] = [
  { code: getEan('light-milk'), quantity: 2 },
  { code: getEan('cola'), quantity: 6 },
  { code: getEan('toilet-paper'), quantity: 1 },
]

const titled = ({ page, t }: Visit, key: string) => page.getByRole('heading', { name: t(key), exact: true })

async function openCheckout(visit: Visit): Promise<Shopper> {
  const { page, context, shop, language, t } = visit
  const shopper = await signUp(context, shop, { language })
  await fillBasket(page, shopper, A_BASKETFUL)
  await page.goto('/basket')
  await page.getByRole('button', { name: t('basket.toCheckout') }).click()
  await expect(titled(visit, 'checkout.title')).toBeVisible()
  return shopper
}

async function pressPay({ page, t }: Visit): Promise<void> {
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: t('checkout.pay', { amount: '' }).trim() }).click()
}

/** Another shopper's payment waits at the store's only terminal. */
async function occupyTerminal({ context, shop }: Visit): Promise<void> {
  const other = await context.browser()!.newContext({ baseURL: shop.origin })
  const { api } = await signUp(other, shop)
  const { id } = await productWith(api, getEan('light-milk'))
  await api.request('POST order', { orderItems: [{ product_id: id, quantity: 1 }] })
  void api.call('POST order/pay').catch(() => undefined)
  await paymentAtTerminal(shop)
}

async function openPaying(visit: Visit): Promise<void> {
  await openCheckout(visit)
  await pressPay(visit)
  await expect(titled(visit, 'pay.title')).toBeVisible()
  await paymentAtTerminal(visit.shop)
}

const ended = (name: string, button: 'approve' | 'cancel' | 'decline', code: string): Screen => ({
  name,
  async open(visit) {
    await openPaying(visit)
    await press(visit.shop, button)
    await expect(titled(visit, `completed.outcome.${code}.title`)).toBeVisible()
  },
})

/** As after a quarter of an hour without a response from the terminal. */
async function loseOutcome({ shop }: Visit, { api }: Shopper): Promise<Order> {
  const order = await api.request<Order>('GET order')
  await shop.query(
    `INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state,
       order_status_before, owner, lease_until, deadline_at)
     SELECT id, user_id, (SELECT min(terminal.id) FROM terminal WHERE terminal.store_id = customer_order.store_id),
       'lost-' || id, total_cents, 'EUR', 'UNRESOLVED', 'checkout', 'a server that is gone', now() + interval '1 day', now()
     FROM customer_order WHERE id = $1`,
    [order.id],
  )
  // With its history: the minutely check of the books compares them.
  await shop.query(
    `WITH event AS (
       INSERT INTO order_event (order_id, to_status, actor, kind) VALUES ($1, 'error', 'terminal', 'status_changed'))
     UPDATE customer_order SET status = 'error' WHERE id = $1`,
    [order.id],
  )
  return order
}

export const PAYMENT_SCREENS: readonly Screen[] = [
  { name: 'checkout', open: async visit => void (await openCheckout(visit)) },
  {
    name: 'terms',
    async open(visit) {
      await openCheckout(visit)
      await visit.page.getByRole('checkbox').check()
      await visit.page.getByRole('main').locator('label').getByRole('button').click()
      await expect(visit.page.getByRole('dialog').getByText('9012346-8')).toBeVisible()
    },
  },
  { name: 'paying', open: openPaying, leave: async ({ shop }) => void (await press(shop, 'cancel')) },
  {
    name: 'paying-in-line',
    async open(visit) {
      await openCheckout(visit)
      await occupyTerminal(visit)
      await pressPay(visit)
      await expect(titled(visit, 'pay.queuedTitle')).toBeVisible()
      await expect(visit.page.getByText(visit.t('pay.queuedNext')).first()).toBeVisible()
    },
    async leave(visit) {
      await visit.page.getByRole('button', { name: visit.t('pay.abort') }).click()
      await visit.page
        .getByRole('alertdialog')
        .getByRole('button', { name: visit.t('pay.abort') })
        .click()
      // Not earlier: the terminal that becomes free would be assigned to this shopper.
      await expect(titled(visit, 'completed.outcome.USER_CANCELLED.title')).toBeVisible()
      await press(visit.shop, 'cancel')
    },
  },
  ended('completed', 'approve', 'SUCCESS'),
  ended('completed-cancelled', 'cancel', 'USER_CANCELLED'),
  ended('completed-declined', 'decline', 'DECLINED'),
  {
    name: 'completed-unknown',
    async open(visit) {
      const order = await loseOutcome(visit, await openCheckout(visit))
      await visit.page.goto(`/completed?order=${order.id}`)
      await expect(titled(visit, 'completed.outcome.UNKNOWN.title')).toBeVisible()
    },
  },
  {
    name: 'home-unknown-payment',
    async open(visit) {
      const { id } = await loseOutcome(visit, await openCheckout(visit))
      await visit.page.goto('/home')
      await expect(
        visit.page.getByRole('heading', { name: visit.t('home.unresolvedTitle', { id: String(id) }) }),
      ).toBeVisible()
    },
  },
]
