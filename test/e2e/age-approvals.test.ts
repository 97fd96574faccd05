import { basketLine, typeCode } from './basket-page.ts'
import { heading } from './checkout.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { getEan, goods } from './goods.ts'
import { KIRJAKKALA, signInAgain, signUp } from './people.ts'
import type { RunningShop } from './running-shop.ts'
import { expect, test } from './test.ts'
import { textsIn } from './texts.ts'
import { press } from './virtual-terminal.ts'

/** Alcohol is sold by day: a time zone in which it is noon. */
async function sellBeer(shop: RunningShop): Promise<void> {
  const hoursEast = 12 - new Date().getUTCHours()
  const zone = `Etc/GMT${hoursEast > 0 ? '-' : '+'}${Math.abs(hoursEast)}`
  await shop.query(
    `UPDATE store SET sells_age_restricted = true, always_open = true, time_zone = $2, revision = revision + 1 WHERE name = $1`,
    [KIRJAKKALA, zone],
  )
}

const sellNoBeer = (shop: RunningShop) =>
  shop.query(
    `UPDATE store SET sells_age_restricted = false, always_open = false, time_zone = 'Europe/Helsinki', revision = revision + 1
     WHERE name = $1`,
    [KIRJAKKALA],
  )

test.afterEach(({ shop }) => sellNoBeer(shop))

test('on two phones: a beer is paid only after a keeper in the store has approved it', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const t = textsIn('fi')
  const words = textsIn('en')
  await sellBeer(shop)
  const officeContext = await openBrowser()
  const { email } = await signUp(officeContext, shop, { language: 'fi' })
  await shop.query(
    `INSERT INTO user_right (user_id, kind, store_id, created_at)
     SELECT app_user.id, 'keeper', store.id, now() FROM app_user, store WHERE email = $1 AND store.name = $2`,
    [email, KIRJAKKALA],
  )
  await signInAgain(officeContext, shop, email)
  const office = await officeContext.newPage()
  await office.goto('/approvals')
  await expect(office.getByText(t('approvals.emptyTitle'))).toBeVisible()
  await expectAccessibleLayout(office)

  await signUp(context, shop, { store: KIRJAKKALA })
  await page.goto('/basket')
  const beer = goods('lager').names.en
  await typeCode(page, getEan('lager'))
  await expect(page.getByText(words('scanner.unstaffed', { product: beer })).first()).toBeVisible()
  await office.getByRole('button', { name: t('presence.begin') }).click()
  await expect(office.getByRole('button', { name: t('presence.end') })).toBeVisible()
  await page.goto('/home')
  await expect(page.getByText(/Staff is here until \d\d:\d\d/)).toBeVisible()
  await page.goto('/basket')
  await typeCode(page, getEan('lager'))
  await expect(basketLine(page, beer)).toBeVisible()

  const toCheckout = async () => {
    await page.getByRole('button', { name: 'Go to checkout' }).click()
    await expect(heading(page, 'Checkout')).toBeVisible()
    await page.getByRole('checkbox').check()
    await expect(page.getByText(words('approval.waiting'))).toBeVisible()
  }
  const pay = page.getByRole('button', { name: /^Pay / })
  await toCheckout()
  await expect(pay).toBeDisabled()
  await expectAccessibleLayout(page)
  await expect(office.getByText(goods('lager').names.fi)).toBeVisible()
  await expectAccessibleLayout(office)
  await office.getByRole('button', { name: t('approvals.refuse') }).click()
  await expect(page.getByText(words('approval.refused'))).toBeVisible()
  await expect(pay).toBeDisabled()

  await page.getByRole('button', { name: 'Back to basket' }).click()
  await toCheckout()
  await office.getByRole('button', { name: t('approvals.approve') }).click()
  await expect(page.getByText(words('approval.approved'))).toBeVisible()
  await pay.click()
  await expect(heading(page, 'Pay at the terminal')).toBeVisible()
  await press(shop, 'approve')
  await expect(heading(page, 'Paid')).toBeVisible({ timeout: 40_000 })
})
