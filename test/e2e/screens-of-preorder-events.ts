import { expect } from '@playwright/test'
import type { AdminPreorderEvent } from '#contract/preorders/admin-preorder-events.ts'
import { enterOffice } from './office-visit.ts'
import { productWith, storeNamed, TEIJO } from './people.ts'
import type { Screen, Visit } from './screen-list.ts'

const made = new WeakMap<Visit['shop'], Promise<number>>()

/** One event of the shop with many bookings, created at the first visit. */
async function makeEvent(visit: Visit): Promise<number> {
  const { api } = await enterOffice(visit)
  const names = ['Whole rainbow trout', 'Whitefish fillet']
  const products = await Promise.all(names.map(name => productWith(api, name)))
  const event = await api.request<AdminPreorderEvent>('POST admin/preorder-events', {
    names: { en: 'Christmas fish', fi: 'Joulukala', sv: 'Julfisk' },
    descriptions: { en: '', fi: '', sv: '' },
    start_date: '2027-12-21',
    end_date: '2027-12-23',
    order_until: '2027-12-15T18:00:00Z',
    status: 'open',
    store_ids: [(await storeNamed(api, TEIJO)).id],
    products: products.map(({ id }, index) => ({ product_id: id, cap: index === 0 ? 20 : null })),
  })
  await visit.shop.query('UPDATE preorder_event_item SET booked_thousandths = 7500 WHERE event_id = $1', [event.id])
  return event.id
}

async function openEvent(visit: Visit, op: 'edit' | 'copy' = 'edit'): Promise<void> {
  const cached = made.get(visit.shop) ?? makeEvent(visit)
  made.set(visit.shop, cached)
  const id = await cached
  await enterOffice(visit)
  await visit.page.goto(`/preorder-events/${id}/${op}`)
  await expect(visit.page.getByRole('radiogroup')).toBeVisible()
}

/** The screens of pre-order events. */
export const EVENT_SCREENS: readonly Screen[] = [
  {
    name: 'admin-preorder-events',
    async open(visit) {
      await openEvent(visit)
      await visit.page.goto('/preorder-events')
      await expect(visit.page.getByRole('main').getByRole('link', { name: visit.t('eventForm.new') })).toBeVisible()
      await expect(visit.page.getByText(visit.t('eventForm.phases.open'), { exact: true }).first()).toBeVisible()
    },
  },
  { name: 'admin-preorder-event', open: visit => openEvent(visit) },
  { name: 'admin-preorder-event-copy', open: visit => openEvent(visit, 'copy') },
]
