import { expect } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import { getEan } from './goods.ts'
import { LAST_MONTH, sellLastMonth } from './month-of-sales.ts'
import { enterOffice, openPage } from './office-visit.ts'
import { leaveInDoubt, payOrder } from './order-mutations.ts'
import type { RunningShop } from './running-shop.ts'
import type { Screen, Visit } from './screen-list.ts'

const GOODS = [
  { code: getEan('light-milk'), quantity: 3 },
  { code: getEan('butter'), quantity: 1 },
]

/** Caches what the screens of a shop share, which would otherwise be created again for every look. */
const once = <Made>(make: (visit: Visit) => Promise<Made>) => {
  const made = new WeakMap<RunningShop, Promise<Made>>()
  return (visit: Visit): Promise<Made> => {
    const cached = made.get(visit.shop) ?? make(visit)
    made.set(visit.shop, cached)
    return cached
  }
}

const paidOrder = once(async (visit): Promise<Order> => payOrder(await enterOffice(visit), visit.shop, GOODS))
const doubtfulOrder = once(async (visit): Promise<Order> => leaveInDoubt(await enterOffice(visit), visit.shop, GOODS))
/** A report with a payment that the shop doesn't have. */
async function uploadReport({ page }: Visit) {
  const record = {
    date: '2026-11-04',
    currency: 'EUR',
    status: 'SUCCESSFUL',
    reference: 'SUMUP PID1283966 PAYOUT 041126',
  }
  const rows = ['TEENSK4W2K', 'TEENSK4W2J'].map(code => ({
    ...record,
    type: 'PAYOUT',
    amount: 9.83,
    fee: 0.17,
    transaction_code: code,
  }))
  const buffer = Buffer.from(JSON.stringify(rows))
  await page.locator('input[type=file]').setInputFiles({ name: 'payouts.json', mimeType: 'application/json', buffer })
}

const lastMonth = once(({ shop }) => sellLastMonth(shop, 'Tilitalo'))

async function openOrder(visit: Visit, find: (visit: Visit) => Promise<Order>): Promise<void> {
  await enterOffice(visit)
  const { id } = await find(visit)
  await openPage(visit, `/orders/${id}`)
  await expect(visit.page.getByRole('region', { name: visit.t('adminOrders.payments'), exact: true })).toBeVisible()
}

async function openDialog(visit: Visit, key: string): Promise<void> {
  await visit.page
    .getByRole('button', { name: visit.t(key), exact: true })
    .first()
    .click()
  await expect(visit.page.getByRole('dialog')).toBeVisible()
}

/** Orders, their payments, and the bookkeeper's reports. */
export const ORDER_SCREENS: readonly Screen[] = [
  {
    name: 'admin-orders',
    async open(visit) {
      await enterOffice(visit)
      const { id } = await doubtfulOrder(visit)
      await openPage(visit, '/orders')
      await expect(visit.page.getByRole('link', { name: String(id), exact: true })).toBeVisible()
    },
  },
  { name: 'admin-order', open: visit => openOrder(visit, paidOrder) },
  {
    name: 'admin-order-refund',
    async open(visit) {
      await openOrder(visit, paidOrder)
      await openDialog(visit, 'adminOrders.refund.open')
      await visit.page.getByRole('dialog').getByRole('radio').nth(1).check()
    },
  },
  {
    name: 'admin-order-in-doubt',
    async open(visit) {
      await openOrder(visit, doubtfulOrder)
      await openDialog(visit, 'adminOrders.decide.open')
    },
  },
  {
    name: 'admin-closings',
    async open(visit) {
      await enterOffice(visit)
      await lastMonth(visit)
      await openPage(visit, `/closings?month=${LAST_MONTH}`)
      await expect(visit.page.getByText('Tilitalo').first()).toBeVisible()
    },
  },
  {
    name: 'admin-payouts',
    async open(visit) {
      await enterOffice(visit)
      await openPage(visit, '/payouts')
      await uploadReport(visit)
      await expect(visit.page.getByText('PID1283966').first()).toBeVisible()
    },
  },
  {
    name: 'admin-payout',
    async open(visit) {
      await openPage(visit, '/payouts')
      await visit.page.getByRole('link', { name: /PID1283966/ }).click()
      await expect(visit.page.getByRole('table').first()).toBeVisible()
    },
  },
  {
    name: 'admin-reports',
    async open(visit) {
      await enterOffice(visit)
      await lastMonth(visit)
      await openPage(visit, `/reports?from=${LAST_MONTH}-01&until=${LAST_MONTH}-28`)
      await expect(visit.page.getByRole('table')).toBeVisible()
    },
  },
  {
    name: 'admin-closing-day',
    async open(visit) {
      await enterOffice(visit)
      await lastMonth(visit)
      await openPage(visit, `/closings?month=${LAST_MONTH}`)
      await visit.page.getByRole('button', { name: new RegExp(`10\\.${LAST_MONTH.slice(5)}\\.`) }).click()
      await expect(visit.page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'admin-closing-accounts',
    async open(visit) {
      await openPage(visit, '/closings')
      await openDialog(visit, 'closings.accounts')
    },
  },
]
