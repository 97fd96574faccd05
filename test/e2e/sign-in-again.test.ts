import { signUpAdmin } from './admins.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { signInMail } from './mailbox.ts'
import { notice } from './notices.ts'
import { expect, test } from './test.ts'
import { textsIn } from './texts.ts'

test('an admin without a passkey who logged in two hours ago confirms with a mailed code, and the change is made', async ({
  page,
  context,
  shop,
}) => {
  const t = textsIn('fi')
  const { email } = await signUpAdmin(context, shop, { language: 'fi' })
  const [helper] = await shop.query<{ id: number }>(
    `INSERT INTO app_user (email, is_verified, language_id) VALUES ('kesis@puoti.example', false, 1002) RETURNING id`,
  )
  const turnStale = () =>
    shop.query(
      `UPDATE session SET created_at = now() - interval '2 hours'
       WHERE user_id = (SELECT id FROM app_user WHERE email = $1)`,
      [email],
    )
  await turnStale()
  await page.goto(`/users/${helper?.id}/edit`)
  await page.getByRole('button', { name: t('users.grant.button') }).press('Enter')
  const grant = page.getByRole('alertdialog')
  await grant.getByRole('textbox', { name: t('users.reason') }).fill('Kesäsijainen')
  await grant.getByRole('button', { name: t('users.grant.button') }).press('Enter')

  const dialog = page.getByRole('dialog', { name: t('passkeys.asked.title') })
  await expect(dialog.getByText(t('passkeys.signInText', { email }))).toBeVisible()
  await expectAccessibleLayout(page)
  await dialog.getByRole('button', { name: t('sessions.mailCode') }).press('Enter')
  const field = dialog.getByLabel(t('login.code'))
  await expect(field).toBeFocused()
  await expectAccessibleLayout(page)
  await field.fill((await signInMail(shop, email)).code)
  await expect(dialog).toHaveCount(0)
  await expect(notice(page, t('users.grant.done', { who: 'kesis@puoti.example' }))).toBeVisible()

  // An export of people starts after it, too.
  await page.goto('/users')
  await turnStale()
  await page.getByRole('button', { name: t('lists.export') }).press('Enter')
  await page.getByRole('menuitem', { name: t('lists.csv') }).press('Enter')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: t('passkeys.notNow') }).press('Enter')
  await expect(notice(page, t('errors.session.signInAgain'))).toBeVisible()
})
