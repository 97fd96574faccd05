import type { Page } from '@playwright/test'
import { formatPhone } from '#domain/format/phone-format.ts'
import { signUpAdmin } from './admins.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { notice } from './notices.ts'
import { signUp } from './people.ts'
import { expect, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

const FULL_TIER = fullTier('admin-users.test.ts of the server changes users before each merge')

const t = textsIn('fi')

/** Requests a change of access and answers its question by keyboard. */
async function change(page: Page, kind: string, { reason = '', meant = false } = {}): Promise<void> {
  await page.getByRole('button', { name: t(`users.${kind}.button`) }).press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('button', { name: t('common.cancel') })).toBeFocused()
  const confirm = dialog.getByRole('button', { name: t(`users.${kind}.button`) })
  if (meant) {
    await expect(confirm).toBeDisabled()
    await dialog.getByRole('checkbox', { name: t('users.meant') }).press('Space')
  }
  if (reason) await dialog.getByRole('textbox', { name: t('users.reason') }).fill(reason)
  if (reason && !meant) await expectAccessibleLayout(page)
  await confirm.press('Enter')
  await expect(dialog).toHaveCount(0)
}

test(
  'on a phone, in Finnish: a user is found by number, blocked, unblocked and made an admin for a while',
  FULL_TIER,
  async ({ page, context, shop, openBrowser }) => {
    const anna = await signUpAdmin(context, shop, { language: 'fi' })
    const browser = await openBrowser()
    const maija = await signUp(browser, shop, { language: 'fi' })
    const their = await browser.newPage()
    await their.goto('/home')
    await page.goto('/users')
    const national = `0${maija.phone.slice(4, 6)} ${maija.phone.slice(6, 9)} ${maija.phone.slice(9)}`
    await page.getByRole('searchbox', { name: t('users.search') }).fill(national)
    await expect(page.getByText('1 käyttäjä', { exact: true })).toBeVisible()
    await expectAccessibleLayout(page)
    await page.getByRole('link', { name: maija.email }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: maija.email })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: formatPhone(maija.phone) })).toBeVisible()
    await expectAccessibleLayout(page)

    await change(page, 'block', { reason: 'Jätti maksamatta' })
    await expect(page.getByText('Syy: Jätti maksamatta')).toBeVisible()
    expect((await browser.request.get('/api/order')).status()).toBe(401)
    await their.reload()
    await expect(their.getByRole('textbox', { name: t('login.email') })).toBeVisible()
    await change(page, 'unblock')
    await change(page, 'blockPhone')
    await expect(page.getByText(t('users.phoneBlocked'), { exact: true })).toBeVisible()
    await expectAccessibleLayout(page)
    await change(page, 'unblockPhone')
    await change(page, 'grant')
    await expect(page.getByText(t('users.admin'), { exact: true }).first()).toBeVisible()
    await change(page, 'revoke')

    // Admins can't lock themselves out by mistake, and the only admin not at all.
    const [{ id: adminId } = { id: 0 }] = await shop.query<{ id: number }>('SELECT id FROM app_user WHERE email = $1', [
      anna.email,
    ])
    await shop.query('UPDATE app_user SET is_admin = false WHERE id <> $1', [adminId])
    await page.goto(`/users/${adminId}/edit`)
    await change(page, 'revoke', { meant: true })
    await expect(notice(page, t('errors.user.lastAdmin'))).toBeVisible()
    await shop.query('UPDATE app_user SET is_admin = true, is_verified = true WHERE email = $1', [maija.email])
    await change(page, 'revoke', { meant: true })
    await expect(page).toHaveURL('/home')
  },
)

test(
  'the palette finds a user by email address and by phone number',
  FULL_TIER,
  async ({ page, context, shop, openBrowser }) => {
    await signUpAdmin(context, shop)
    const maija = await signUp(await openBrowser(), shop)
    await page.goto('/suppliers')
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page
      .getByRole('dialog')
      .getByRole('combobox')
      .fill(`0${maija.phone.slice(4)}`)
    await expect(page.getByRole('option', { name: maija.email })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: maija.email })).toBeVisible()
  },
)
