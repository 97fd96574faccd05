import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { DEMO } from '#server/seed/demo-data/demo.ts'
import { barcodeBars } from '#test/e2e/barcode-bars.ts'
import { A_PHONE, launchOptions } from '#test/e2e/browser-options.ts'
import { getEan } from '#test/e2e/goods.ts'
import { productWith, signUp } from '#test/e2e/people.ts'
import { RunningShop } from '#test/e2e/running-shop.ts'

const SCANS = 40
const AIM_MS = 300
const PICTURE_WIDTH = 1920
const BRIGHTNESS = { shelf: 96, paper: 232, ink: 24 }
// Pixels per module, for a code held 10 to 25 cm away.
const MODULE_WIDTHS = [4, 5, 6, 7]
const TIMEOUT_MS = 10_000
const PAGE_DIR = join(import.meta.dirname, 'scan-page')

/** Milliseconds from the first picture with the code to the painted row, one per scan, ascending. */
export type ScanTimes = { slowdown: number; ms: number[]; missed: number }

const readScript = (name: string) => readFileSync(join(PAGE_DIR, name), 'utf8')

/** The brightness of one pixel row across a label, with soft edges, as through a lens. */
export function getRow(code: string, moduleWidth: number): number[] {
  const bars = barcodeBars(code)
  const remaining = Math.round((PICTURE_WIDTH - bars.length * moduleWidth) / 2)
  const sharp = Array.from({ length: PICTURE_WIDTH }, (_, x) => {
    const module = bars[Math.floor((x - remaining) / moduleWidth)]
    if (module === undefined) return BRIGHTNESS.shelf
    return module === '1' ? BRIGHTNESS.ink : BRIGHTNESS.paper
  })
  return sharp.map((value, x) => Math.round(((sharp[x - 1] ?? value) + 2 * value + (sharp[x + 1] ?? value)) / 4))
}

/** Serves the scripts of the measurement from the shop's origin. `workerSlowdown`: by which factor the decoder's answers are late. */
export async function instrument(page: Page, slowdown: number, workerSlowdown = slowdown): Promise<void> {
  const serve = (path: RegExp, body: (url: URL) => string) =>
    page.route(path, route =>
      route.fulfill({ contentType: 'text/javascript', body: body(new URL(route.request().url())) }),
    )
  await serve(/\/bench\/feed-camera\.js$/, () => readScript('feed-camera.js'))
  await serve(
    /\/bench\/slow-worker\.js$/,
    () => `globalThis.slowdown = ${workerSlowdown}\n${readScript('slow-worker.js')}`,
  )
  await serve(
    /\/bench\/slowed-worker\.js/,
    url => `import '/bench/slow-worker.js'\nimport '${url.searchParams.get('script')}'`,
  )
  await page.addInitScript(readScript('watch-rows.js'))
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** Shows a code until its row appears. Returns the milliseconds, or null when it never appeared. */
async function scanOnce(page: Page, row: number[], name: string): Promise<number | null> {
  const ms = await page.evaluate<number | null>(
    `bench.scan(${JSON.stringify(row)}, ${JSON.stringify(name)}, ${TIMEOUT_MS})`,
  )
  // Out of view for long enough, and at a different phase of the camera's frame interval each time.
  await page.waitForTimeout(900 + Math.random() * 300)
  return ms
}

async function measure(page: Page, scans: readonly { row: number[]; name: string }[], slowdown: number) {
  const times: (number | null)[] = []
  for (const { row, name } of scans) times.push(await scanOnce(page, row, name))
  const ms = times.filter(time => time !== null).toSorted((a, b) => a - b)
  return { slowdown, ms, missed: times.length - ms.length }
}

/** How long a code is in view before its row is in the basket, on a phone slowed by this factor, without a network. */
export async function benchScan(slowdown: number): Promise<ScanTimes> {
  const shop = await RunningShop.open()
  const browser = await chromium.launch(launchOptions())
  try {
    const context = await browser.newContext({ ...A_PHONE, baseURL: shop.origin, serviceWorkers: 'block' })
    const { api } = await signUp(context, shop)
    const codes = DEMO.products.flatMap(({ ean13 }) => ean13 ?? [])
    const found = await Promise.all(codes.map(async code => ({ code, product: await productWith(api, code) })))
    const sold = found.filter(({ product }) => product?.active_store_stock?.status && product.min_age === null)
    const scans = sold
      .filter(({ product }) => product.product_code_type === 'standard')
      .slice(0, SCANS + 1)
      .map(({ code, product }, index) => ({
        row: getRow(code, MODULE_WIDTHS[index % MODULE_WIDTHS.length] ?? 5),
        name: product.name,
      }))
    const page = await context.newPage()
    await instrument(page, slowdown)
    await page.goto('/basket')
    await page.getByRole('button', { name: 'Start the camera' }).click()
    await page.locator('section[data-phase="running"]').waitFor()
    // The first scan waits for the decoder's file and is not counted; then the network is cut.
    await measure(page, scans.slice(0, 1), slowdown)
    await context.setOffline(true)
    return await measure(page, scans.slice(1), slowdown)
  } finally {
    await browser.close()
    await shop.close()
  }
}

// DevTools' former “Slow 3G”.
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const COLD_AIM_MS = 9000
const COLD_TIMEOUT_MS = 60_000

/** Milliseconds from opening the basket's address to the first row, nothing cached, on a slow network and a phone four times slower. */
export async function benchColdScan(): Promise<number> {
  const shop = await RunningShop.open()
  const browser = await chromium.launch(launchOptions())
  try {
    const options = { ...A_PHONE, baseURL: shop.origin, serviceWorkers: 'block' } as const
    const earlier = await browser.newContext(options)
    const { api } = await signUp(earlier, shop)
    const code = getEan('light-milk')
    const { name } = await productWith(api, code)
    const { cookies } = await earlier.storageState()
    const context = await browser.newContext({ ...options, storageState: { cookies, origins: [] } })
    const page = await context.newPage()
    // The decoder's first answer waits for its file, which a slow processor doesn't delay.
    await instrument(page, 4, 1)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW_3G)
    await page.goto('/basket', { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Start the camera' }).click({ timeout: COLD_TIMEOUT_MS })
    await page.locator('section[data-phase="running"]').waitFor()
    const row = JSON.stringify(getRow(code, MODULE_WIDTHS[1] ?? 5))
    await page.evaluate(`bench.scan(${row}, ${JSON.stringify(name)}, ${COLD_TIMEOUT_MS})`)
    return await page.evaluate<number>('performance.now()')
  } finally {
    await browser.close()
    await shop.close()
  }
}

export const formatColdScanReport = (ms: number): string =>
  `First scan of a browser that has stored nothing, slow 3G (400 ms, 400 kbit/s), four times slower: ${(ms / 1000).toFixed(1)} s (aim ${COLD_AIM_MS / 1000} s, ${ms <= COLD_AIM_MS ? 'reached' : 'missed'}).`

export const share = (sorted: readonly number[], part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? NaN

export function formatScanReport(all: readonly ScanTimes[]): string {
  const rows = all.map(({ slowdown, ms, missed }) => {
    const [p50, p95, max] = [share(ms, 0.5), share(ms, 0.95), ms.at(-1) ?? NaN].map(Math.round)
    const result = missed === 0 && (p95 ?? NaN) <= AIM_MS ? 'reached' : 'missed'
    return `| ${slowdown}x slower | ${ms.length} | ${p50} ms | ${p95} ms | ${max} ms | ${missed} | p95 ≤ ${AIM_MS} ms | ${result} |`
  })
  return [
    '| phone | scans | p50 | p95 | longest | never read | aim | result |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}
