import { expectSound } from './expect-sound.ts'
import { signInMail } from './mailbox.ts'
import { notice } from './notices.ts'
import { signUp } from './people.ts'
import { letTimePass, signInElsewhere } from './screens-of-sessions.ts'
import { expect, test } from './test.ts'
import { textsIn } from './texts.ts'

const t = textsIn('fi')

test('in Finnish, by keyboard: one sees where one is signed in, confirms with a mailed code, and logs the others out', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const { email, phone } = await signUp(context, shop, { language: 'fi' })
  const elsewhere = await signInElsewhere(await openBrowser(), shop, email)
  await letTimePass(shop, email)
  await page.goto('/home')
  await page.getByRole('button', { name: t('shell.accountButton') }).press('Enter')
  await page.getByRole('link', { name: t('sessions.title') }).press('Enter')
  const rows = page.getByRole('list', { name: t('sessions.title') }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first().getByText(t('sessions.current'))).toBeVisible()
  await expect(rows.getByRole('button')).toHaveCount(0)
  await expectSound(page)

  await page.getByRole('button', { name: t('sessions.mailCode') }).press('Enter')
  const field = page.getByLabel(t('login.code'))
  await expect(field).toBeFocused()
  const { code } = await signInMail(shop, email, 3)
  await field.fill(code === '123456' ? '654321' : '123456')
  await expect(page.getByText(t('errors.login.invalidCode')).first()).toBeVisible()
  await expectSound(page)
  await field.fill(code)
  await rows.getByRole('button', { name: new RegExp(`^${t('sessions.end')}`) }).press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(notice(page, new RegExp(t('sessions.ended', { device: '' }).trim()))).toBeVisible()
  await expect(page.getByText(t('sessions.alone'))).toBeVisible()
  await expectSound(page)
  expect((await elsewhere.call('GET sessions')).status).toBe(401)

  // What stays in the browser opens the app, and names nobody.
  const kept = await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')
  expect(kept).toContain('puoti-answer-user')
  for (const own of [email, phone, phone.slice(4)]) expect(kept).not.toContain(own)
})
