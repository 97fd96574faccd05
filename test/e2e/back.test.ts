import { getEan } from './goods.ts'
import { expect, test, fullTier } from './test.ts'

test('Back closes a dialog and leaves the page, and Forward reopens no dialog', async ({ shopperPage: page }) => {
  await page.goto('/home')
  await page.getByRole('link', { name: 'Start shopping' }).click()
  await page.getByRole('button', { name: 'Enter the code' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Enter the code or a name' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('searchbox')).toHaveAttribute('inputmode', 'numeric')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/basket')
  await page.goForward()
  await expect(page).toHaveURL('/basket')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('dialog', { name: 'Your account' })).toBeVisible()
  await page.getByRole('link', { name: 'My purchases' }).click()
  await expect(page).toHaveURL('/purchases')
  await page.goBack()
  await expect(page).toHaveURL('/basket')
  await page.goBack()
  await expect(page).toHaveURL('/home')
})

test(
  'part of a barcode number finds a product on the shelf, and Back closes its card',
  fullTier('a variant: another test here goes back before each merge'),
  async ({ shopperPage: page }) => {
    await page.goto('/home')
    const shelf = page.getByRole('region', { name: 'On the shelf now' })
    await shelf.getByRole('searchbox').fill(getEan('butter').slice(-4))
    await shelf.getByRole('button', { name: 'Butter', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Butter' })
    await expect(sheet).toContainText(getEan('butter'))
    await expect(sheet).toContainText('3,95 €')
    await expect(sheet).toContainText('€/kg')
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL('/home')
    await expect(shelf.getByRole('searchbox')).toHaveValue(getEan('butter').slice(-4))
  },
)
