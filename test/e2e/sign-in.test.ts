import { setTimeout as sleep } from 'node:timers/promises'
import { ApiCaller } from './api-caller.ts'
import { fillBasket, storedBasket } from './basket-storage.ts'
import { NO_CONNECTION } from './faults.ts'
import { getEan } from './goods.ts'
import { signInMail } from './mailbox.ts'
import { notice } from './notices.ts'
import { newPerson, signUp } from './people.ts'
import { expect, test, type Page, fullTier } from './test.ts'

const FULL_TIER = fullTier('a variant: other tests here sign in before each merge')

const INVALID_LINK = 'Invalid or already used link'

async function requestLink(page: Page, email: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send login link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
}

const logIn = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
const verification = (page: Page) => page.getByRole('heading', { name: 'Verify your phone' })

test('a transient notice covers the top bar, not the content that has just appeared', FULL_TIER, async ({ page }) => {
  await requestLink(page, newPerson().email)
  const sent = await notice(page, 'Login link sent').boundingBox()
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect((sent?.y ?? NaN) + (sent?.height ?? NaN)).toBeLessThanOrEqual(title?.y ?? NaN)
})

test('the mailed link signs in only once', async ({ page, shop, openBrowser }) => {
  const { email } = newPerson()
  await requestLink(page, email)
  await expect(notice(page, 'Login link sent')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible()
  const { path } = await signInMail(shop, email)
  await page.goto(path)
  await logIn(page)
  await expect(page).toHaveURL('/home')
  await expect(verification(page)).toBeVisible()

  const second = await (await openBrowser()).newPage()
  await second.goto(path)
  await logIn(second)
  await expect(second.getByRole('alert')).toHaveText(INVALID_LINK)
  await second.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(second.getByLabel('Email')).toBeVisible()
})

test('a link with any wrong part signs nobody in, and the right one still works', FULL_TIER, async ({ page, shop }) => {
  const { email } = newPerson()
  await requestLink(page, email)
  const { path } = await signInMail(shop, email)
  const [, , userId, timestamp, hash = ''] = path.split('/')
  const other = hash.startsWith('A') ? 'B' : 'A'
  const wrong = [
    `/login/${Number(userId) + 1}/${timestamp}/${hash}`,
    `/login/${userId}/${Number(timestamp) + 1}/${hash}`,
    `/login/${userId}/${timestamp}/${other}${hash.slice(1)}`,
    `/login/x/y/z`,
  ]
  for (const wrongPath of wrong) {
    await page.goto(wrongPath)
    await logIn(page)
    await expect(page.getByRole('alert')).toHaveText(INVALID_LINK)
  }
  await page.goto(path)
  await logIn(page)
  await expect(verification(page)).toBeVisible()
})

test(
  'a mail scanner that opens the link three times does not use it up',
  FULL_TIER,
  async ({ page, shop, openBrowser }) => {
    const { email } = newPerson()
    await requestLink(page, email)
    const { path } = await signInMail(shop, email)
    const scanner = await openBrowser({ isMobile: false, hasTouch: false, viewport: { width: 1280, height: 800 } })
    for (let visit = 1; visit <= 3; visit++) {
      const preview = await scanner.newPage()
      await preview.goto(path, { waitUntil: 'networkidle' })
      await expect(preview.getByRole('button', { name: 'Log in' })).toBeVisible()
      await sleep(300)
      await preview.close()
    }
    expect((await scanner.cookies()).filter(({ name }) => name.includes('session'))).toEqual([])
    await page.goto(path)
    await logIn(page)
    await expect(verification(page)).toBeVisible()
  },
)

test('the mailed code signs in the browser that requested it, even when pasted with a space', async ({
  page,
  shop,
}) => {
  const { email } = newPerson()
  await requestLink(page, email)
  const { code } = await signInMail(shop, email)
  await page.getByLabel('Code from the email').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(verification(page)).toBeVisible()
})

test('after five wrong codes the right one is refused too, and a new mail helps', FULL_TIER, async ({ page, shop }) => {
  const { email } = newPerson()
  await requestLink(page, email)
  const { code } = await signInMail(shop, email)
  const field = page.getByLabel('Code from the email')
  const wrong = Array.from({ length: 5 }, (_, n) => String((Number(code) + n + 1) % 1_000_000).padStart(6, '0'))
  for (const typed of [...wrong, code]) {
    await field.fill(typed)
    await expect(field).toHaveAccessibleDescription(/^Wrong or expired code/)
    await field.clear()
    await expect(field).toHaveAccessibleDescription('6 digits')
  }
  await page.getByRole('button', { name: 'Send again' }).press('Enter')
  await field.fill((await signInMail(shop, email, 2)).code)
  await expect(verification(page)).toBeVisible()
})

test('a code does not sign in a browser that did not request it', FULL_TIER, async ({ page, shop, openBrowser }) => {
  const { email } = newPerson()
  const stranger = await (await openBrowser()).newPage()
  await requestLink(page, email)
  const { code } = await signInMail(shop, email)
  await requestLink(stranger, email)
  const ownCode = (await signInMail(shop, email, 2)).code
  test.skip(ownCode === code, 'one in a million: both codes are the same')
  await stranger.getByLabel('Code from the email').fill(code)
  await expect(stranger.getByLabel('Code from the email')).toHaveAccessibleDescription(/^Wrong or expired code/)
  await page.getByLabel('Code from the email').fill(code)
  await expect(verification(page)).toBeVisible()
})

test(
  'a disabled user gets the same mail, and both its link and its code lead to the explanation',
  FULL_TIER,
  async ({ page, shop }) => {
    const { email } = newPerson()
    await requestLink(page, email)
    await signInMail(shop, email)
    await shop.query('UPDATE app_user SET blocked_at = now() WHERE email = $1', [email])
    await page.getByRole('button', { name: 'Send again' }).press('Enter')
    const { path } = await signInMail(shop, email, 2)
    await page.goto(path)
    await logIn(page)
    await expect(page).toHaveURL('/user-disabled')
    await expect(page.getByRole('heading', { name: 'Account disabled' })).toBeVisible()
    await requestLink(page, email)
    await page.getByLabel('Code from the email').fill((await signInMail(shop, email, 3)).code)
    await expect(page).toHaveURL('/user-disabled')
  },
)

test('a second tap on “Send login link” does not press what has just appeared', FULL_TIER, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(newPerson().email)
  const { x, y, width, height } = (await page.getByRole('button', { name: 'Send login link' }).boundingBox())!
  const tap = () => page.touchscreen.tap(x + width / 2, y + height / 2)
  const code = page.getByLabel('Code from the email')
  await tap()
  await expect(code).toBeVisible()
  // Wherever the layout puts the new button, the finger is on it.
  await page.evaluate(`{
    const button = document.querySelector('main button[type=submit]')
    const box = button.getBoundingClientRect()
    button.style.transform = 'translate(' + (${x + width / 2} - box.x - box.width / 2) + 'px, ' + (${y + height / 2} - box.y - box.height / 2) + 'px)'
  }`)
  await tap()
  await expect(code).toHaveAccessibleDescription('6 digits')
  await sleep(800)
  await tap()
  await expect(code).toHaveAccessibleDescription('Mandatory field')
})

test(
  'a link opened without a network reports it, and works once there is one',
  FULL_TIER,
  async ({ page, context, shop, faults }) => {
    faults.allow(NO_CONNECTION)
    const { email } = newPerson()
    await requestLink(page, email)
    await page.goto((await signInMail(shop, email)).path)
    await context.setOffline(true)
    await logIn(page)
    await expect(page.getByRole('alert')).toHaveText('No connection. Check your network and try again.')
    await context.setOffline(false)
    await logIn(page)
    await expect(verification(page)).toBeVisible()
  },
)

test(
  'a link opened while another user is signed in reports it, and signs its own user in',
  FULL_TIER,
  async ({ page, shop, shopper, openBrowser }) => {
    const { email } = newPerson()
    const requester = await (await openBrowser()).newPage()
    await requestLink(requester, email)
    const { path } = await signInMail(shop, email)
    await page.goto(path)
    await expect(page.getByText(`You’re already logged in as ${shopper.email}.`)).toBeVisible()
    await logIn(page)
    await expect(verification(page)).toBeVisible()
  },
)

test('a session survives a reload and ends in every tab on logout', FULL_TIER, async ({ page, context, shop }) => {
  const { api } = await signUp(context, shop)
  await page.goto('/home')
  const other = await context.newPage()
  await other.goto('/basket')
  await page.reload()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(other.getByLabel('Email')).toBeVisible()
  expect((await api.call('GET order')).status).toBe(401)
})

test('a logout asks about a started basket, and removes it from the browser', FULL_TIER, async ({ page, shopper }) => {
  await fillBasket(page, shopper, [{ code: getEan('light-milk'), quantity: 2 }])
  await page.goto('/home')
  await page.getByRole('button', { name: 'Account' }).click()
  const logOut = page.getByRole('button', { name: 'Log out' })
  await logOut.click()
  const question = page.getByRole('alertdialog', { name: 'Log out?' })
  await expect(question).toContainText('Your basket will be emptied.')
  await question.getByRole('button', { name: 'Keep shopping' }).click()
  await expect(question).toBeHidden()
  expect(await storedBasket(page)).not.toEqual({})
  await logOut.click()
  await question.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  for (const key of ['basket-lines', 'basket-store', 'active-store-id', 'puoti-answers'])
    expect(await page.evaluate(`localStorage.getItem('${key}')`), key).toBeNull()
})

test('an expired session keeps the basket in the browser', FULL_TIER, async ({ page, context, shopper }) => {
  await fillBasket(page, shopper, [{ code: getEan('light-milk'), quantity: 2 }])
  await context.clearCookies()
  await page.goto('/basket')
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(Object.values(await storedBasket(page))).toEqual([{ quantity: 2 }])
})

test('an unverified user sees the phone verification at every address', FULL_TIER, async ({ page, context, shop }) => {
  await signUp(context, shop, { isVerified: false })
  for (const path of ['/home', '/basket', '/completed', '/products', '/nowhere']) {
    await page.goto(path)
    await expect(verification(page)).toBeVisible()
  }
  expect((await new ApiCaller(context.request, shop).call('GET products')).status).toBe(403)
})
