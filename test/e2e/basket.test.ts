import { basketLine as line, typeCode } from './basket-page.ts'
import { fillBasket, storedBasket } from './basket-storage.ts'
import { NO_CONNECTION } from './faults.ts'
import { getEan, goods, getLabel, UNKNOWN_CODE } from './goods.ts'
import { notice } from './notices.ts'
import { productWith } from './people.ts'
import { expect, test, fullTier } from './test.ts'

const REASON = 'a variant: purchase.test.ts fills a basket before each merge'
const FULL_TIER = fullTier(REASON)

test.beforeEach(async ({ shopperPage: page }) => {
  await page.goto('/basket')
  await expect(page.getByText('Your basket is empty')).toBeVisible()
})

test(
  'the camera adds each code once, weighed and priced labels too',
  fullTier(REASON, '@whole'),
  async ({ page, context }) => {
    await context.grantPermissions(['camera'])
    await page.getByRole('button', { name: 'Start the camera' }).click()
    await expect(line(page, 'Semi-skimmed milk')).toContainText('1,45 €')
    await expect(notice(page, 'Semi-skimmed milk · 1,45 €')).toBeVisible()
    await expect(line(page, 'Hot-smoked salmon')).toContainText('0,412 kg × 34,90 €/kg')
    await expect(line(page, 'Hot-smoked salmon')).toContainText('14,38 €')
    await expect(line(page, 'Creamy cheese')).toContainText('7,65 €')
    await expect(line(page, 'Creamy cheese')).toContainText(/0,\d{3}\skg, 1 label/)
    await expect(page.getByText('3 items')).toBeVisible()
    await expect(page.getByText('23,48 €', { exact: true })).toBeVisible()
    // Sorted by name, whatever was added first.
    await expect(page.getByRole('list', { name: 'Basket' }).getByRole('heading')).toHaveText([
      'Creamy cheese',
      'Hot-smoked salmon',
      'Semi-skimmed milk',
    ])
  },
)

test('a typed code counts like a scanned one, and a case as its pieces', FULL_TIER, async ({ page }) => {
  await typeCode(page, getEan('light-milk'))
  await expect(page.getByText('1 item')).toBeVisible()
  await typeCode(page, goods('light-milk').eanCase!)
  await expect(page.getByRole('group', { name: 'Quantity: Semi-skimmed milk' })).toContainText('11')
  await expect(page.getByText('15,95 €').first()).toBeVisible()
})

test('an unknown code is reported with its digits', FULL_TIER, async ({ page }) => {
  await typeCode(page, UNKNOWN_CODE)
  await expect(notice(page, `Unknown code ${UNKNOWN_CODE} read. Try again.`)).toBeVisible()
  await expect(page.getByText('Your basket is empty')).toBeVisible()
})

test('a product of another store is reported as not available in this one', FULL_TIER, async ({ page }) => {
  await typeCode(page, getEan('organic-whole-milk'))
  await expect(notice(page, 'Product not available in Mathildedalin puoti.')).toBeVisible()
  await expect(page.getByText('Your basket is empty')).toBeVisible()
})

test('products are found by name, and loose ones require a quantity', FULL_TIER, async ({ page }) => {
  await page.getByRole('button', { name: 'Enter the code' }).first().click()
  await page.getByLabel('Barcode number or product name').fill('new pot')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /New potatoes/ })
    .click()
  const question = page.getByRole('dialog', { name: 'How much?' })
  await expect(question.getByLabel('Quantity (kg)')).toHaveAttribute('inputmode', 'decimal')
  await question.getByLabel('Quantity (kg)').fill('0')
  await question.getByRole('button', { name: 'Add to basket' }).click()
  await expect(question.getByText('Enter an amount above zero, with up to 3 decimals')).toBeVisible()
  await question.getByLabel('Quantity (kg)').fill('1,255')
  await question.getByRole('button', { name: 'Add to basket' }).click()
  await expect(line(page, 'New potatoes')).toContainText('1,255 kg × 2,20 €/kg')
  await expect(line(page, 'New potatoes')).toContainText('2,76 €')
})

test('a basket of 0,00 € leads to no payment, but says what to do', FULL_TIER, async ({ page }) => {
  const add = async (quantity: string) => {
    await page.getByRole('button', { name: 'Enter the code' }).first().click()
    await page.getByLabel('Barcode number or product name').fill('new pot')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /New potatoes/ })
      .click()
    const question = page.getByRole('dialog', { name: 'How much?' })
    await question.getByLabel('Quantity (kg)').fill(quantity)
    await question.getByRole('button', { name: 'Add to basket' }).click()
  }
  const checkout = page.getByRole('button', { name: 'Go to checkout' })
  await add('0,002')
  await expect(line(page, 'New potatoes')).toContainText('0,00 €')
  await expect(page.getByText('There’s nothing to pay for these products.')).toBeVisible()
  await expect(checkout).toHaveCount(0)
  await add('1')
  await expect(checkout).toBeVisible()
})

test('grams typed instead of kilograms must be confirmed and can be corrected', FULL_TIER, async ({ page }) => {
  await page.getByRole('button', { name: 'Enter the code' }).first().click()
  await page.getByLabel('Barcode number or product name').fill('new pot')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /New potatoes/ })
    .click()
  const howMuch = page.getByRole('dialog', { name: 'How much?' })
  await howMuch.getByLabel('Quantity (kg)').fill('1255')
  await howMuch.getByRole('button', { name: 'Add to basket' }).click()
  const isRight = page.getByRole('alertdialog', { name: 'Is this right?' })
  await expect(isRight).toContainText(/2\s761,00\s€/)
  await isRight.getByRole('button', { name: 'Change the quantity' }).click()
  await howMuch.getByLabel('Quantity (kg)').fill('1,255')
  await howMuch.getByRole('button', { name: 'Add to basket' }).click()
  await expect(line(page, 'New potatoes')).toContainText('2,76 €')
})

test('a label with an implausible quantity must be confirmed', FULL_TIER, async ({ page }) => {
  await typeCode(page, getLabel('smoked-salmon', 9900))
  const question = page.getByRole('alertdialog', { name: 'Is this right?' })
  await expect(question).toContainText('345,51 €')
  await question.getByRole('button', { name: 'Scan again' }).click()
  await expect(page.getByText('Your basket is empty')).toBeVisible()
})

test('the stepper adds and removes, and Undo restores a removed product', FULL_TIER, async ({ page }) => {
  await typeCode(page, getEan('butter'))
  await page.getByRole('button', { name: 'Add one: Butter' }).click()
  await expect(line(page, 'Butter')).toContainText('7,90 €')
  await page.getByRole('button', { name: 'Remove one: Butter' }).click()
  await page.getByRole('button', { name: 'Remove from basket: Butter' }).click()
  await expect(page.getByText('Your basket is empty')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(line(page, 'Butter')).toContainText('3,95 €')
})

test('emptying the basket asks for confirmation', FULL_TIER, async ({ page }) => {
  await typeCode(page, getEan('butter'))
  await page.getByRole('button', { name: 'Empty the basket' }).click()
  const question = page.getByRole('alertdialog', { name: 'Empty the basket?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(line(page, 'Butter')).toBeVisible()
  await page.getByRole('button', { name: 'Empty the basket' }).click()
  await question.getByRole('button', { name: 'Empty the basket' }).click()
  await expect(page.getByText('Your basket is empty')).toBeVisible()
})

test('the basket survives a reload and is shared between tabs', async ({ page, context }) => {
  await typeCode(page, getEan('butter'))
  await page.reload()
  await expect(line(page, 'Butter')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/basket')
  await other.getByRole('button', { name: 'Add one: Butter' }).click()
  await expect(line(page, 'Butter')).toContainText('7,90 €')
})

test('products can be added without a network', FULL_TIER, async ({ page, context, faults }) => {
  faults.allow(NO_CONNECTION)
  await typeCode(page, getEan('butter'))
  await context.setOffline(true)
  await typeCode(page, getEan('light-milk'))
  await expect(page.getByText('2 items')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Go to checkout' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
})

test(
  'a checkout without a response is reported, and works on the next attempt',
  FULL_TIER,
  async ({ page, faults }) => {
    faults.allow(NO_CONNECTION)
    await typeCode(page, getEan('butter'))
    await page.route('**/api/order?*', route => route.abort('connectionfailed'), { times: 1 })
    await page.getByRole('button', { name: 'Go to checkout' }).click()
    await expect(notice(page, /^No connection/)).toBeVisible()
    await page.getByRole('button', { name: 'Go to checkout' }).click()
    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  },
)

test('a denied camera is reported, and codes can be typed', fullTier(REASON, '@whole'), async ({ page, context }) => {
  await context.grantPermissions([])
  await page.getByRole('button', { name: 'Start the camera' }).click()
  await expect(page.getByText('Camera access is off.')).toBeVisible()
  await typeCode(page, getEan('butter'))
  await expect(line(page, 'Butter')).toBeVisible()
})

test(
  'a product that is no longer sold is removed from the basket with a notice',
  FULL_TIER,
  async ({ page, shopper, shop }) => {
    await fillBasket(page, shopper, [
      { code: getEan('butter'), quantity: 1 },
      { code: getEan('carrots'), quantity: 1 },
    ])
    await shop.query(`UPDATE product SET enabled = false WHERE ean13 = $1`, [getEan('carrots')])
    await shop.query(`UPDATE store SET catalogue_version = catalogue_version + 1`)
    try {
      // The server checks its product list for changes twice a second.
      await expect.poll(() => productWith(shopper.api, getEan('carrots'))).toBeUndefined()
      await page.goto('/basket')
      await expect(notice(page, 'Product no longer available')).toBeVisible()
      await expect(line(page, 'Butter')).toBeVisible()
      expect(Object.keys(await storedBasket(page))).toHaveLength(1)
    } finally {
      await shop.query(`UPDATE product SET enabled = true WHERE ean13 = $1`, [getEan('carrots')])
      await shop.query(`UPDATE store SET catalogue_version = catalogue_version + 1`)
    }
  },
)
