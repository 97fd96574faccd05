import type { Locator, Page } from '@playwright/test'
import { codesOfClip } from './camera-goods.ts'
import { heading } from './checkout.ts'
import { FakeCamera, GOOD_LENS } from './fake-camera.ts'
import { signInMail, smsCode } from './mailbox.ts'
import { MATHILDEDAL, newPerson } from './people.ts'
import { expect, test, fullTier } from './test.ts'
import { press } from './virtual-terminal.ts'

/** FaultCounts what a finger does in the app; typing and scanning are not counted. */
class Finger {
  taps = 0
  readonly tap = async (target: Locator) => {
    this.taps++
    await target.click()
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name })

/** Scans one product, and goes to Pay. */
async function buy(page: Page, camera: FakeCamera, { tap }: Finger): Promise<void> {
  await camera.display(codesOfClip()[0])
  await expect(heading(page, 'Semi-skimmed milk')).toBeVisible()
  await tap(page.getByRole('button', { name: 'Go to checkout' }))
  await tap(page.getByRole('checkbox'))
  await tap(page.getByRole('button', { name: /^Pay / }))
}

test('a returning shopper pays after four taps, and after a declined card with two more', async ({
  shopperPage: page,
  shop,
}) => {
  const camera = await FakeCamera.install(page, { lenses: [GOOD_LENS], permission: 'granted' })
  await page.goto('/home')
  const finger = new Finger()
  await finger.tap(page.getByRole('link', { name: 'Start shopping' }))
  await buy(page, camera, finger)
  expect(finger.taps).toBe(4)

  await press(shop, 'decline')
  await expect(heading(page, 'Card declined')).toBeVisible()
  await finger.tap(page.getByRole('link', { name: 'Try again' }))
  // The same order for the same amount was accepted.
  await expect(page.getByRole('checkbox')).toBeChecked()
  await finger.tap(page.getByRole('button', { name: /^Pay / }))
  await press(shop, 'approve')
  await expect(heading(page, 'Paid')).toBeVisible()
  expect(finger.taps).toBe(6)

  // The same terms again: pressing the button accepts them for this order.
  await page.getByRole('link', { name: 'Done' }).click()
  const next = new Finger()
  await next.tap(page.getByRole('link', { name: 'Start shopping' }))
  await camera.display(codesOfClip()[1])
  await next.tap(page.getByRole('button', { name: 'Go to checkout' }))
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByText(/^You’ve accepted the terms of purchase before/)).toBeVisible()
  await next.tap(page.getByRole('button', { name: /^Accept and pay / }))
  await press(shop, 'approve')
  await expect(heading(page, 'Paid')).toBeVisible()
  expect(next.taps).toBe(3)
})

test(
  'a new shopper pays ten taps after the mailed link, and a door sign saves one',
  fullTier('a variant: another test here counts the taps before each merge'),
  async ({ page, context, shop }) => {
    const camera = await FakeCamera.install(page, { lenses: [GOOD_LENS] })
    const { email, phone } = newPerson()
    await page.goto('/')
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
    await page.getByRole('button', { name: 'Send login link' }).click()
    const finger = new Finger()
    const { tap } = finger
    await page.goto((await signInMail(shop, email)).path)
    // The link in the mail.
    finger.taps++
    await tap(button(page, 'Log in'))
    const field = page.getByLabel('Mobile phone number')
    await tap(field)
    await field.fill(phone.replace('+358', '0'))
    await tap(button(page, 'Send code'))
    // The last digit sends the code.
    await page.getByLabel('Code from the text message').fill(await smsCode(shop, phone))
    // With a door sign this step is gone. By a key: for a moment, a tap where “Send code” was has no effect.
    finger.taps++
    await button(page, MATHILDEDAL).press('Enter')
    await tap(page.getByRole('link', { name: 'Start shopping' }))
    await context.grantPermissions(['camera'])
    await tap(page.getByRole('button', { name: 'Start the camera' }))
    await buy(page, camera, finger)
    await press(shop, 'approve')
    await expect(heading(page, 'Paid')).toBeVisible()
    expect(finger.taps).toBe(10)
  },
)
