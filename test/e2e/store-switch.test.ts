import { basketLine as line, typeCode } from './basket-page.ts'
import { fillBasket } from './basket-storage.ts'
import { TWO_MILKS } from './checkout.ts'
import { getEan } from './goods.ts'
import { notice } from './notices.ts'
import { MATHILDEDAL, storeNamed, TEIJO } from './people.ts'
import { expect, test, fullTier } from './test.ts'

const FULL_TIER = fullTier('it waits for another tab or device; home.test.ts chooses a store before each merge')

test(
  'a store changed in one tab is changed in the other, which reports it',
  FULL_TIER,
  async ({ page, context, shopper }) => {
    expect(shopper.email).toContain('@')
    await page.goto('/basket')
    await expect(page.getByText('Your basket is empty')).toBeVisible()
    const other = await context.newPage()
    await other.goto('/home')
    await other.getByRole('button', { name: 'Change store' }).click()
    await other.getByRole('dialog').getByRole('button').filter({ hasText: TEIJO }).click()
    await expect(other.getByRole('heading', { name: TEIJO })).toBeVisible()
    await expect(notice(page, `The store is now ${TEIJO}.`)).toBeVisible()
    await expect(notice(other, 'The store is now')).toHaveCount(0)
    // Sold only in Teijo.
    await expect(async () => {
      await typeCode(page, getEan('organic-whole-milk'))
      await expect(line(page, 'Organic whole milk')).toBeVisible({ timeout: 2000 })
    }).toPass()
  },
)

test(
  'a store changed on another device is noticed at checkout, and the basket can be restored',
  FULL_TIER,
  async ({ page, shopper }) => {
    await fillBasket(page, shopper, TWO_MILKS)
    await page.goto('/basket')
    await expect(page.getByText('2 items')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await shopper.api.request('PUT user', { activeStoreId: (await storeNamed(shopper.api, TEIJO)).id })
    await page.getByRole('button', { name: 'Go to checkout' }).click()
    await expect(notice(page, `The store is now ${TEIJO}.`)).toBeVisible()
    await expect(notice(page, 'the basket was emptied')).toBeVisible()
    await expect(page.getByText('Your basket is empty')).toBeVisible()
    expect((await shopper.api.call('GET order')).status).toBe(404)
    await notice(page, `The store is now ${TEIJO}.`)
      .locator('xpath=../..')
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(page.getByText('2 items')).toBeVisible()
    await page.getByRole('button', { name: 'Go to checkout' }).click()
    await expect(page.getByRole('heading', { name: MATHILDEDAL })).toBeVisible()
  },
)
