import type { Page } from '@playwright/test'
import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { signUp } from './people.ts'
import { expect, test, fullTier } from './test.ts'

const FULL_TIER = fullTier('settings.test.ts of the server saves them before each merge')

test.use(A_DESK)

const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const saved = (page: Page) => expect(page.getByText('Unsaved changes')).toHaveCount(0)

test(
  'on a desktop, by keyboard: an admin edits the company and publishes terms',
  FULL_TIER,
  async ({ page, context, shop, openBrowser }) => {
    test.slow()
    await signUpAdmin(context, shop)
    await page.goto('/settings')
    await field(page, 'Business ID').fill('0245458-4')
    await page.keyboard.press('Control+s')
    // Refused, with what to do: at the field and in the summary.
    await expect(page.getByText('The last digit doesn’t match the others.')).toHaveCount(2)
    await field(page, 'Business ID').fill('0245458-3')
    await expect(page.getByText('The last digit doesn’t match the others.')).toHaveCount(0)
    await field(page, 'Name').fill('Kylän kauppa Oy')
    await expectAccessibleLayout(page)
    // Unsaved input is not lost when another part is opened.
    await part(page, 'VAT rates').press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).press('Enter')
    await page.keyboard.press('Control+s')
    await saved(page)

    await part(page, 'Terms of purchase').press('Enter')
    await expect(page).toHaveURL('/settings/terms')
    // Other tests of the same shop publish terms too.
    const versions = page.getByRole('region', { name: 'Earlier versions' }).getByRole('listitem')
    await expect(versions).not.toHaveCount(0)
    const before = await versions.count()
    await page.getByRole('tab', { name: 'English' }).press('Enter')
    await field(page, 'Text').fill('New terms.\n\nBring your own bag.')
    await page.getByRole('button', { name: 'Preview' }).press('Enter')
    await expect(page.getByRole('dialog').getByText('Bring your own bag.')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).press('Enter')
    await expectAccessibleLayout(page)
    await page.getByRole('button', { name: 'Publish' }).press('Enter')
    await saved(page)
    await expect(versions).toHaveCount(before + 1)
    const shopper = await signUp(await openBrowser(), shop)
    expect(await shopper.api.request('GET operator?lang=en')).toMatchObject({
      name: 'Kylän kauppa Oy',
      terms: { paragraphs: ['New terms.', 'Bring your own bag.'] },
    })
  },
)

test(
  'on a desktop, by keyboard: an admin adds a VAT rate and removes it',
  FULL_TIER,
  async ({ page, context, shop }) => {
    await signUpAdmin(context, shop)
    await page.goto('/settings')
    await part(page, 'VAT rates').press('Enter')
    const food = page.getByRole('region', { name: 'Food' })
    await food.getByRole('button', { name: 'Add a VAT rate' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New rate: Food' })
    await dialog.getByLabel('First day').fill('2020-01-01')
    await dialog.getByRole('textbox', { name: 'VAT, %' }).fill('12,5')
    await dialog.getByRole('button', { name: 'Add a VAT rate' }).press('Enter')
    await expect(dialog.getByText('A day after today')).toBeVisible()
    await expectAccessibleLayout(page)
    await dialog.getByLabel('First day').fill('2099-01-01')
    await dialog.getByRole('button', { name: 'Add a VAT rate' }).press('Enter')
    await expect(food.getByRole('row', { name: /01\.01\.2099\s+12,5\s%\s+Upcoming/ })).toBeVisible()
    await expectAccessibleLayout(page)
    await food.getByRole('button', { name: 'Remove the rate from 01.01.2099' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
    await expect(food.getByText('01.01.2099')).toHaveCount(0)
  },
)

test(
  'on a desktop: an admin edits the languages of the shop, and how long it keeps visits',
  FULL_TIER,
  async ({ page, context, shop }) => {
    test.slow()
    await signUpAdmin(context, shop)
    await page.goto('/settings/languages')
    await page.getByRole('button', { name: 'Move Svenska earlier' }).press('Enter')
    await page.getByRole('checkbox', { name: 'Offer Suomi' }).press('Space')
    await expectAccessibleLayout(page)
    await page.keyboard.press('Control+s')
    await saved(page)
    const codes = async () =>
      ((await (await context.request.get('/api/languages')).json()) as { code: string }[]).map(({ code }) => code)
    expect(await codes()).toEqual(['en', 'sv'])
    await page.getByRole('button', { name: 'Move Suomi earlier' }).press('Enter')
    await page.getByRole('checkbox', { name: 'Offer Suomi' }).press('Space')
    await page.keyboard.press('Control+s')
    await saved(page)
    expect(await codes()).toEqual(['en', 'fi', 'sv'])

    await part(page, 'Retention').press('Enter')
    const visits = field(page, 'Visits to stores, in days')
    await visits.fill('400')
    await visits.blur()
    await expect(page.getByText('A whole number from 1 to 365')).toBeVisible()
    await expectAccessibleLayout(page)
    await visits.fill('30')
    await page.keyboard.press('Control+s')
    await saved(page)
  },
)

test(
  'on a desktop: an admin tries the barcodes of a scale, and saves what they carry',
  FULL_TIER,
  async ({ page, context, shop }) => {
    await signUpAdmin(context, shop)
    await page.goto('/settings')
    await part(page, 'Barcodes').press('Enter')
    await field(page, 'Try a code').fill('2312340111550')
    await expect(page.getByText('Item 123401, 1,155 kg')).toBeVisible()
    await field(page, 'Try a code').fill('2012340102502')
    await expect(page.getByText(/Item 123401, 2,50\s€/)).toBeVisible()
    // A scale of the store: tried before it is saved, and read by the server once it is.
    await field(page, 'Try a code').fill('2812345025000')
    await expect(page.getByText('An ordinary code')).toBeVisible()
    const scale = page.getByRole('group', { name: 'Begins with 28' })
    await scale.getByLabel('Contains').selectOption('Weight')
    await expect(page.getByText('Item 12345, 2,5 kg')).toBeVisible()
    await page.getByRole('group', { name: 'Begins with 23' }).getByLabel('Contains').selectOption('Nothing')
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('alert').getByText('couldn’t be scanned any more')).toBeVisible()
    await expectAccessibleLayout(page)
    await page.getByRole('group', { name: 'Begins with 23' }).getByLabel('Contains').selectOption('Weight')
    await page.keyboard.press('Control+s')
    await saved(page)
    const layouts = async () =>
      ((await (await context.request.get('/api/admin/settings/barcodes')).json()) as { layouts: object[] }).layouts
    expect(await layouts()).toHaveLength(7)
    await page.getByRole('button', { name: 'Restore Finnish defaults' }).press('Enter')
    await page.keyboard.press('Control+s')
    await saved(page)
    expect(await layouts()).toHaveLength(6)
  },
)

test(
  'on a desktop: an admin sees the health of the system, and tests a terminal',
  FULL_TIER,
  async ({ page, context, shop }) => {
    await signUpAdmin(context, shop)
    await page.goto('/settings')
    await part(page, 'System status').press('Enter')
    await expect(page.getByRole('region', { name: 'Email' }).getByText('Nothing is sent')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Database' }).getByText('PostgreSQL')).toBeVisible()
    const terminals = page.getByRole('region', { name: 'Payment terminals' })
    // Other tests of the same shop add terminals: of more than ten, each is tested on request.
    await terminals
      .getByRole('button', { name: /^Test: / })
      .first()
      .press('Enter')
    await expect(terminals.getByText('Works').first()).toBeVisible()
    await expectAccessibleLayout(page)
  },
)

test('an admin sees the checks of the setup, and sends a test email', async ({ page, context, shop }) => {
  await signUpAdmin(context, shop)
  await page.goto('/settings/health')
  const setup = page.getByRole('region', { name: 'Setup' })
  await expect(setup.getByText(/^Version \d+\.\d+\.\d+ \((?:[0-9a-f]{12}|unknown)\)$/)).toBeVisible()
  await expect(setup.getByRole('listitem').filter({ hasText: 'PostgreSQL 18' })).toContainText('Works')
  await expect(setup.getByRole('listitem')).toHaveCount(15)
  await setup.getByRole('button', { name: 'Send me a test email' }).press('Enter')
  await expect(setup.getByRole('status')).toContainText('/dev/mailbox accepted the test message to')
  await expectAccessibleLayout(page)
})
