import type { Page } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import { NO_FOOD_INFORMATION } from '#domain/catalogue/food-information.ts'
import { shopDate } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { NO_CONNECTION } from './faults.ts'
import { messagesTo } from './mailbox.ts'
import { notice } from './notices.ts'
import { MATHILDEDAL, productWith, signUp, type Shopper } from './people.ts'
import { closeEvent, openEvent } from './preorders.ts'
import type { RunningShop } from './running-shop.ts'
import { expect, test } from './test.ts'
import { textsIn, type Texts } from './texts.ts'
import { press } from './virtual-terminal.ts'

const EVENT = { en: 'Smokehouse day', fi: 'Savustamopäivä' }
const TROUT = { en: 'Whole rainbow trout', fi: 'Kokonainen kirjolohi' }
const BY_WEIGHT = { en: 'Smoked vendace by weight', fi: 'Savumuikku painon mukaan' }

/** Goods with a typed quantity, as an admin adds them, unless an earlier test did. */
async function goodsByWeight(admin: Shopper, shop: RunningShop): Promise<number> {
  const [added] = await shop.query<{ id: number }>(
    `SELECT product_id AS id FROM product_version WHERE is_current AND names->>'en' = $1`,
    [BY_WEIGHT.en],
  )
  return added?.id ?? addGoodsByWeight(admin, shop)
}

async function addGoodsByWeight(admin: Shopper, shop: RunningShop): Promise<number> {
  const [like] = await shop.query<{ supplier_id: number; vat_class_id: number }>(
    `SELECT supplier_id, vat_class_id FROM product JOIN product_version version ON version.product_id = product.id
     WHERE is_current AND names->>'en' = $1`,
    [TROUT.en],
  )
  const none = {
    content_quantity: null,
    content_unit: null,
    units_per_case: null,
    group_id: null,
    product_code: null,
    ean13: null,
    further_codes: [],
  }
  const { id } = await admin.api.request<{ id: number }>('POST admin/products', {
    ...none,
    ...like,
    names: { ...BY_WEIGHT, sv: '' },
    descriptions: { en: '', fi: '', sv: '' },
    price: 19.9,
    deposit: 0,
    unit: 'kg',
    eanCase: null,
    prefix: null,
    product_type: 'preorder',
    product_code_type: 'bulk',
    perishable: true,
    min_age: null,
    alcohol: false,
    enabled: true,
    sort_order: 10,
    alarm_limit: null,
    supplier_code: null,
    order_pack: null,
    drawing: null,
  })
  // Unprocessed, so that the law requires only its origin.
  const origin = { fi: 'Suomi', sv: 'Finland', en: 'Finland' }
  const food = { ...NO_FOOD_INFORMATION, kind: 'unprocessed', origin, storage: origin }
  await admin.api.request(`PUT admin/products/${id}/food`, { ...food, source: 'person', revision: 0 })
  return id
}

/** The product type cannot change during an open event: the form shows why, and keeps the input. */
async function expectKept(page: Page, productId: number, t: Texts): Promise<void> {
  await page.goto(`/products/${productId}/edit`)
  const kind = page.getByRole('combobox', { name: t('productForm.fields.product_type') })
  await kind.selectOption('standard')
  const order = page.getByRole('textbox', { name: t('productForm.fields.sort_order') })
  await order.fill('77')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(t('productForm.problems.inEvent', { value: EVENT.fi })).first()).toBeVisible()
  await expect(kind).toHaveValue('standard')
  await expect(order).toHaveValue('77')
  await expectAccessibleLayout(page)
  await kind.selectOption('preorder')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(t('forms.unsaved'))).toHaveCount(0)
}

/** The admin plans and opens the event; returns its id. */
async function openByHand(page: Page, t: Texts): Promise<number> {
  const start = plusDays(shopDate(new Date()), 7)
  await page.goto('/preorder-events/create')
  await page.getByRole('textbox', { name: t('productForm.names.fi'), exact: true }).fill(EVENT.fi)
  await page.getByRole('textbox', { name: t('eventForm.fields.start_date') }).fill(start)
  await page.getByRole('textbox', { name: t('eventForm.fields.end_date') }).fill(start)
  await page.getByRole('checkbox', { name: MATHILDEDAL }).check()
  const caps = { [TROUT.fi]: '3', [BY_WEIGHT.fi]: '2,5' }
  for (const [name, cap] of Object.entries(caps)) {
    await page.getByRole('combobox', { name: t('eventForm.addProduct') }).fill(name)
    await page.getByRole('option', { name: new RegExp(name) }).click()
    await page.getByLabel(t('eventForm.capOf', { name })).fill(cap)
  }
  await expectAccessibleLayout(page)
  await page.getByRole('button', { name: t('eventForm.createOpen'), exact: true }).click()
  await expect(page).toHaveURL(/\/preorder-events\/\d+\/edit$/)
  await expectAccessibleLayout(page)
  return Number(/\d+/.exec(new URL(page.url()).pathname)?.[0])
}

type PreorderInput = { page: Page; t: Texts; trout: string; byWeight: string; kilos: string }

/** Chooses one more trout, and this many kilos of the goods sold by weight. */
async function choose({ page, t, trout, byWeight, kilos }: PreorderInput): Promise<void> {
  await page.getByRole('button', { name: t('basket.add', { product: trout }) }).click()
  await page.getByRole('button', { name: `${byWeight}: ${t('preorder.typeQuantity')}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(kilos)
  await expectAccessibleLayout(page)
  await dialog.getByRole('button', { name: t('preorder.setQuantity') }).click()
  await expect(page.getByRole('button', { name: `${byWeight}: ${kilos}` })).toBeVisible()
}

async function toCheckout(page: Page, t: Texts): Promise<void> {
  await page.getByRole('button', { name: t('preorder.toCheckout') }).click()
  await expect(page.getByRole('heading', { name: t('preorder.checkoutTitle') })).toBeVisible()
  await page.getByRole('checkbox').check()
  await expectAccessibleLayout(page)
}
const bookButton = (page: Page, t: Texts) =>
  page.getByRole('button', { name: new RegExp(`^${t('preorder.book', { amount: '.*' })}$`) })
async function expectState(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  await expectAccessibleLayout(page)
}

const [en, fi] = [textsIn('en'), textsIn('fi')]

/** An open event with three trouts and 2.5 kg of the goods sold by weight. */
async function openByRows(shop: RunningShop, admin: Shopper): Promise<number> {
  await goodsByWeight(admin, shop)
  return openEvent(shop, { names: { ...EVENT, sv: '' }, caps: { [TROUT.en]: 3, [BY_WEIGHT.en]: 2.5 } })
}

type BookInput = { eventId: number; trouts: number; kilos: number }

/** Books over the API; returns the pre-order's id. */
async function book({ api }: Shopper, { eventId, trouts, kilos }: BookInput): Promise<number> {
  const [trout, byWeight] = [await productWith(api, TROUT.en), await productWith(api, BY_WEIGHT.en)]
  const orderItems = [
    { product_id: trout.id, quantity: trouts },
    { product_id: byWeight.id, quantity: kilos },
  ]
  const order = await api.request<Order>('POST order', { preorder_event_id: eventId, orderItems })
  const agreed = { order_id: order.id, total_amount: order.total_amount }
  return (await api.request<{ id: number }>('POST order/preorder', agreed)).id
}

test('an admin opens an event with goods by weight, and a shopper books it although the network fails', async ({
  page,
  context,
  shop,
  openBrowser,
  faults,
}) => {
  test.slow()
  await shop.query(`UPDATE store SET enable_preorders = true WHERE name = $1`, [MATHILDEDAL])
  const desk = await openBrowser(A_DESK)
  const admin = await signUpAdmin(desk, shop, { language: 'fi' })
  const goodsId = await goodsByWeight(admin, shop)
  const office = await desk.newPage()
  const eventId = await openByHand(office, fi)
  await expectKept(office, goodsId, fi)

  // The shopper uses English. The network fails as the order is booked.
  const anna = await signUp(context, shop)
  await page.goto('/preorder-basket')
  await expect(page.getByRole('heading', { name: EVENT.fi })).toBeVisible()
  await page.getByRole('button', { name: en('basket.add', { product: TROUT.en }) }).click()
  await choose({ page, t: en, trout: TROUT.en, byWeight: BY_WEIGHT.en, kilos: '1,25' })
  await toCheckout(page, en)
  faults.allow(NO_CONNECTION)
  await page.route('**/api/order/preorder*', route => route.abort('internetdisconnected'), { times: 1 })
  await bookButton(page, en).click()
  await expect(notice(page, en('preorder.noAnswer'))).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('button', { name: en('shell.waitsForConnection') })).toBeDisabled()
  // The choice is kept meanwhile.
  const stored = await page.evaluate(() => localStorage.getItem('preorder-basket-lines'))
  expect(Object.keys(JSON.parse(stored ?? '{}') as object)).toHaveLength(2)
  await context.setOffline(false)
  await bookButton(page, en).click()
  await expectState(page, en('preorder.state.booked'))
  expect(await anna.api.request<{ id: number }[]>('GET preorders')).toHaveLength(1)
  await closeEvent(shop, eventId)
})

test('two phones share what is left of an event: one changes a pre-order, the other cancels one', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const eventId = await openByRows(shop, await signUpAdmin(await openBrowser(), shop))
  const id = await book(await signUp(context, shop), { eventId, trouts: 2, kilos: 1.25 })
  await page.goto(`/preorders/${id}`)

  // The other shopper, in Finnish, takes all that is left.
  const pocket = await openBrowser()
  await signUp(pocket, shop, { language: 'fi' })
  const other = await pocket.newPage()
  await other.goto('/preorder-basket')
  await choose({ page: other, t: fi, trout: TROUT.fi, byWeight: BY_WEIGHT.fi, kilos: '1,25' })
  await toCheckout(other, fi)
  await bookButton(other, fi).click()
  await expectState(other, fi('preorder.state.booked'))
  const url = other.url()
  await other.goto('/preorder-basket')
  await expect(other.getByText(fi('preorder.soldOut'), { exact: true })).toHaveCount(2)
  await expectAccessibleLayout(other)
  await other.goto(url)
  await page.getByRole('button', { name: en('preorder.change') }).click()
  await page.getByRole('button', { name: en('basket.removeOne', { product: TROUT.en }) }).click()
  await toCheckout(page, en)
  await bookButton(page, en).click()
  await expect(page).not.toHaveURL(new RegExp(`/preorders/${id}$`))
  await expectState(page, en('preorder.state.booked'))

  await other.getByRole('button', { name: fi('preorder.cancel') }).click()
  await other
    .getByRole('alertdialog')
    .getByRole('button', { name: fi('preorder.cancel') })
    .click()
  await expectState(other, fi('preorder.state.cancelled'))
  await other.goto('/preorder-basket')
  await expect(other.getByText(fi('preorder.left', { quantity: '2' }), { exact: true })).toBeVisible()
  await closeEvent(shop, eventId)
})

test('an admin marks a pre-order as delivered, and the shopper pays it', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const desk = await openBrowser(A_DESK)
  const eventId = await openByRows(shop, await signUpAdmin(desk, shop, { language: 'fi' }))
  const anna = await signUp(context, shop)
  const id = await book(anna, { eventId, trouts: 1, kilos: 1.25 })
  const bertta = await signUp(await openBrowser(), shop, { language: 'fi' })
  await bertta.api.request(`DELETE preorders/${await book(bertta, { eventId, trouts: 1, kilos: 1 })}`)
  const office = await desk.newPage()
  await office.goto(`/preorders?event_id=${eventId}`)
  await office.getByRole('button', { name: fi('adminPreorders.deliver.open', { store: MATHILDEDAL }) }).click()
  await expectAccessibleLayout(office)
  await office
    .getByRole('alertdialog')
    .getByRole('button', { name: fi('adminPreorders.deliver.confirm') })
    .click()
  await expect(office.getByText(fi('adminPreorders.delivered_one', { count: '1' }), { exact: true })).toBeVisible()
  await expectAccessibleLayout(office)
  // The booking and the delivery; a cancelled booking gets no mail about its delivery.
  expect((await messagesTo(shop, anna.email, 2)).length).toBe(2)
  expect((await messagesTo(shop, bertta.email, 2)).length).toBe(2)

  await page.goto(`/preorders/${id}`)
  await expectState(page, en('preorder.state.delivered'))
  await page.getByRole('button', { name: /^Pay / }).click()
  await press(shop, 'approve')
  await expect(page.getByRole('heading', { name: en('preorder.state.paid'), exact: true })).toBeVisible()
  await expectAccessibleLayout(page)
  await closeEvent(shop, eventId)
})
