import { expect, type Locator, type Page } from '@playwright/test'

/** The line of a product in the basket. */
export const basketLine = (page: Page, name: string): Locator =>
  page
    .getByRole('list', { name: 'Basket' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) })

/** Types a code, like a shopper whose camera does not read it. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Enter the code' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Enter the code or a name' })
  await dialog.getByLabel('Barcode number or product name').fill(code)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
}
