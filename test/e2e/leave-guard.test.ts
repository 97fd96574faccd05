import type { Page } from '@playwright/test'
import type { Supplier } from '#contract/catalogue/suppliers.ts'
import { signUpAdmin } from './admins.ts'
import type { RunningShop } from './running-shop.ts'
import { expect, test, type BrowserContext, fullTier } from './test.ts'

const FULL_TIER = fullTier('a variant: another test here leaves a form before each merge')

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name' })
const stay = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' }).click()
const leave = (page: Page) => question(page).getByRole('button', { name: 'Leave' }).click()

type GuardInput = { page: Page; context: BrowserContext; shop: RunningShop }

/** Navigates from the list to a supplier's form and types something. */
async function typeInForm({ page, context, shop }: GuardInput): Promise<{ formPath: string }> {
  const admin = await signUpAdmin(context, shop)
  await page.addInitScript(`localStorage.setItem('drawer-state', 'open')`)
  const name = `Aitan mylly ${Date.now()}`
  const { id } = await admin.api.request<Supplier>('POST admin/suppliers', { name })
  await page.goto('/home')
  await page.getByRole('link', { name: 'Suppliers' }).click()
  await page.getByRole('link', { name, exact: true }).click()
  await nameField(page).fill('Another name')
  return { formPath: `/suppliers/${id}/edit` }
}

test('a link leaves a form with unsaved changes only after confirmation', async ({ page, context, shop }) => {
  const { formPath } = await typeInForm({ page, context, shop })
  await page.getByRole('link', { name: 'Stores', exact: true }).click()
  await stay(page)
  await expect(page).toHaveURL(formPath)
  await expect(nameField(page)).toHaveValue('Another name')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await stay(page)
  await expect(question(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(nameField(page)).toHaveValue('Another name')
  await page.getByRole('link', { name: 'Stores', exact: true }).click()
  await leave(page)
  await expect(page).toHaveURL('/stores')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page).toHaveURL('/home')
})

test(
  'Back asks for confirmation as well, and the address always matches the page',
  FULL_TIER,
  async ({ page, context, shop }) => {
    const { formPath } = await typeInForm({ page, context, shop })
    const entries = await page.evaluate<number>('history.length')
    await page.evaluate('history.back()')
    await expect(question(page)).toBeVisible()
    await expect(page).toHaveURL(formPath)
    // Back closes what is open: here the question, and the form stays.
    await page.evaluate('history.back()')
    await expect(question(page)).toHaveCount(0)
    await expect(page).toHaveURL(formPath)
    await page.evaluate('history.back()')
    await stay(page)
    await expect(page).toHaveURL(formPath)
    await expect(nameField(page)).toHaveValue('Another name')
    await page.evaluate('history.go(-2)')
    await leave(page)
    await expect(page).toHaveURL('/home')
    await expect(nameField(page)).toHaveCount(0)
    // No page was added to the browser's history, only the question's own entry, so Forward leads back to the form.
    expect(await page.evaluate<number>('history.length')).toBeLessThanOrEqual(entries + 1)
    await page.evaluate('history.go(2)')
    await expect(page).toHaveURL(formPath)
    await page.evaluate('history.back()')
    await expect(page).toHaveURL('/suppliers')
  },
)

test(
  'closing the tab asks for confirmation, the app doesn’t reload itself, and a saved form doesn’t ask',
  FULL_TIER,
  async ({ page, context, shop }) => {
    const { formPath } = await typeInForm({ page, context, shop })
    const shownDialog = page.waitForEvent('dialog')
    // Not page.reload(), which waits half a minute for a page that does not reload.
    const reload = page.evaluate('location.reload()')
    const dialog = await shownDialog
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await reload
    await expect(nameField(page)).toHaveValue('Another name')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)
    await page.goto(formPath)
    await expect(nameField(page)).toHaveValue('Another name')
  },
)
