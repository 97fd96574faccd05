import { signUpAdmin } from './admins.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { getEan } from './goods.ts'
import { productWith } from './people.ts'
import { expect, test, fullTier } from './test.ts'

test(
  'a purchase price is added to a product, refused for the same day, and removed',
  fullTier('purchase-prices.test.ts of the server has its rules before each merge'),
  async ({ page, context, shop }) => {
    const { api } = await signUpAdmin(context, shop)
    // The demo shop has no purchase price of it.
    const { id } = await productWith(api, getEan('firewood'))
    await page.goto(`/products/${id}/edit`)
    const panel = page.getByRole('region', { name: 'Purchase prices' })
    await expect(panel.getByText('No purchase price yet.')).toBeVisible()
    const add = async (price: string) => {
      await panel.getByRole('button', { name: 'Add purchase price' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add purchase price' })
      await dialog.getByRole('textbox', { name: 'Price without VAT, €' }).fill(price)
      await dialog.getByRole('button', { name: 'Save price' }).click()
      return dialog
    }
    const wrong = await add('0,12345')
    await expect(wrong.getByText('Enter a price from 0 to 100 000 €')).toBeVisible()
    await expectAccessibleLayout(page)
    await wrong.getByRole('textbox', { name: 'Price without VAT, €' }).fill('0,7125')
    await wrong.getByRole('button', { name: 'Save price' }).click()
    await expect(panel.getByText('0,7125')).toBeVisible()
    await expect(panel.getByText('Now', { exact: true })).toBeVisible()
    await expectAccessibleLayout(page)

    const conflict = await add('0,80')
    await expect(conflict.getByText('This supplier already has a price from that day.')).toBeVisible()
    await conflict.getByRole('button', { name: 'Cancel' }).click()
    await panel.getByRole('button', { name: /^Remove the price of/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(panel.getByText('No purchase price yet.')).toBeVisible()
  },
)
