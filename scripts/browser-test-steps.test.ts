import { expect, test } from 'vitest'
import { browserTests, MAX_STEPS, readBrowserTests } from './browser-test-steps.ts'

test('each browser test tells one story, in a limited number of steps', () => {
  const tests = readBrowserTests()
  expect(tests.length).toBeGreaterThan(250)
  expect(tests.filter(({ steps }) => steps > MAX_STEPS)).toEqual([])
})

test('a step is what a test awaits, or an assertion that it does not await', () => {
  const text = `
    test.describe('a shopper', () => {
      test('pays', { tag: '@full' }, async ({ page }) => {
        await page.goto('/')
        await expect(page.getByText(await first(page))).toBeVisible()
        expect(await sum(page)).toBe(2)
        await page.evaluate(() => 1)
        await Promise.all(pages.map(async each => {
          await each.close()
        }))
      })
    })`
  expect(browserTests('pay.test.ts', text)).toEqual([{ file: 'pay.test.ts', line: 3, name: 'pays', steps: 6 }])
})
