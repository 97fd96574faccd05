import { heading } from './checkout.ts'
import { signInMail } from './mailbox.ts'
import { newPerson } from './people.ts'
import { expect, test, fullTier } from './test.ts'

test('the first view of a visitor has no refused call, and can sign in', async ({ page, shop }) => {
  const { email } = newPerson()
  const refused: string[] = []
  const logged: string[] = []
  page.on('response', response => response.status() >= 400 && refused.push(`${response.status()} ${response.url()}`))
  page.on('console', message => message.type() === 'error' && logged.push(message.text()))
  await page.goto('/home')
  await expect(heading(page, 'Welcome to Puoti')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect([refused, logged]).toEqual([[], []])
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /^Scan your shopping/)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send login link' }).click()
  await page.getByLabel('Code from the email').fill((await signInMail(shop, email)).code)
  await expect(page.getByLabel('Mobile phone number')).toBeVisible()
  expect([refused, logged]).toEqual([[], []])
})

test(
  'a visitor’s page that is not newly loaded asks the server who is signed in',
  fullTier('a variant: another test here has the first view before each merge'),
  async ({ page }) => {
    await page.addInitScript(`
    const entries = performance.getEntriesByType.bind(performance)
    performance.getEntriesByType = type => (type === 'navigation' ? [{ transferSize: 0 }] : entries(type))`)
    const authenticateRequest = page.waitForRequest(request => request.url().includes('/api/authenticate'))
    await page.goto('/home')
    await authenticateRequest
    await expect(heading(page, 'Welcome to Puoti')).toBeVisible()
  },
)
