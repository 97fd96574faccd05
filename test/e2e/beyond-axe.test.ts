import type { Order } from '#contract/orders/orders.ts'
import { typeCode } from './basket-page.ts'
import { expectPaidOnce, heading } from './checkout.ts'
import { getEan } from './goods.ts'
import { focused } from './layout.ts'
import { signInMail, smsCode } from './mailbox.ts'
import { MATHILDEDAL, newPerson, signUp } from './people.ts'
import { SCREENS } from './screen-list.ts'
import { expect, test, type Page, fullTier } from './test.ts'
import { textsIn } from './texts.ts'
import { press } from './virtual-terminal.ts'

const REASON = 'purchase.test.ts has the same way by touch before each merge'
const FULL_TIER = fullTier(REASON)

const MAX_STOPS = 80
const t = textsIn('en')
const screen = (name: string) => SCREENS.find(one => one.name === name)!

/** Presses Tab until the focused element has this name. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const called: string[] = []
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    await page.keyboard.press('Tab')
    const at = await focused(page)
    if (at !== null && (typeof name === 'string' ? at.name.startsWith(name) : name.test(at.name))) return
    called.push(at?.name ?? 'nothing')
  }
  throw new Error(`The Tab key does not come to ${String(name)}: ${called.join(', ')}`)
}

for (const [name, size] of [
  ['home', { width: 390, height: 844 }],
  ['basket', { width: 320, height: 568 }],
  ['basket-scanning', { width: 390, height: 844 }],
  ['checkout', { width: 320, height: 568 }],
  ['completed', { width: 320, height: 568 }],
  ['inbox', { width: 390, height: 844 }],
  ['change-store', { width: 320, height: 568 }],
] as const) {
  test(
    `the focused element is never covered by a bar or a toast: ${name}`,
    name === 'basket-scanning' ? fullTier(REASON, '@whole') : FULL_TIER,
    async ({ page, context, shop }) => {
      await page.setViewportSize(size)
      await screen(name).open({ page, context, shop, language: 'en', t })
      await page.evaluate('document.activeElement?.blur()')
      const stops: string[] = []
      for (let stop = 0; stop < 24; stop++) {
        await page.keyboard.press('Tab')
        const at = await focused(page)
        if (at === null) continue
        // Scrolling into view may take a moment.
        await expect.poll(() => focused(page), `stop ${stop}`).toEqual({ name: at.name, isSeen: true })
        stops.push(at.name)
      }
      expect(new Set(stops).size).toBeGreaterThan(2)
    },
  )
}

test(
  'events are announced while a dialog is open, and not hidden from screen readers',
  FULL_TIER,
  async ({ page, shopper }) => {
    expect(shopper.email).toContain('@')
    await page.goto('/basket')
    await page.getByRole('button', { name: 'Enter the code' }).first().click()
    const dialog = page.getByRole('dialog')
    const spoken = page.locator('body > [role="status"]')
    await expect(dialog).toBeVisible()
    expect(
      await page.evaluate(`document.querySelector('body > [role="status"]').closest('[aria-hidden="true"], [inert]')`),
    ).toBeNull()
    await dialog.getByLabel('Barcode number or product name').fill(getEan('light-milk'))
    await page.keyboard.press('Enter')
    await expect(spoken.getByText(/^Semi-skimmed milk, 1,45\s€, total 1,45\s€$/)).toHaveCount(1)
  },
)

test(
  'a scanned product drops into its row, without animation if reduced motion is preferred',
  FULL_TIER,
  async ({ page, shopper }) => {
    expect(shopper.email).toContain('@')
    const fallMs = () =>
      page.evaluate<number>(`Math.max(0, ...[...document.querySelectorAll('li[data-last="true"] *')]
      .filter(element => getComputedStyle(element).animationName !== 'none')
      .map(element => parseFloat(getComputedStyle(element).animationDuration) * 1000))`)
    const add = async () => {
      await page.getByRole('button', { name: 'Enter the code' }).first().click()
      await page.getByRole('dialog').getByLabel('Barcode number or product name').fill(getEan('light-milk'))
      await page.keyboard.press('Enter')
      await expect(page.locator('li[data-last="true"]')).toBeVisible()
    }
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/basket')
    await add()
    expect(await fallMs()).toBeGreaterThan(100)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await fallMs()).toBeLessThan(1)
  },
)

test.describe('by keyboard only', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

  const keyboard = (page: Page) => ({
    // Slower than a keyboard-wedge scanner.
    type: (text: string) => page.keyboard.type(text, { delay: 80 }),
    enter: () => page.keyboard.press('Enter'),
  })

  test('a visitor signs in and chooses a store', FULL_TIER, async ({ page, shop }) => {
    const { email, phone } = newPerson()
    const { type, enter } = keyboard(page)
    await page.goto('/?lang=en')
    await expect(heading(page, 'Welcome to Puoti')).toBeVisible()
    await tabTo(page, /<input>/)
    await type(email)
    await enter()
    await expect(heading(page, 'Check your inbox')).toBeVisible()
    // The field for the code already has the focus.
    await type((await signInMail(shop, email)).code)
    await expect(page.getByLabel('Mobile phone number')).toBeVisible()
    await tabTo(page, /<input>/)
    await type(phone)
    await enter()
    await expect(page.getByLabel('Code from the text message')).toBeVisible()
    await type(await smsCode(shop, phone))
    await expect(heading(page, 'Choose a store')).toBeVisible()
    await tabTo(page, MATHILDEDAL)
    await enter()
    await tabTo(page, 'Start shopping')
  })

  test('a shopper scans by number, pays and leaves', FULL_TIER, async ({ page, context, shop }) => {
    const shopper = await signUp(context, shop)
    const { type, enter } = keyboard(page)
    await page.goto('/home')
    await tabTo(page, 'Start shopping')
    await enter()
    await expect(page.getByText('Your basket is empty')).toBeVisible()
    await tabTo(page, 'Enter the code')
    await enter()
    await expect(page.getByRole('dialog')).toBeVisible()
    await type(getEan('light-milk'))
    await enter()
    await expect(page.getByRole('dialog')).toBeHidden()
    await tabTo(page, 'Add one: Semi-skimmed milk')
    await enter()
    await tabTo(page, 'Go to checkout')
    await enter()
    await expect(heading(page, 'Checkout')).toBeVisible()
    await tabTo(page, /<input>/)
    await page.keyboard.press('Space')
    await tabTo(page, /^Pay /)
    const order = await shopper.api.request<Order>('GET order')
    await enter()
    await expect(heading(page, 'Pay at the terminal')).toBeVisible()
    await press(shop, 'approve')
    await expectPaidOnce(page, shopper, { shop, order })
    await tabTo(page, 'Done')
    await enter()
    await expect(page).toHaveURL('/home')
  })

  test(
    'a busy button ignores further presses and keeps the focus after a failure',
    FULL_TIER,
    async ({ page, shopper }) => {
      expect(shopper.email).toContain('@')
      await page.goto('/basket')
      await typeCode(page, getEan('light-milk'))
      const refused = Promise.withResolvers<void>()
      let placed = 0
      await page.route(/\/api\/order(\?|$)/, async route => {
        if (route.request().method() !== 'POST') return route.fallback()
        placed++
        await refused.promise
        return route.fulfill({ status: 409, json: { code: 'order.changed', message: 'for a test' } })
      })
      const button = page.getByRole('button', { name: 'Go to checkout' })
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(button).toHaveAttribute('aria-busy', 'true')
      await expect(button).toBeFocused()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Space')
      refused.resolve()
      await expect(button).not.toHaveAttribute('aria-busy')
      await expect(button).toBeFocused()
      expect(placed).toBe(1)
    },
  )
})
