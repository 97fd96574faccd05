import { expectAccessibleLayout } from './expect-accessible.ts'
import { signInMail } from './mailbox.ts'
import { notice } from './notices.ts'
import { signUpByMail } from './people.ts'
import { letTimePass, signInAtDevices, signInElsewhere } from './screens-of-sessions.ts'
import { expect, type Page, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

const FULL_TIER = fullTier('sessions.test.ts of the server ends sessions before each merge')

const t = textsIn('fi')

const rowsOn = (page: Page) => page.getByRole('list', { name: t('sessions.title') }).getByRole('listitem')

test(
  'in Finnish, by keyboard: a shopper lists the sessions, and confirms with a mailed code',
  FULL_TIER,
  async ({ page, context, shop, openBrowser }) => {
    const { email } = await signUpByMail(context, shop, { language: 'fi' })
    await signInElsewhere(await openBrowser(), shop, email)
    await signInAtDevices(shop, email)
    await letTimePass(shop, email)
    await page.goto('/home')
    await page.getByRole('button', { name: t('shell.accountButton') }).press('Enter')
    await page.getByRole('link', { name: t('sessions.title') }).press('Enter')
    const rows = rowsOn(page)
    await expect(rows).toHaveCount(5)
    await expect(rows.first().getByText(t('sessions.current'))).toBeVisible()
    await expect(rows.getByRole('button')).toHaveCount(0)
    await expectAccessibleLayout(page)

    await page.getByRole('button', { name: t('sessions.mailCode') }).press('Enter')
    const field = page.getByLabel(t('login.code'))
    await expect(field).toBeFocused()
    await signInMail(shop, email, 3)
    // As on a phone that discards the page while its owner reads the mail.
    await page.reload()
    await page.getByRole('button', { name: t('verification.haveCode') }).press('Enter')
    await expect(field).toBeFocused()
    await page.getByRole('button', { name: t('login.submitAgain') }).press('Enter')
    await expect(notice(page, t('sessions.sent'))).toBeVisible()
    await expect(field).toBeFocused()
    const { code } = await signInMail(shop, email, 4)
    await field.fill(code === '123456' ? '654321' : '123456')
    await expect(page.getByText(t('errors.login.invalidCode')).first()).toBeVisible()
    await expectAccessibleLayout(page)
    await field.fill(code)
    const ends = rows.getByRole('button', { name: new RegExp(`^${t('sessions.end')}`) })
    await expect(ends).toHaveCount(4)
    await expect(ends.first()).toBeFocused()
    await expectAccessibleLayout(page)
  },
)

test(
  'in Finnish, by keyboard: a shopper ends the other sessions, and no personal data is left in the browser',
  FULL_TIER,
  async ({ page, context, shop, openBrowser }) => {
    const { email, phone } = await signUpByMail(context, shop, { language: 'fi' })
    const elsewhere = await signInElsewhere(await openBrowser(), shop, email)
    await signInAtDevices(shop, email)
    await page.goto('/sessions')
    const rows = rowsOn(page)
    const ends = rows.getByRole('button', { name: new RegExp(`^${t('sessions.end')}`) })
    await expect(ends).toHaveCount(4)
    await ends.first().focus()

    // The focus stays in place, and moves to the page's heading when there is nothing left to press.
    await page.keyboard.press('Enter')
    await expect(ends).toHaveCount(3)
    await expect(notice(page, new RegExp(t('sessions.ended', { device: '' }).trim()))).toBeVisible()
    await expect(ends.first()).toBeFocused()
    await ends.last().press('Enter')
    await expect(ends).toHaveCount(2)
    await expect(ends.last()).toBeFocused()
    await page.getByRole('button', { name: t('sessions.endOthers') }).press('Enter')
    await expect(rows).toHaveCount(1)
    await expect(page.getByRole('heading', { name: t('sessions.title'), level: 1 })).toBeFocused()
    await expect(page.getByText(t('sessions.alone'))).toBeVisible()
    await expectAccessibleLayout(page)
    expect((await elsewhere.call('GET sessions')).status).toBe(401)

    // The data left in the browser opens the app, and contains no personal data.
    const stored = await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')
    expect(stored).toContain('puoti-answer-user')
    for (const secret of [email, phone, phone.slice(4)]) expect(stored).not.toContain(secret)
  },
)
