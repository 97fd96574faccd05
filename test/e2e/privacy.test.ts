import { readFile } from 'node:fs/promises'
import type { MyData } from '#contract/accounts/my-data.ts'
import { signUpAdmin } from './admins.ts'
import { ApiCaller } from './api-caller.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { getEan } from './goods.ts'
import { messagesTo, signInMail } from './mailbox.ts'
import { notice } from './notices.ts'
import { payOrder } from './order-mutations.ts'
import { signUp } from './people.ts'
import type { RunningShop } from './running-shop.ts'
import { expect, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

const FULL_TIER = fullTier('removal.test.ts of the server removes accounts before each merge')

const t = textsIn('fi')

/** The code of the mail that removes an account; other mails may arrive meanwhile. */
async function removalCode(shop: RunningShop, email: string): Promise<string> {
  const codes = async () =>
    (await messagesTo(shop, email)).flatMap(({ subject, text }) =>
      (subject ?? '').endsWith('on koodi tilisi sulkemiseen') ? (/^\d{6}$/m.exec(text)?.[0] ?? []) : [],
    )
  await expect.poll(codes).toHaveLength(1)
  return (await codes())[0] ?? ''
}

test('in Finnish: the privacy page is readable before an address is typed', FULL_TIER, async ({ page }) => {
  await page.goto('/?lang=fi')
  await page.getByRole('link', { name: t('privacy.link') }).press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: t('privacy.kindsTitle') })).toBeVisible()
  await expectAccessibleLayout(page)
})

test(
  'on a phone, in Finnish, by keyboard: a shopper exports their data and deletes the account with a mailed code',
  FULL_TIER,
  async ({ page, context, shop, openBrowser }) => {
    test.slow()
    const maija = await signUp(context, shop, { language: 'fi' })
    const other = await openBrowser()
    const api = new ApiCaller(other.request, shop)
    await api.request('POST login', { email: maija.email })
    const { code: signingIn } = await signInMail(shop, maija.email)
    await api.request('POST login/code', { email: maija.email, code: signingIn })
    const order = await payOrder(maija, shop, [{ code: getEan('light-milk'), quantity: 1 }])

    await page.goto('/home')
    await page.getByRole('button', { name: t('shell.accountButton') }).press('Enter')
    await page.getByRole('link', { name: t('shell.removalLink') }).press('Enter')
    await expect(page.getByText(t('removal.retainedOrders_one', { count: '1' }))).toBeVisible()
    await expectAccessibleLayout(page)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: t('removal.download') }).press('Enter')
    const file = await saving
    expect(file.suggestedFilename()).toBe('puoti-my-data.json')
    // The type of the contract: the server validated what it sent.
    const data = JSON.parse(await readFile(await file.path(), 'utf8')) as MyData
    expect(data).toMatchObject({
      account: { email: maija.email, phone: maija.phone },
      orders: [{ id: order.id, payments: [{ state: 'APPROVED' }] }],
    })

    await page.getByRole('button', { name: t('removal.begin') }).press('Enter')
    const field = page.getByLabel(t('removal.code'))
    await expect(field).toBeFocused()
    await expectAccessibleLayout(page)
    const code = await removalCode(shop, maija.email)
    await field.fill(code === '123456' ? '654321' : '123456')
    await page.getByRole('button', { name: t('removal.confirm') }).press('Enter')
    await expect(page.getByText(t('errors.removal.invalidCode')).first()).toBeVisible()
    await expectAccessibleLayout(page)
    await field.fill(code)
    await field.press('Enter')
    await expect(page.getByRole('textbox', { name: t('login.email') })).toBeVisible()
    await expect(notice(page, t('removal.done'))).toBeVisible()
    await expectAccessibleLayout(page)

    expect((await other.request.get('/api/order')).status()).toBe(401)
    // The shop has forgotten the address, mailbox included: signing in starts from scratch.
    await page.getByRole('textbox', { name: t('login.email') }).fill(maija.email)
    await page.getByRole('button', { name: t('login.submit') }).press('Enter')
    await page.goto((await signInMail(shop, maija.email)).path)
    await page.getByRole('button', { name: t('login.linkButton') }).press('Enter')
    await expect(page.getByRole('heading', { name: t('verification.title') })).toBeVisible()
    await page.goto('/removal')
    await expect(page.getByText(t('removal.retainedNothing'))).toBeVisible()
  },
)

test.describe('on a desktop', () => {
  test.use(A_DESK)

  test(
    'an admin publishes that there are cameras, everyone can read it, and a user is removed on request',
    FULL_TIER,
    async ({ page, context, shop, openBrowser }) => {
      test.slow()
      await signUpAdmin(context, shop)
      const maija = await signUp(await openBrowser(), shop)
      await page.goto('/settings/cameras')
      await page.getByRole('tab', { name: 'English' }).press('Enter')
      const text = page.getByRole('textbox', { name: 'Text' })
      const warning = page.getByText(/^Shown at .* First check the text below/)
      for (const [phrase, promised] of [
        ['within 30 days', /after 30 days at the latest/],
        ['no sound is recorded', /No sound is recorded/],
        ['face recognition isn’t used', /no face recognition is used/],
      ] as const) {
        await expect(warning).toContainText(phrase)
        await expect(text).toHaveValue(promised)
      }
      await page.getByRole('checkbox', { name: 'There are cameras in the stores' }).press('Space')
      await text.fill('# At the door\n\nOne camera of {operator}.')
      await expectAccessibleLayout(page)
      await page.keyboard.press('Control+s')
      await expect(page.getByText('Unsaved changes')).toHaveCount(0)

      const visitor = await (await openBrowser()).newPage()
      await visitor.goto('/privacy?lang=en')
      await expect(visitor.getByRole('heading', { level: 3, name: 'At the door' })).toBeVisible()
      await expect(visitor.getByText(/^One camera of [^{]/)).toBeVisible()
      await expect(visitor.getByText('{')).toHaveCount(0)
      await expectAccessibleLayout(visitor)
      await visitor.goto('/privacy?lang=sv')
      await expect(visitor.getByRole('heading', { level: 2, name: 'Kameror i butikerna' })).toBeVisible()

      const [{ id } = { id: 0 }] = await shop.query<{ id: number }>('SELECT id FROM app_user WHERE email = $1', [
        maija.email,
      ])
      await page.goto(`/users/${id}/edit`)
      await page.getByRole('button', { name: 'Remove user' }).press('Enter')
      const dialog = page.getByRole('alertdialog')
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await expectAccessibleLayout(page)
      await dialog.getByRole('button', { name: 'Remove user' }).press('Enter')
      await expect(notice(page, 'The user was removed')).toBeVisible()
      await expect(page).toHaveURL('/users')
      expect((await maija.api.call('GET removal')).status).toBe(401)
    },
  )
})
