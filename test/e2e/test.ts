import { test as base, expect, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test'
import { Faults } from './faults.ts'
import { signUp, type Shopper } from './people.ts'
import { RunningShop } from './running-shop.ts'
import { waitingPayments } from './virtual-terminal.ts'

type TestFixtures = {
  faults: Faults
  /** Fails when a payment is left at a terminal, which would disturb the next test that pays. */
  terminalsFree: void
  /** Another browser: another phone, a computer, a mail scanner. It shares nothing with the first one. */
  openBrowser: (options?: BrowserContextOptions) => Promise<BrowserContext>
  /** A new, verified shopper, signed in to this test's browser, in Mathildedal, in English. */
  shopper: Shopper
  /** The shopper's page, for tests that need nothing else of the shopper. */
  shopperPage: Page
}
/** Separates the shops of tests: the screen tests leave events and orders, which other tests do not expect. */
export type ShopOf = { shopOf: 'tests' | 'screens' | 'pictures' }
type WorkerFixtures = ShopOf & {
  /** One shop for all tests of a worker: each test signs up its own people, and leaves no payment behind. */
  shop: RunningShop
}

export { expect }
export type { BrowserContext, Page }

/** The details of a test that only the full tier runs. `reason`: why not before each merge; reports have it. */
export const fullTier = (reason: string, ...tags: '@whole'[]) => ({
  tag: ['@full', ...tags],
  annotation: { type: 'full tier only', description: reason },
})

export const test = base.extend<TestFixtures, WorkerFixtures>({
  shopOf: ['tests', { option: true, scope: 'worker' }],
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs out of a pattern
    async ({}, provide) => {
      const shop = await RunningShop.open()
      await provide(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ shop }, provide) => provide(shop.origin),
  faults: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs out of a pattern
    async ({}, provide) => {
      const faults = new Faults()
      await provide(faults)
      expect(faults.all(), 'the pages had faults').toEqual([])
    },
    { auto: true },
  ],
  terminalsFree: [
    async ({ shop }, provide) => {
      await provide()
      expect(await waitingPayments(shop), 'payments were left at the terminals').toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, faults }, provide) => {
    faults.watch(context)
    await provide(context)
  },
  openBrowser: async (
    { browser, contextOptions, baseURL, viewport, isMobile, hasTouch, locale, timezoneId, serviceWorkers, faults },
    provide,
  ) => {
    const opened: BrowserContext[] = []
    await provide(async options => {
      const same = { ...contextOptions, baseURL, viewport, isMobile, hasTouch, locale, timezoneId, serviceWorkers }
      const context = await browser.newContext({ ...same, ...options } as BrowserContextOptions)
      faults.watch(context)
      opened.push(context)
      return context
    })
    for (const context of opened) await context.close()
  },
  shopper: async ({ context, shop }, provide) => provide(await signUp(context, shop)),
  shopperPage: async ({ page, shopper }, provide) => {
    expect(shopper.email).toContain('@')
    await provide(page)
  },
})
