import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { notice } from './notices.ts'
import { addAuthenticator, signInByLink } from './passkey-visits.ts'
import { RunningShop } from './running-shop.ts'
import { expect, test as base, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

/** A shop whose admins must have a passkey, with a host name that passkeys allow. */
const test = base.extend<object, { shop: RunningShop }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs out of a pattern
    async ({}, provide) => {
      const shop = await RunningShop.open({ PUOTI_ADMIN_PASSKEYS: 'required' })
      await provide(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ shop }, provide) => provide(shop.origin.replace('127.0.0.1', 'localhost')),
})
test.use(A_DESK)

const t = textsIn('en')

test(
  'where a passkey is required an admin must add one first, and a reset by another admin signs its owner out',
  fullTier('admins-before-passkey.test.ts has each refusal before each merge'),
  async ({ page, shop, openBrowser }) => {
    test.slow()
    const [anna, bertil] = [
      await signUpAdmin(await openBrowser({ baseURL: shop.origin }), shop),
      await signUpAdmin(await openBrowser({ baseURL: shop.origin }), shop),
    ]
    const other = await (await openBrowser()).newPage()
    for (const [who, where] of [
      [anna, page],
      [bertil, other],
    ] as const) {
      await addAuthenticator(where)
      await signInByLink({ page: where, t, shop, email: who.email, language: 'en' })
      const dialog = where.getByRole('dialog', { name: t('passkeys.missing.title') })
      await expect(dialog).toBeVisible()
      if (who === anna) await expectAccessibleLayout(where)
      await dialog.getByRole('button', { name: t('passkeys.missing.button') }).press('Enter')
      await expect(where.getByText(t('passkeys.missing.text'))).toBeVisible()
      if (who === anna) await expectAccessibleLayout(where)
      await where.getByRole('textbox', { name: t('passkeys.name') }).fill('Key')
      await where.keyboard.press('Enter')
      await expect(notice(where, t('passkeys.added', { name: 'Key' }))).toBeVisible()
    }

    const [{ id } = { id: 0 }] = await shop.query<{ id: number }>('SELECT id FROM app_user WHERE email = $1', [
      bertil.email,
    ])
    await page.goto(`/users/${id}/edit`)
    await page.getByRole('button', { name: t('users.resetPasskeys.button') }).press('Enter')
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    await expectAccessibleLayout(page)
    await question.getByRole('button', { name: t('users.resetPasskeys.button') }).press('Enter')
    await expect(notice(page, t('users.resetPasskeys.done', { who: bertil.email }))).toBeVisible()
    await other.goto('/products')
    await expect(other.getByRole('textbox', { name: t('login.email') })).toBeVisible()
    expect(await shop.query('SELECT 1 FROM passkey WHERE user_id = $1', [id])).toEqual([])
  },
)
