import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { A_PHONE, launchOptions } from '#test/e2e/browser-options.ts'

// Lighthouse's mid-range phone on a slow 4G network.
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const CPU_SLOWDOWN = 4
const SETTLED_MS = 2500

// The last candidate of the largest paint, the layout shift, and when the first product of the shelf appeared.
const WATCH = `
  window.measured = { lcpMs: 0, cls: 0 }
  new PerformanceObserver(list => { measured.lcpMs = list.getEntries().at(-1).startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver(list => { for (const shift of list.getEntries()) if (!shift.hadRecentInput) measured.cls += shift.value })
    .observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    if (document.querySelector('main h3')) measured.shelfMs = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
`

export type Visit = { lcpMs: number; cls: number; shelfMs?: number }
export type State = Awaited<ReturnType<BrowserContext['storageState']>>

export const openBrowser = (): Promise<Browser> => chromium.launch(launchOptions())

export async function newPhone(browser: Browser, baseURL: string, storageState?: State): Promise<BrowserContext> {
  const context = await browser.newContext({ ...A_PHONE, baseURL, ...(storageState && { storageState }) })
  await context.addInitScript(WATCH)
  return context
}

export async function slowDown(page: Page, { network }: { network: boolean }): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  if (!network) return
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_NETWORK)
}

const getMeasured = (page: Page) => page.evaluate<Visit>('window.measured')

/** A visit with empty browser caches, on a slow phone and a slow network. */
export async function firstVisit(browser: Browser, origin: string, state?: State): Promise<Visit> {
  const context = await newPhone(browser, origin, state)
  const page = await context.newPage()
  await slowDown(page, { network: true })
  await page.goto('/home', { waitUntil: 'load' })
  await page.locator('main h1').first().waitFor({ state: 'attached' })
  if (state) await page.locator('main h3').first().waitFor()
  await page.waitForTimeout(SETTLED_MS)
  const visit = await getMeasured(page)
  await context.close()
  return visit
}

/** An offline start of an app that has been opened before. `slow`: slows the phone's processor too. */
export async function offlineVisit(context: BrowserContext, slow: boolean): Promise<Visit> {
  const page = await context.newPage()
  if (slow) await slowDown(page, { network: false })
  await page.goto('/home', { waitUntil: 'commit' })
  await page.locator('main h3').first().waitFor()
  const visit = await getMeasured(page)
  await page.close()
  return visit
}
