import { basketLine as line, typeCode } from './basket-page.ts'
import { getEan } from './goods.ts'
import { TEIJO } from './people.ts'
import { expect, test, fullTier } from './test.ts'

const FULL_TIER = fullTier('it waits for notices to end; undo-strip.test.ts has the rules before each merge')

test.beforeEach(async ({ shopperPage: page }) => {
  await page.goto('/basket')
  await expect(page.getByText('Your basket is empty')).toBeVisible()
})

test('a scan can be undone at its line after its toast has gone, for ten seconds', FULL_TIER, async ({ page }) => {
  await typeCode(page, getEan('butter'))
  await typeCode(page, getEan('butter'))
  const toast = page.getByRole('region', { name: 'Scanned products' }).getByText('Butter')
  const undo = page.getByRole('button', { name: 'Undo: Butter' })
  await expect(toast).toBeVisible()
  await expect(toast).toBeHidden({ timeout: 7000 })
  await undo.click()
  await expect(line(page, 'Butter')).toContainText('3,95 €')
  await typeCode(page, getEan('carrots'))
  await page.waitForTimeout(8500)
  await expect(page.getByRole('button', { name: 'Undo: Carrots' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Undo: / })).toHaveCount(0, { timeout: 3000 })
})

test('a removed line can be restored at its place for ten seconds', FULL_TIER, async ({ page }) => {
  await typeCode(page, getEan('butter'))
  await typeCode(page, getEan('carrots'))
  await page.getByRole('button', { name: 'Remove from basket: Butter' }).click()
  const rows = page.getByRole('list', { name: 'Basket' }).getByRole('listitem')
  await expect(rows.first()).toContainText('Butter removed')
  // Keyboard users continue from there.
  await expect(rows.first()).toBeFocused()
  await page.waitForTimeout(6000)
  await rows.first().getByRole('button', { name: 'Undo: Butter' }).click()
  await expect(line(page, 'Butter')).toContainText('3,95 €')
  await page.getByRole('button', { name: 'Remove from basket: Butter' }).click()
  await expect(rows).toHaveCount(2)
  await expect(rows).toHaveCount(1, { timeout: 11_000 })
})

test('an emptied basket can be restored, together with later scans', FULL_TIER, async ({ page }) => {
  await typeCode(page, getEan('butter'))
  await page.getByRole('button', { name: 'Empty the basket' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty the basket' }).click()
  await expect(page.getByRole('main').getByText('Basket emptied')).toBeVisible()
  await typeCode(page, getEan('carrots'))
  await page.waitForTimeout(5500)
  await page.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(line(page, 'Butter')).toBeVisible()
  await expect(line(page, 'Carrots')).toBeVisible()
})

test('a change of store can still be undone after nine seconds, including the basket', FULL_TIER, async ({ page }) => {
  await typeCode(page, getEan('butter'))
  await page.goto('/home')
  await page.getByRole('button', { name: 'Change store' }).click()
  await page.getByRole('dialog').getByRole('button').filter({ hasText: TEIJO }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change store' }).click()
  await expect(page.getByText('Store changed and basket emptied').first()).toBeVisible()
  await page.waitForTimeout(9000)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Mathildedalin puoti' })).toBeVisible()
  await page.goto('/basket')
  await expect(line(page, 'Butter')).toContainText('3,95 €')
})
