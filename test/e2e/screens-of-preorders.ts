import { expect, type Page } from '@playwright/test'
import type { Preorder } from '#contract/preorders/preorders.ts'
import { productWith, signUp, type Shopper } from './people.ts'
import { closeEvent, openEvent } from './preorders.ts'
import type { Screen, Visit } from './screen-list.ts'

const NAMES = { en: 'Christmas fish', fi: 'Joulukala', sv: 'Julfisk' }
const OTHER = { en: 'Autumn slaughter', fi: 'Syysteurastus', sv: 'Höstslakt' }
const CAPS = { 'Whole rainbow trout': 3, 'Whitefish fillet': null, 'Bucket of honey': 12, 'Crate of strawberries': 0 }

// The events that a visit opened, so that they can be closed for the next shopper.
const opened = new Map<Page, number[]>()

async function open(visit: Visit, events = [{ names: NAMES, caps: CAPS as Record<string, number | null> }]) {
  const ids: number[] = []
  for (const event of events) ids.push(await openEvent(visit.shop, event))
  opened.set(visit.page, ids)
  return { ids, shopper: await signUp(visit.context, visit.shop, { language: visit.language }) }
}

async function leave({ page, shop }: Visit): Promise<void> {
  for (const id of opened.get(page) ?? []) await closeEvent(shop, id)
  opened.delete(page)
}

const HONEY = { en: 'Bucket of honey', fi: 'Hunajasanko', sv: 'Honungshink' }
const FILLET = { en: 'Whitefish fillet', fi: 'Siikafilee', sv: 'Sikfilé' }

/** Chooses two fillets and a bucket of honey, the only one that is not perishable. */
async function choose({ page, t, language }: Visit): Promise<void> {
  await page.goto('/preorder-basket')
  await expect(page.getByRole('heading', { name: t('preorder.products') })).toBeVisible()
  for (const names of [HONEY, FILLET, FILLET]) {
    await page.getByRole('button', { name: t('basket.add', { product: names[language] }) }).click()
  }
  await page.evaluate('scrollTo(0, 0)')
}

/** Books through the API, as the app does. */
async function book({ api }: Shopper, eventId: number): Promise<Preorder> {
  const quantities = { 'Whitefish fillet': 2, 'Bucket of honey': 1 }
  const items = Object.entries(quantities).map(async ([name, quantity]) => {
    return { product_id: (await productWith(api, name)).id, quantity }
  })
  await api.request('POST order', { preorder_event_id: eventId, orderItems: await Promise.all(items) })
  const { id } = await api.request<{ id: number }>('POST order/preorder')
  return api.request<Preorder>(`GET preorders/${id}`)
}

async function openBooked(visit: Visit): Promise<Preorder> {
  const { ids, shopper } = await open(visit)
  const preorder = await book(shopper, ids[0] ?? 0)
  await visit.page.goto(`/preorders/${preorder.id}`)
  await expect(visit.page.getByText(visit.t('preorder.state.booked'), { exact: true })).toBeVisible()
  return preorder
}

const deliver = ({ shop }: Visit, { id }: Preorder) =>
  shop.query(`UPDATE customer_order SET status = 'preorder_delivered' WHERE id = $1`, [id])

export const PREORDER_SCREENS: readonly Screen[] = [
  {
    name: 'preorder-basket',
    async open(visit) {
      await open(visit)
      await choose(visit)
    },
    leave,
  },
  {
    name: 'preorder-events',
    async open(visit) {
      await open(visit, [
        { names: NAMES, caps: CAPS },
        { names: OTHER, caps: { 'Box of lamb': 5 } },
      ])
      await visit.page.goto('/preorder-basket')
      await expect(visit.page.getByRole('heading', { name: visit.t('preorder.chooseEvent') })).toBeVisible()
    },
    leave,
  },
  {
    name: 'preorder-checkout',
    async open(visit) {
      await open(visit)
      await choose(visit)
      await visit.page.getByRole('button', { name: visit.t('preorder.toCheckout') }).click()
      await expect(visit.page.getByRole('heading', { name: visit.t('preorder.checkoutTitle') })).toBeVisible()
    },
    leave,
  },
  { name: 'preorder', open: async visit => void (await openBooked(visit)), leave },
  {
    name: 'preorder-withdrawal',
    async open(visit) {
      await openBooked(visit)
      await visit.page.getByRole('button', { name: visit.t('preorder.withdraw') }).click()
      await expect(visit.page.getByRole('dialog')).toBeVisible()
    },
    leave,
  },
  {
    name: 'home-preorders',
    async open(visit) {
      const { ids, shopper } = await open(visit)
      await book(shopper, ids[0] ?? 0)
      await deliver(visit, await book(shopper, ids[0] ?? 0))
      await visit.page.goto('/home')
      await expect(visit.page.getByText(visit.t('preorder.state.delivered'), { exact: true })).toBeVisible()
    },
    leave,
  },
]
