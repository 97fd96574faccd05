import type { Page } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import { heading } from './checkout.ts'
import { expectAccessible } from './expect-accessible.ts'
import { NO_CONNECTION } from './faults.ts'
import { messagesTo } from './mailbox.ts'
import { notice } from './notices.ts'
import { MATHILDEDAL, productWith, signUp, type Shopper, TEIJO } from './people.ts'
import { closeEvent, openEvent } from './preorders.ts'
import { expect, test, fullTier } from './test.ts'
import { press } from './virtual-terminal.ts'

const FULL_TIER = fullTier('preorder-whole-life.test.ts has the same way before each merge')

const NAMES = { en: 'Fish day', fi: 'Kalapäivä', sv: 'Fiskdag' }
const line = (page: Page, product: string) => page.getByRole('listitem').filter({ hasText: product })
const getId = (page: Page) => Number(/\/preorders\/(\d+)/.exec(page.url())?.[1])

async function add(page: Page, product: string, times = 1): Promise<void> {
  for (let each = 0; each < times; each++) await page.getByRole('button', { name: `Add one: ${product}` }).click()
}

async function toCheckout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Go to checkout' }).click()
  await expect(heading(page, 'Confirm your pre-order')).toBeVisible()
  await page.getByRole('checkbox').check()
}

async function book(page: Page): Promise<number> {
  await toCheckout(page)
  await page.getByRole('button', { name: /^Order, pay / }).click()
  await expect(page.getByText('Pre-booked', { exact: true })).toBeVisible()
  return getId(page)
}

const CAPS = { 'Whole rainbow trout': 3, 'Bucket of honey': null }

/** Books this many trouts over the API; returns the pre-order's id. */
async function bookTrouts({ api }: Shopper, eventId: number, quantity: number): Promise<number> {
  const orderItems = [{ product_id: (await productWith(api, 'Whole rainbow trout')).id, quantity }]
  const order = await api.request<Order>('POST order', { preorder_event_id: eventId, orderItems })
  const agreed = { order_id: order.id, total_amount: order.total_amount }
  return (await api.request<{ id: number }>('POST order/preorder', agreed)).id
}

test(
  'two shoppers book an event until it is sold out, and a lost answer books once',
  FULL_TIER,
  async ({ page, shop, shopper, openBrowser, faults }) => {
    const eventId = await openEvent(shop, { names: NAMES, caps: CAPS })
    await page.goto('/home')
    await page.getByRole('link', { name: 'See what you can pre-order' }).click()
    // The only event is preselected, without any of its products.
    await expect(heading(page, 'Fish day')).toBeVisible()
    await expect(line(page, 'Whole rainbow trout').getByText('3 left')).toBeVisible()
    await expect(line(page, 'Bucket of honey').getByText('left')).toHaveCount(0)
    await expectAccessible(page)
    await add(page, 'Whole rainbow trout', 2)

    const context = await openBrowser()
    await signUp(context, shop)
    const other = await context.newPage()
    await other.goto('/preorder-basket')
    await add(other, 'Whole rainbow trout', 2)
    await toCheckout(other)
    await book(page)
    // One is left, two are ordered: nothing is booked, the quantities stay, and the line shows the reason.
    await other.getByRole('button', { name: /^Order, pay / }).click()
    await expect(notice(other, 'Could not save pre-order')).toBeVisible()
    await expect(line(other, 'Whole rainbow trout')).toContainText('but we only have 1 pc left.')
    await other.getByRole('button', { name: 'Take only 1 pc: Whole rainbow trout' }).click()
    await expect(other.getByRole('button', { name: 'Add one: Whole rainbow trout' })).toBeDisabled()
    // The response to this booking is lost: pressed again, it is booked once.
    faults.allow(NO_CONNECTION)
    await other.route(
      '**/api/order/preorder*',
      async route => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await toCheckout(other)
    await other.getByRole('button', { name: /^Order, pay / }).click()
    await expect(notice(other, 'We didn’t get a reply. Press again: your pre-order is saved only once.')).toBeVisible()
    await other.reload()
    await expect(other.getByText('Pre-booked', { exact: true })).toBeVisible()
    expect(await shopper.api.request(`GET preorders`)).toHaveLength(1)
    await closeEvent(shop, eventId)
  },
)

test(
  'a shopper changes a pre-order within what is free, and another cancels one',
  FULL_TIER,
  async ({ page, shop, shopper, openBrowser, faults }) => {
    const eventId = await openEvent(shop, { names: NAMES, caps: CAPS })
    const context = await openBrowser()
    const firstId = await bookTrouts(shopper, eventId, 2)
    const otherId = await bookTrouts(await signUp(context, shop), eventId, 1)
    const other = await context.newPage()
    await other.goto(`/preorders/${otherId}`)
    await page.goto(`/preorders/${firstId}`)
    // Changed to the available quantity: the two that were booked count as free, and stay booked until the new ones are.
    await page.getByRole('button', { name: 'Change pre-order' }).click()
    await expect(page.getByText(/^You’re changing pre-order .* until you confirm the new one\.$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add one: Whole rainbow trout' })).toBeDisabled()
    await add(page, 'Bucket of honey')
    await page.getByRole('button', { name: 'Remove one: Whole rainbow trout' }).click()
    await book(page)
    await page.goto(`/preorders/${firstId}`)
    await expect(page.getByText('Replaced by a new one')).toBeVisible()
    // Another shopper's pre-order responds like one that does not exist.
    faults.allow(/404/)
    await page.goto(`/preorders/${otherId}`)
    await expect(page).toHaveURL(/\/home$/)
    await other.getByRole('button', { name: 'Cancel pre-order' }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: 'Cancel pre-order' }).click()
    await expect(other.getByText('Cancelled', { exact: true })).toBeVisible()
    await other.goto('/preorder-basket')
    await expect(line(other, 'Whole rainbow trout').getByText('2 left')).toBeVisible()
    await closeEvent(shop, eventId)
  },
)

test(
  'a delivered pre-order is paid at the terminal, after a payment that was cancelled there',
  FULL_TIER,
  async ({ page, shop, shopper }) => {
    const eventId = await openEvent(shop, { names: NAMES, caps: CAPS })
    const id = await bookTrouts(shopper, eventId, 1)
    await shop.query(`UPDATE customer_order SET status = 'preorder_delivered' WHERE id = $1`, [id])
    await page.goto('/home')
    await expect(page.getByText('Ready to pick up', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Show the pre-order' }).click()
    for (const button of ['cancel', 'approve'] as const) {
      await page.getByRole('button', { name: /^Pay / }).click()
      await expect(heading(page, 'Pay at the terminal')).toBeVisible()
      await press(shop, button)
      if (button === 'approve') break
      await expect(page.getByText('Nothing was charged. Your pre-order is just as it was.')).toBeVisible()
      await page.getByRole('link', { name: 'Back to pre-order' }).click()
    }
    await expect(heading(page, 'Paid')).toBeVisible()
    await page.goto(`/preorders/${id}`)
    await expect(page.getByRole('link', { name: 'Show the receipt' })).toBeVisible()
    await expectAccessible(page)
    expect(await shopper.api.request(`GET preorders`)).toEqual([])
    await closeEvent(shop, eventId)
  },
)

test(
  'in Finnish: a shopper chooses the pick-up place, changes the event and withdraws from non-perishable goods',
  FULL_TIER,
  async ({ page, context, shop }) => {
    const elsewhere = await openEvent(shop, {
      names: NAMES,
      caps: { 'Bucket of honey': 5 },
      stores: [TEIJO, MATHILDEDAL],
    })
    const other = { en: 'Game day', fi: 'Riistapäivä', sv: 'Viltdag' }
    const second = await openEvent(shop, {
      names: other,
      caps: { 'Bucket of honey': 5, 'Whitefish fillet': 9 },
      stores: [TEIJO],
    })
    const { email } = await signUp(context, shop, { language: 'fi' })
    await page.goto('/preorder-basket')
    await page.getByRole('button', { name: /^Kalapäivä/ }).click()
    await page.getByRole('button', { name: 'Lisää yksi: Hunajasanko' }).click()
    await page.getByRole('button', { name: 'Valitse toinen tilauskierros' }).click()
    await page.getByRole('button', { name: /^Riistapäivä/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Vaihda tilauskierros' }).click()
    await expect(heading(page, 'Mistä noudat tilauksesi?')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: TEIJO }).click()
    await expect(page.getByText(`Noudat täältä: ${TEIJO}`)).toBeVisible()
    const honey = page.getByRole('group', { name: 'Määrä: Hunajasanko' })
    await expect(honey.getByText('0', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Lisää yksi: Hunajasanko' }).click()
    await page.getByRole('button', { name: 'Lisää yksi: Siikafilee' }).click()
    await page.getByRole('button', { name: 'Siirry tilaamaan' }).click()
    await expect(
      page.getByText(/^Noudan nämä tuotteet \d\d\.\d\d\.\d{4} alkaen \(noutopaikka: Teijon puoti\)/),
    ).toBeVisible()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: /noudettaessa$/ }).click()
    // Below the button that cancels.
    await expect(page.getByRole('button', { name: 'Peru ennakkotilaus' })).toBeVisible()
    await expect(
      page.getByText(/^Peruminen koskee koko tilausta .* Sopimuksen peruuttaminen on lakisääteinen oikeutesi/),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Peruuta sopimus tästä' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Peruutus ei koske nopeasti pilaantuvia tuotteita:')).toBeVisible()
    await expect(dialog.getByText(/^Sopimus: ennakkotilaus [\d ]+, Riistapäivä\.$/)).toBeVisible()
    await expect(dialog.getByText(/^Niiden tilaus pysyy voimassa samoin hinnoin/)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Vahvista peruuttaminen' }).click()
    const received = page.getByRole('region', { name: 'Peruuttamisilmoitus vastaanotettu' })
    await expect(received).toContainText(
      /Peruutit \d\d\.\d\d\.\d{4} \d\d:\d\d seuraavien tuotteiden oston:\s*Hunajasanko, 1\skpl/,
    )
    await expect(received).toContainText('Muiden tuotteiden tilaus pysyy voimassa samoin hinnoin')
    // The booking and the withdrawal.
    expect(await messagesTo(shop, email, 2)).toHaveLength(2)
    await closeEvent(shop, elsewhere)
    await closeEvent(shop, second)
  },
)
