import type { Page } from '@playwright/test'
import type { LanguageCode } from '#contract/values.ts'
import { signUpAdmin } from './admins.ts'
import { bookEvent } from './booked-event.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { messagesTo } from './mailbox.ts'
import { notice } from './notices.ts'
import { addAuthenticator, signInByLink } from './passkey-visits.ts'
import { closeEvent } from './preorders.ts'
import { expect, test as base, fullTier } from './test.ts'
import { textsIn, type Texts } from './texts.ts'

/** Passkeys require a host name: an IP address does not qualify. */
const test = base.extend({
  baseURL: async ({ shop }, provide) => provide(shop.origin.replace('127.0.0.1', 'localhost')),
})
async function signOut(page: Page, t: Texts): Promise<void> {
  await page.getByRole('button', { name: t('shell.accountButton') }).click()
  await page.getByRole('button', { name: t('shell.logout') }).click()
  await expect(page.getByRole('textbox', { name: t('login.email') })).toBeVisible()
}

test('in Finnish: an admin adds a passkey, signs in by link and confirms with it', async ({
  page,
  shop,
  openBrowser,
}) => {
  const language: LanguageCode = 'fi'
  const t = textsIn(language)
  const { email } = await signUpAdmin(await openBrowser({ baseURL: shop.origin }), shop, { language })
  const visit = { page, t, shop, email, language }
  const { client, authenticatorId } = await addAuthenticator(page)
  await signInByLink(visit)

  await page.getByRole('button', { name: t('shell.accountButton') }).click()
  await page.getByRole('link', { name: t('shell.passkeysLink') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('passkeys.title') })).toBeVisible()
  await expectAccessibleLayout(page)
  await page.getByRole('textbox', { name: t('passkeys.name') }).fill('Aino')
  await page.keyboard.press('Enter')
  await expect(notice(page, t('passkeys.added', { name: 'Aino' }))).toBeVisible()
  await expect(page.getByText(t('passkeys.onlyOne'))).toBeVisible()
  await expectAccessibleLayout(page)

  await signOut(page, t)
  await signInByLink(visit)
  const dialog = page.getByRole('dialog', { name: t('passkeys.asked.title') })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: t('passkeys.asked.button') })).toBeFocused()
  await expectAccessibleLayout(page)

  // When declined, the page opens without figures, and pressing retry asks again.
  await dialog.getByRole('button', { name: t('passkeys.notNow') }).press('Enter')
  await expect(page.getByText(t('errors.session.passkeyRequired'))).toBeVisible()
  await page.getByRole('button', { name: t('common.retry') }).click()
  await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await dialog.getByRole('button', { name: t('passkeys.asked.button') }).press('Enter')
  await expect(dialog.getByText(t('passkeys.faults.notUsed'))).toBeVisible()
  await expectAccessibleLayout(page)
  await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await dialog.getByRole('button', { name: t('passkeys.asked.button') }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(t('adminHome.salesToday')).first()).toBeVisible()
  await page.goto('/products')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: /Maito|Milk|maito|milk/ }).first()).toBeVisible()
})

test('in Finnish: what an admin was doing when a confirmation expired continues after another one', async ({
  page,
  shop,
  openBrowser,
}) => {
  const t = textsIn('fi')
  const { email } = await signUpAdmin(await openBrowser({ baseURL: shop.origin }), shop, { language: 'fi' })
  await addAuthenticator(page)
  await signInByLink({ page, t, shop, email, language: 'fi' })
  await page.goto('/passkeys')
  await page.getByRole('textbox', { name: t('passkeys.name') }).fill('Aino')
  await page.keyboard.press('Enter')
  await expect(notice(page, t('passkeys.added', { name: 'Aino' }))).toBeVisible()
  const dialog = page.getByRole('dialog', { name: t('passkeys.asked.title') })

  // A form that was being filled in when the confirmation expired is saved all the same.
  await page.goto('/suppliers/create')
  await page.getByRole('textbox', { name: t('suppliers.fields.name') }).fill('Meijeri')
  await shop.query(`UPDATE session SET passkey_confirmed_at = now() - interval '13 hours'`)
  await page.keyboard.press('Control+s')
  await dialog.getByRole('button', { name: t('passkeys.asked.button') }).press('Enter')
  await expect(page).toHaveURL(/\/suppliers\/\d+\/edit$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Meijeri' })).toBeVisible()

  // A confirmation of this morning is not enough for a right, nor for an export of people; both continue after another one.
  const [pekka] = await shop.query<{ id: number }>(
    `INSERT INTO app_user (email, is_verified, language_id) VALUES ('pekka@puoti.example', false, 1002) RETURNING id`,
  )
  const turnStale = () => shop.query(`UPDATE session SET passkey_confirmed_at = now() - interval '11 hours'`)
  await page.goto(`/users/${pekka?.id}/edit`)
  await turnStale()
  await page.getByRole('button', { name: t('users.grant.button') }).press('Enter')
  const grant = page.getByRole('alertdialog')
  await grant.getByRole('textbox', { name: t('users.reason') }).fill('Kesäsijainen')
  await grant.getByRole('button', { name: t('users.grant.button') }).press('Enter')
  await expectAccessibleLayout(page)
  await dialog.getByRole('button', { name: t('passkeys.asked.button') }).press('Enter')
  await expect(notice(page, t('users.grant.done', { who: 'pekka@puoti.example' }))).toBeVisible()

  await page.goto('/users')
  await turnStale()
  await page.getByRole('button', { name: t('lists.export') }).press('Enter')
  await page.getByRole('menuitem', { name: t('lists.csv') }).press('Enter')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: t('passkeys.asked.button') }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)

  // A page to print opens in this tab: browsers block a new one so long after the press.
  const event = await bookEvent(shop)
  await page.goto(`/preorders?event_id=${event.id}&store_id=${event.storeId}&view=pickList`)
  const print = page.getByRole('link', { name: t('adminPreorders.print') })
  await turnStale()
  await print.press('Enter')
  const printed = page.waitForResponse(response => response.url().includes('pick-list.pdf'))
  await dialog.getByRole('button', { name: t('passkeys.asked.button') }).press('Enter')
  const pdf = await printed
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
  expect(page.context().pages()).toHaveLength(1)
  await closeEvent(shop, event.id)
})

test(
  'an admin adds and renames a second passkey, removes the first, and then the last',
  fullTier('a variant: other tests here add a passkey before each merge'),
  async ({ page, shop, openBrowser }) => {
    const t = textsIn('en')
    const { email } = await signUpAdmin(await openBrowser({ baseURL: shop.origin }), shop)
    const first = await addAuthenticator(page)
    await signInByLink({ page, t, shop, email, language: 'en' })
    await page.goto('/passkeys')
    await page.getByRole('textbox', { name: t('passkeys.name') }).fill('Phone')
    await page.getByRole('button', { name: t('passkeys.add') }).click()
    await expect(notice(page, t('passkeys.added', { name: 'Phone' }))).toBeVisible()
    // The same device already has one.
    await page.getByRole('textbox', { name: t('passkeys.name') }).fill('Key')
    await page.getByRole('button', { name: t('passkeys.add') }).click()
    await expect(page.getByRole('main').getByText(t('passkeys.faults.known'))).toBeVisible()
    await first.client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: first.authenticatorId })
    await addAuthenticator(page)
    await page.getByRole('button', { name: t('passkeys.add') }).click()
    await expect(notice(page, t('passkeys.added', { name: 'Key' }))).toBeVisible()

    await page.getByRole('button', { name: t('passkeys.renameNamed', { name: 'Key' }) }).press('Enter')
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: t('passkeys.name') })
      .fill('Blue key')
    await expectAccessibleLayout(page)
    await page.keyboard.press('Enter')
    await expect(notice(page, t('passkeys.renamed', { name: 'Blue key' }))).toBeVisible()

    // Long after the confirmation, a change requires a passkey again: this device's, because the other one is gone.
    await shop.query(`UPDATE session SET passkey_confirmed_at = now() - interval '11 minutes'`)
    await page.getByRole('button', { name: t('passkeys.removeNamed', { name: 'Phone' }) }).press('Enter')
    const question = page.getByRole('alertdialog')
    await expect(question.getByRole('button', { name: t('common.cancel') })).toBeFocused()
    await question.getByRole('button', { name: t('passkeys.remove') }).press('Enter')
    await page.getByRole('button', { name: t('passkeys.asked.button') }).press('Enter')
    await expect(notice(page, t('passkeys.removed', { name: 'Phone' }))).toBeVisible()
    await page.getByRole('button', { name: t('passkeys.removeNamed', { name: 'Blue key' }) }).press('Enter')
    await expect(question.getByText(t('passkeys.removeLastText'))).toBeVisible()
    await question.getByRole('button', { name: t('passkeys.remove') }).press('Enter')
    await expect(page.getByText(t('passkeys.addFirst'))).toBeVisible()
    const listPasskeyMails = async () =>
      (await messagesTo(shop, email, 0)).filter(({ text }) => text.includes('passkey'))
    await expect.poll(listPasskeyMails).toHaveLength(4)
  },
)
