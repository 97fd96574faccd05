import type { Page } from '@playwright/test'
import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { readGuideTask } from './guide-task.ts'
import { LAST_MONTH, sellLastMonth } from './month-of-sales.ts'
import { newPerson } from './people.ts'
import { expect, test } from './test.ts'

// Tasks of the guide, performed by its steps. docs/developer/testing.md lists the tests of the others.

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
async function openInMenu(page: Page, name: string): Promise<void> {
  await button(page, 'Menu').click()
  const menu = page.getByRole('navigation', { name: 'Back office' })
  await menu.getByRole('link', { name: new RegExp(`^${name}`) }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test.use(A_DESK)

test('a shopkeeper lets the bookkeeper in, as the guide says', async ({ page, context, shop }) => {
  const { getByName, unused } = readGuideTask('closings', 'let-the-bookkeeper-in')
  const { email } = newPerson()
  await signUpAdmin(context, shop)
  await page.goto('/orders')
  await openInMenu(page, getByName('People'))
  await button(page, getByName('Invite')).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('checkbox', { name: getByName('Bookkeeper') }).check()
  await page.getByRole('group', { name: 'Bookkeeper' }).getByRole('checkbox').last().check()
  await button(page, getByName('Send invitation')).click()
  await expect(page.getByText(`An invitation was sent to ${email}`).first()).toBeVisible()
  expect(unused()).toEqual([])
})

test('a shopkeeper sends the month to the bookkeeper, as the guide says', async ({ page, context, shop }) => {
  const { getByName, unused } = readGuideTask('closings', 'send-the-month-to-the-bookkeeper')
  await signUpAdmin(context, shop)
  await sellLastMonth(shop, 'Kirjapuoti')
  await page.goto('/orders')
  await openInMenu(page, getByName('Daily closings'))
  await expect(page.getByLabel(getByName('Month')).first()).toBeVisible()
  await page.goto(`/closings?month=${LAST_MONTH}`)
  await button(page, getByName('Filters')).click()
  await expect(page.getByLabel(getByName('Store')).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await button(page, getByName('Export')).click()
  for (const name of ['Spreadsheet (XLSX)', 'Text file (CSV)'])
    await expect(page.getByRole('menuitem', { name: getByName(name) })).toBeVisible()
  await page.keyboard.press('Escape')
  await button(page, getByName('Journal entries')).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  expect(unused()).toEqual([])
})

test('a shopkeeper fills in food information, as the guide says', async ({ page, context, shop }) => {
  const { getByName, unused } = readGuideTask('products', 'food-information')
  await signUpAdmin(context, shop)
  const [{ id } = { id: 0 }] = await shop.query<{ id: number }>(
    `SELECT product_id AS id FROM product_version WHERE names->>'fi' = 'Hunajasanko' AND is_current`,
  )
  await page.goto(`/products/${id}`)
  await page.getByRole('link', { name: getByName('Edit food information') }).click()
  const kind = page.getByRole('combobox', { name: getByName('Kind of product') })
  await expect(kind.getByRole('option', { name: getByName('Not a food'), exact: true })).toBeAttached()
  await kind.selectOption('unprocessed')
  for (const name of ['Contains', 'May contain'])
    await expect(page.getByRole('option', { name: getByName(name), exact: true }).first()).toBeAttached()
  await page.getByRole('checkbox', { name: getByName('The product contains none of these') }).check()
  await page.getByRole('textbox', { name: getByName('Food business operator, with address') }).fill('Kylän Hunaja Oy')
  await expect(page.getByRole('heading', { name: getByName('Nutrition'), exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: getByName('Net quantity') }).fill('6 × 33 cl')
  await button(page, getByName('Save')).click()
  await page.goto(`/products/${id}`)
  await expect(page.getByLabel(getByName('Net content')).first()).toBeVisible()
  expect(unused()).toEqual([])
})
