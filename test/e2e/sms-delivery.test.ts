import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { newPerson, signUp } from './people.ts'
import { expect, test } from './test.ts'

// A demo has no gateway: the server's answers are changed here, and tested in server/modules.

test('a shopper whose SMS did not arrive is told so while waiting for the code', async ({ page, context, shop }) => {
  let hasFailed = false
  await page.route('**/api/verification-sms*', route => route.fulfill({ json: { has_failed: hasFailed } }))
  await signUp(context, shop, { isVerified: false })
  await page.goto('/')
  await page.getByLabel('Mobile phone number').fill(newPerson().phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('No text message?')).toBeVisible()
  hasFailed = true
  await expect(page.getByRole('alert')).toContainText('The text message couldn’t be delivered.', { timeout: 15_000 })
  await expectAccessibleLayout(page)
})

test.describe('in the back office', () => {
  test.use(A_DESK)

  test('an admin sees whether SMS arrive, and confirms that their sender is authorised', async ({
    page,
    context,
    shop,
  }) => {
    let authorisation = 'missing'
    await page.route('**/api/admin/settings/health*', async route => {
      const response = await route.fetch()
      const health = (await response.json()) as { sms: object }
      const last_failure = { at: '2026-11-26T10:00:00.000Z', reason: 'twilio: 30007' }
      const counts = { accepted: 41, delivered: 33, failed: 5, unreported: 3, consecutive_failures: 4 }
      const sms = {
        ...health.sms,
        kind: 'gateway',
        gateways: ['46elks', 'twilio'],
        sender: 'Kylakauppa',
        sender_authorisation: authorisation,
        deliveries: { ...counts, last_failure },
      }
      await route.fulfill({ json: { ...health, sms } })
    })
    await signUpAdmin(context, shop)
    await page.goto('/settings/health')
    const sms = page.getByRole('region', { name: 'SMS' })
    await expect(sms).toContainText(
      'The gateway is 46elks. If it refuses a message or doesn’t respond, Twilio sends it.',
    )
    await expect(sms).toContainText('33 of 41 text messages in the last 24 hours have been reported as delivered.')
    await expect(sms).toContainText('The last failure: twilio: 30007')
    await expect(sms.getByText('Doesn’t work')).toBeVisible()
    await expectAccessibleLayout(page)
    authorisation = 'confirmed'
    await sms.getByRole('checkbox', { name: 'The sender name is registered' }).press('Space')
    await expect(sms.getByRole('checkbox')).toBeChecked()
  })
})
