import { basketLine as line, typeCode } from './basket-page.ts'
import { fillBasket, storedBasket } from './basket-storage.ts'
import { TWO_MILKS } from './checkout.ts'
import { getEan } from './goods.ts'
import { notice } from './notices.ts'
import { productWith } from './people.ts'
import { expect, test, fullTier } from './test.ts'

const FULL_TIER = fullTier(
  'basket-store.test.ts has invalid lines, and stored-values.test.ts full storage, before each merge',
)

const NOT_KEPT = 'Your changes aren’t saved on this device.'

/** Fills the storage completely, down to the last characters. */
const FILL = `(() => {
  for (let size = 2 ** 20, at = 0; size >= 1;) {
    try { localStorage.setItem('filler-' + at++, 'x'.repeat(size)) } catch { size /= 2 }
  }
})()`

test(
  'with full storage the basket replaces the stored product list, and what cannot be stored is reported',
  FULL_TIER,
  async ({ page, shopper }) => {
    await fillBasket(page, shopper, TWO_MILKS)
    await page.goto('/basket')
    await expect(page.getByText('2 items')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.evaluate(FILL)
    await typeCode(page, getEan('butter'))
    await expect(line(page, 'Butter')).toBeVisible()
    await expect(page.getByText('3 items')).toBeVisible()
    expect(Object.keys(await storedBasket(page))).toHaveLength(2)
    expect(await page.evaluate(`localStorage.getItem('puoti-answer-products')`)).toBeNull()
    await expect(page.getByText(NOT_KEPT)).toHaveCount(0)

    // Nothing is left to evict.
    await page.evaluate(
      `Object.keys(localStorage).filter(key => key.startsWith('puoti-answer')).forEach(key => localStorage.removeItem(key))`,
    )
    await page.evaluate(FILL)
    await typeCode(page, getEan('rye-bread'))
    await expect(line(page, 'Rye bread')).toBeVisible()
    await expect(page.getByText('4 items')).toBeVisible()
    await expect(page.getByText(NOT_KEPT)).toBeVisible()
    expect(Object.keys(await storedBasket(page))).toHaveLength(2)

    await page.evaluate(
      `Object.keys(localStorage).filter(key => key.startsWith('filler')).forEach(key => localStorage.removeItem(key))`,
    )
    await typeCode(page, getEan('rye-bread'))
    await expect(page.getByText(NOT_KEPT)).toHaveCount(0)
    expect(Object.keys(await storedBasket(page))).toHaveLength(3)
  },
)

test('an invalid line of a stored basket is named, and the others are kept', FULL_TIER, async ({ page, shopper }) => {
  await fillBasket(page, shopper, TWO_MILKS)
  const { id } = await productWith(shopper.api, getEan('butter'))
  await page.evaluate(`localStorage.setItem('basket-lines',
    JSON.stringify({ ...JSON.parse(localStorage.getItem('basket-lines')), ${id}: { quantity: -5 } }))`)
  await page.goto('/basket')
  await expect(page.getByText('2 items')).toBeVisible()
  await expect(notice(page, 'Scan again: Butter')).toBeVisible()
})
