import { expect } from '@playwright/test'
import { bookEvent, type BookedEvent } from './booked-event.ts'
import { openPage } from './office-visit.ts'
import type { RunningShop } from './running-shop.ts'
import type { Screen, Visit } from './screen-list.ts'

// One event for all of them; its last day is over.
const made = new WeakMap<RunningShop, Promise<BookedEvent>>()
function bookedOnce(shop: RunningShop): Promise<BookedEvent> {
  const cached = made.get(shop) ?? bookEvent(shop, { startsInDays: -9 })
  made.set(shop, cached)
  return cached
}

async function openView(visit: Visit, view: string): Promise<BookedEvent> {
  const event = await bookedOnce(visit.shop)
  await openPage(visit, `/preorders?event_id=${event.id}&store_id=${event.storeId}${view}`)
  return event
}

/** The admins' screens of pre-orders. */
export const ADMIN_PREORDER_SCREENS: readonly Screen[] = [
  {
    name: 'admin-preorders',
    async open(visit) {
      const { shoppers } = await openView(visit, '')
      await expect(visit.page.getByText(shoppers[0] ?? '').first()).toBeVisible()
    },
  },
  {
    name: 'admin-preorder-totals',
    async open(visit) {
      await openView(visit, '&view=totals')
      await expect(visit.page.getByRole('table').nth(1)).toBeVisible()
    },
  },
  {
    name: 'admin-preorder-pick-list',
    async open(visit) {
      const { shoppers } = await openView(visit, '&view=pickList')
      await expect(visit.page.getByText(shoppers[0] ?? '')).toBeVisible()
    },
  },
  {
    name: 'admin-supplier-order',
    async open(visit) {
      const { supplier } = await openView(visit, '&view=supplierOrders')
      const send = visit.t('adminPreorders.preview', { supplier: supplier.name })
      await visit.page.getByRole('button', { name: send }).click()
      await expect(visit.page.getByRole('dialog').getByText(visit.t('adminPreorders.send.subject'))).toBeVisible()
    },
  },
]
