import { formatPhone } from '#domain/format/phone-format.ts'
import { signUpAdmin } from './admins.ts'
import { heading } from './checkout.ts'
import { messagesTo, signInMail, smsCode } from './mailbox.ts'
import { KIRJAKKALA, newPerson, signUp, TEIJO } from './people.ts'
import { expect, test, type Page, fullTier } from './test.ts'

const FULL_TIER = fullTier('a variant: another test here verifies a number before each merge')

const national = (phone: string) => phone.replace('+358', '0')

async function sendCode(page: Page, phone: string): Promise<void> {
  await page.getByLabel('Mobile phone number').fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
}

test.beforeEach(async ({ page, context, shop }) => {
  await signUp(context, shop, { isVerified: false })
  await page.goto('/home')
})

test('a number in national format gets a code, and the code opens the shop', async ({ page, shop }) => {
  const { phone } = newPerson()
  await sendCode(page, national(phone))
  await expect(page.getByText(`We sent a code to ${formatPhone(phone)}.`)).toBeVisible()
  const code = await smsCode(shop, phone)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  await page.getByLabel('Code from the text message').fill(wrong)
  await expect(page.getByRole('main').getByText(/^Verification failed/)).toBeVisible()
  await page.getByLabel('Code from the text message').fill(code)
  await expect(page.getByRole('heading', { name: 'Choose a store' })).toBeVisible()
})

test(
  'the code gives the browser a new session, and no call is refused in this tab or another',
  FULL_TIER,
  async ({ page, context, shop }) => {
    const { phone } = newPerson()
    const session = async () => (await context.cookies()).find(({ name }) => name === 'puoti-session')?.value
    const other = await context.newPage()
    await other.goto('/home')
    await expect(other.getByRole('heading', { name: 'Verify your phone' })).toBeVisible()
    await sendCode(page, phone)
    const before = await session()
    const refusals: string[] = []
    context.on('response', answer => void ([401, 403].includes(answer.status()) && refusals.push(answer.url())))
    await page.getByLabel('Code from the text message').fill(await smsCode(shop, phone))
    await expect(other.getByRole('heading', { name: 'Choose a store' })).toBeVisible()
    expect(await session()).not.toBe(before)
    await page.getByRole('button').filter({ hasText: TEIJO }).click()
    await expect(page.getByRole('heading', { name: TEIJO })).toBeVisible()
    // The other tab follows, and may change the store in turn.
    await expect(other.getByRole('heading', { name: TEIJO })).toBeVisible()
    await other.getByRole('button', { name: 'Change store' }).click()
    await other.getByRole('button').filter({ hasText: KIRJAKKALA }).click()
    await expect(other.getByRole('heading', { name: KIRJAKKALA })).toBeVisible()
    expect(refusals).toEqual([])
  },
)

test('a sent code can still be typed after a reload', FULL_TIER, async ({ page, shop }) => {
  const { phone } = newPerson()
  await sendCode(page, phone)
  await expect(page.getByText(`We sent a code to ${formatPhone(phone)}.`)).toBeVisible()
  await page.reload()
  await page.getByLabel('Code from the text message').fill(await smsCode(shop, phone))
  await expect(page.getByRole('heading', { name: 'Choose a store' })).toBeVisible()
})

test('the shopper can go back to correct a number', FULL_TIER, async ({ page }) => {
  const { phone } = newPerson()
  await sendCode(page, phone)
  await page.getByRole('button', { name: 'Wrong number?' }).press('Enter')
  await expect(page.getByLabel('Mobile phone number')).toHaveValue(formatPhone(phone))
  await expect(page.getByLabel('Mobile phone number')).toBeFocused()
})

test('sending again is blocked, and the screen shows until when', FULL_TIER, async ({ page, shop }) => {
  const { phone } = newPerson()
  await sendCode(page, phone)
  await smsCode(shop, phone)
  await page.getByRole('button', { name: 'Send again' }).press('Enter')
  await expect(page.getByLabel('Mobile phone number')).toHaveValue(formatPhone(phone))
  await expect(page.getByText(/^SMS sending blocked to \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send code' })).toBeDisabled()
})

test('a text that is no mobile phone number is rejected', FULL_TIER, async ({ page }) => {
  await sendCode(page, '')
  await expect(page.getByText('Mandatory field')).toBeVisible()
  await sendCode(page, '12')
  await expect(
    page.getByText('That’s not a mobile phone number. Check it: for example 040 123 4567.').first(),
  ).toBeVisible()
})

test('a blocked number logs the shopper out and shows whom to contact', FULL_TIER, async ({ page, context, shop }) => {
  const { phone } = newPerson()
  await shop.query('INSERT INTO blocked_phone (phone) VALUES ($1)', [phone])
  await sendCode(page, phone)
  await expect(page).toHaveURL('/phone-blocked')
  await expect(page.getByRole('heading', { name: 'Phone number blocked' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Contact us' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to login' }).press('Enter')
  await expect(page.getByLabel('Email')).toBeVisible()
  expect((await context.cookies()).filter(({ name }) => name.includes('session'))).toEqual([])
})

test(
  'a number that already has an account offers only to log in with that account',
  FULL_TIER,
  async ({ page, context, shop, openBrowser }) => {
    const { phone } = await signUp(await openBrowser(), shop)
    await sendCode(page, phone)
    await expect(page.getByText(`We sent a code to ${formatPhone(phone)}.`)).toBeVisible()
    await expect(page.getByText(/already registered/)).toBeHidden()
    await page.getByLabel('Code from the text message').fill(await smsCode(shop, phone))
    await expect(page.getByRole('alert')).toHaveText(
      'The phone number is already registered. You can use your old account to log in.',
    )
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    const ways = page.getByRole('main').getByRole('button')
    await expect(ways).toHaveText(['Log in with the old account'])
    await page.reload()
    await expect(ways).toHaveText(['Log in with the old account'])
    await ways.click()
    await expect(page.getByLabel('Email')).toBeVisible()
    expect((await context.cookies()).filter(({ name }) => name.includes('session'))).toEqual([])
  },
)

test('a shopper who is disabled in a running app is shown why at once', async ({
  page,
  context,
  shopper,
  shop,
  openBrowser,
}) => {
  const admin = await signUpAdmin(await openBrowser(), shop)
  await page.goto('/basket')
  await expect(page.getByText('Your basket is empty')).toBeVisible()
  const [row] = await shop.query<{ id: number }>('SELECT id FROM app_user WHERE email = $1', [shopper.email])
  await admin.api.request(`PUT admin/users/${row?.id}/blocked`, { is_blocked: true })
  let requests = 0
  page.on('request', request => (requests += Number(request.url().includes('/api/authenticate'))))
  await page.reload()
  await expect(page).toHaveURL('/user-disabled')
  await expect(heading(page, 'Account disabled')).toBeVisible()
  await expect(page.getByText('logged out')).toHaveCount(0)
  // No answer leads to another request, and so on.
  await page.waitForTimeout(1000)
  expect(requests).toBeLessThan(8)
  expect((await context.cookies()).filter(({ name }) => name.includes('session'))).toEqual([])
})

test(
  'a shopper whose number is blocked in a running app goes to /phone-blocked, also after signing in again',
  FULL_TIER,
  async ({ openBrowser, shop }) => {
    const context = await openBrowser()
    const { phone, email } = await signUp(context, shop, { store: null })
    const page = await context.newPage()
    await page.goto('/home')
    await expect(page.getByRole('heading', { name: 'Choose a store' })).toBeVisible()
    await shop.query('INSERT INTO blocked_phone (phone) VALUES ($1)', [phone])
    await shop.query('UPDATE app_user SET is_verified = false WHERE phone = $1', [phone])
    // Unless the app has noticed before.
    const teijo = page.getByRole('button').filter({ hasText: TEIJO })
    await teijo
      .or(page.getByRole('link', { name: 'Back to login' }))
      .first()
      .waitFor()
    if (await teijo.isVisible()) await teijo.click({ timeout: 2000 }).catch(() => undefined)
    await expect(page).toHaveURL('/phone-blocked')
    await expect(page.getByRole('heading', { name: 'Phone number blocked' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to login' }).press('Enter')
    const before = (await messagesTo(shop, email, 0)).length
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send login link' }).press('Enter')
    await page.getByLabel('Code from the email').fill((await signInMail(shop, email, before + 1)).code)
    await expect(page).toHaveURL('/phone-blocked')
    await expect.poll(async () => (await context.cookies()).filter(({ name }) => name.includes('session'))).toEqual([])
  },
)
