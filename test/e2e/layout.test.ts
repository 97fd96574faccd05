import type { Locator } from '@playwright/test'
import { typeCode } from './basket-page.ts'
import { getEan, getLabel } from './goods.ts'
import { clippedControls } from './layout.ts'
import { lengthened } from './pseudo-language.ts'
import { SCREENS } from './screen-list.ts'
import { PHONE } from './screen-variants.ts'
import { expect, fullTier, test } from './test.ts'
import { textsIn } from './texts.ts'
import { scanWithWedge } from './wedge-scanner.ts'

const REASON = 'a variant: other screens and widths are measured before each merge'
const FULL_TIER = fullTier(REASON)

const SMALL_PHONE = { width: 320, height: 568 }
const A_DESK = { width: 1280, height: 800 }
const screen = (name: string) => SCREENS.find(one => one.name === name)!

const getBox = async (locator: Locator) => (await locator.boundingBox())!

for (const [name, button] of [
  ['basket', 'Go to checkout'],
  ['basket-scanning', 'Go to checkout'],
  ['checkout', /^Pay /],
] as const) {
  test(
    `on the smallest phone the total and the button are visible at once: ${name}`,
    name === 'basket-scanning' ? fullTier(REASON, '@whole') : name !== 'checkout' ? FULL_TIER : {},
    async ({ page, context, shop }) => {
      await page.setViewportSize(SMALL_PHONE)
      await screen(name).open({ page, context, shop, language: 'en', t: textsIn('en') })
      const pay = page.getByRole('button', { name: button })
      const total = page.getByText(/^\d+,\d\d\s€$/).last()
      for (const part of [pay, total]) {
        await expect(part).toBeInViewport({ ratio: 1 })
        const { y, height } = await getBox(part)
        // Within reach of a thumb.
        expect(y).toBeGreaterThan(SMALL_PHONE.height * 0.6)
        expect(y + height).toBeLessThanOrEqual(SMALL_PHONE.height)
      }
      // The list still has space, under the camera or the title.
      const { y } = await getBox(total)
      expect(y).toBeGreaterThan(SMALL_PHONE.height * 0.7)
    },
  )
}

test(
  'on the smallest phone two basket rows fit between camera and toast while the bar is hidden',
  fullTier(REASON, '@whole'),
  async ({ page, context, shop }) => {
    await page.setViewportSize(SMALL_PHONE)
    await screen('basket-scanning').open({ page, context, shop, language: 'en', t: textsIn('en') })
    // A product that the camera doesn't show: a toast of one scanned before has a line more.
    await typeCode(page, getEan('butter'))
    const toasts = page.getByRole('region', { name: 'Scanned products' }).locator('[data-severity]')
    const rowsBetween = async () => {
      // Scans scroll to their row, up or down: the top bar is hidden after the latter.
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      const toast = await getBox(toasts.filter({ hasText: 'Butter' }))
      const camera = await getBox(page.getByRole('region', { name: 'Barcode scanner' }))
      const row = await getBox(
        page.getByRole('list', { name: 'Basket' }).getByRole('listitem').filter({ hasText: 'Rye bread' }),
      )
      return (toast.y - (camera.y + camera.height)) / row.height
    }
    await expect.poll(rowsBetween).toBeGreaterThanOrEqual(2)
  },
)

test(
  'on the smallest phone a toast does not cover the button of a dialog',
  fullTier(REASON, '@whole'),
  async ({ page, context, shop }) => {
    await page.setViewportSize(SMALL_PHONE)
    await screen('basket-scanning').open({ page, context, shop, language: 'en', t: textsIn('en') })
    await typeCode(page, getEan('butter'))
    await expect(page.getByRole('region', { name: 'Scanned products' }).getByText(/^Butter/)).toBeVisible()
    await page.getByRole('button', { name: 'Enter the code' }).first().click()
    await page.getByLabel('Barcode number or product name').fill('new pot')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /New potatoes/ })
      .click()
    const add = page.getByRole('dialog', { name: 'How much?' }).getByRole('button', { name: 'Add to basket' })
    await expect(add).toBeVisible()
    await expect(page.getByRole('region', { name: 'Scanned products' }).getByText(/^Butter/)).toBeVisible()
    // A trial click presses nothing: it checks whether the click would reach the button.
    await add.click({ trial: true, timeout: 1500 })
  },
)

test('on the smallest phone the whole payment is visible at once', async ({ page, context, shop }) => {
  await page.setViewportSize(SMALL_PHONE)
  const paying = screen('paying')
  const visit = { page, context, shop, language: 'en', t: textsIn('en') } as const
  await paying.open(visit)
  const button = page.getByRole('button', { name: 'Cancel payment' })
  const amount = page.getByText(/^28,19\s€$/).first()
  for (const part of [amount, page.getByRole('img', { name: /^To pay/ }), page.getByRole('timer'), button])
    await expect(part).toBeInViewport({ ratio: 1 })
  // Away from the position of Pay, which is at the bottom.
  expect((await getBox(button)).y).toBeLessThan((await getBox(amount)).y)
  await paying.leave?.(visit)
})

test(
  'the row of a weighed product keeps its height while its scan can be undone',
  FULL_TIER,
  async ({ page, shopperPage }) => {
    await shopperPage.goto('/basket')
    await page.getByRole('button', { name: 'Start the camera' }).waitFor()
    await typeCode(page, getLabel('smoked-salmon', 380))
    const row = page
      .getByRole('list', { name: 'Basket' })
      .getByRole('listitem')
      .filter({ hasText: 'Hot-smoked salmon' })
    const undo = row.getByRole('button', { name: /^Undo/ })
    const bin = row.getByRole('button', { name: /^Remove/ })
    const measure = async ({ width, height }: typeof PHONE) => {
      await page.setViewportSize({ width, height })
      // In one step: the page may scroll between two.
      const read = () =>
        row.evaluate(item => {
          const [inRow, atBin] = [item, item.querySelector('[aria-label^="Remove"]')].map(each =>
            each?.getBoundingClientRect(),
          )
          return [inRow?.height, atBin?.x, (atBin?.y ?? 0) - (inRow?.y ?? 0)].map(each => Math.round(each ?? 0))
        })
      let last: number[] = []
      // Fonts and sizes come to rest after the width has changed.
      await expect(async () => {
        const before = last
        last = await read()
        expect(last).toEqual(before)
      }).toPass({ intervals: [150] })
      return last
    }
    await expect(undo).toBeVisible()
    const before = [await measure(PHONE), await measure(SMALL_PHONE)]
    // Beside one another, under the price.
    expect(Math.abs((await getBox(bin)).y - (await getBox(undo)).y)).toBeLessThan(2)
    await expect(undo).toBeHidden()
    expect([await measure(PHONE), await measure(SMALL_PHONE)]).toEqual(before)
    // A button on its own is as high as a main action.
    expect((await getBox(page.getByRole('button', { name: 'Empty the basket' }))).height).toBeGreaterThanOrEqual(56)
  },
)

test('a refused product has its whole toast for the reason, without an action that would not help', async ({
  page,
  shopperPage,
}) => {
  await shopperPage.goto('/basket')
  await page.getByRole('button', { name: 'Start the camera' }).waitFor()
  await scanWithWedge(page, [getEan('lager')])
  const toast = page.getByRole('region', { name: 'Scanned products' }).locator('[data-severity="error"]')
  await expect(toast).toBeVisible()
  await expect(toast.getByRole('button')).toHaveCount(1)
  await expect(toast.getByRole('button', { name: 'Close' })).toBeVisible()
})

test('Paid begins right under the top bar', async ({ page, context, shop }) => {
  await screen('completed').open({ page, context, shop, language: 'en', t: textsIn('en') })
  const bar = await getBox(page.getByRole('banner'))
  const tick = await getBox(page.locator('p', { hasText: /^Paid$/ }).locator('xpath=../*[1]'))
  expect(tick.y - (bar.y + bar.height)).toBeLessThanOrEqual(48)
})

test('the door code is on one line, in two groups of four, on the smallest phone and with large text', async ({
  page,
  context,
  shop,
}) => {
  await page.setViewportSize(SMALL_PHONE)
  const code = screen('door-code')
  const visit = { page, context, shop, language: 'fi', t: textsIn('fi') } as const
  await code.open(visit)
  const digits = page.getByRole('dialog').getByText(/^\d{4} \d{4}$/)
  for (const scale of ['100%', '200%']) {
    await page.evaluate(`document.documentElement.style.fontSize = '${scale}'`)
    await expect(digits).toBeVisible()
    // Two lines would be 80 px high.
    expect((await getBox(digits)).height).toBeLessThan(60)
    expect(await clippedControls(page)).toEqual([])
  }
  await code.leave?.(visit)
})

test.describe('on a desktop', () => {
  test.use({ viewport: A_DESK, isMobile: false, hasTouch: false })

  test('home shows the store beside a shelf of at least four columns', FULL_TIER, async ({ page, context, shop }) => {
    await screen('home').open({ page, context, shop, language: 'en', t: textsIn('en') })
    const store = await getBox(page.getByRole('region', { name: 'Mathildedalin puoti' }))
    const shelf = page.getByRole('region', { name: 'On the shelf now' })
    const cards = await Promise.all([0, 1, 2, 3].map(at => getBox(shelf.getByRole('listitem').nth(at))))
    expect(store.x + store.width).toBeLessThan((await getBox(shelf)).x)
    expect(new Set(cards.map(({ y }) => y)).size).toBe(1)
    expect(cards[3]!.x + cards[3]!.width).toBeGreaterThan(A_DESK.width * 0.8)
  })

  test(
    'the camera is beside the basket, and the button in line with the total',
    FULL_TIER,
    async ({ page, context, shop }) => {
      await screen('basket').open({ page, context, shop, language: 'en', t: textsIn('en') })
      const camera = await getBox(page.getByRole('button', { name: 'Start the camera' }))
      const list = await getBox(page.getByRole('list', { name: 'Basket' }))
      expect(camera.x + camera.width).toBeLessThan(list.x)
      expect(list.width).toBeGreaterThan(A_DESK.width * 0.4)
      const button = await getBox(page.getByRole('button', { name: 'Go to checkout' }))
      const total = await getBox(page.getByText('13,52').last())
      expect(total.x + total.width).toBeLessThanOrEqual(button.x)
    },
  )

  test(
    'checkout shows the terms and the button beside the summary, and all are visible',
    FULL_TIER,
    async ({ page, context, shop }) => {
      await screen('checkout').open({ page, context, shop, language: 'en', t: textsIn('en') })
      const summary = await getBox(page.getByRole('region', { name: 'Mathildedalin puoti' }))
      const pay = page.getByRole('button', { name: /^Pay / })
      await expect(pay).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('checkbox')).toBeInViewport({ ratio: 1 })
      expect((await getBox(pay)).x).toBeGreaterThan(summary.x + summary.width)
    },
  )

  test('a form is centred', FULL_TIER, async ({ page }) => {
    await page.goto('/?lang=en')
    const form = await getBox(page.getByRole('textbox', { name: 'Email' }))
    expect(Math.abs(form.x + form.width / 2 - A_DESK.width / 2)).toBeLessThan(10)
  })
})

test('a lengthened text is at least 40 % longer and keeps its placeholders', FULL_TIER, () => {
  const text = 'Product not available in {store}.'
  expect(lengthened(text).length).toBeGreaterThanOrEqual(text.length * 1.4)
  expect(lengthened(text).endsWith(text)).toBe(true)
})
