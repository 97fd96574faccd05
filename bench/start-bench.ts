import type { Browser, Page } from '@playwright/test'
import { A_PHONE } from '#test/e2e/browser-options.ts'
import { getEan } from '#test/e2e/goods.ts'
import { productWith, signUp } from '#test/e2e/people.ts'
import { RunningShop } from '#test/e2e/running-shop.ts'
import { type Interaction, WATCH_INTERACTIONS } from './purchase-bench.ts'
import { median } from './rounds.ts'
import { getRow, instrument } from './scan-bench.ts'
import { openBrowser, type State } from './speed-visits.ts'

const TIMES = 5
const SLOWDOWN = 4
const MODULE_WIDTH = 5
const TIMEOUT_MS = 20_000
/** How long a returning shopper looks at the shelf before the tap. */
const LOOK_MS = 1500
const AIMS_MS = { inp: 200, row: 2000 }

// When the tap was, when the camera's window was there and when its picture.
const WATCH_START = `
  window.start = {}
  addEventListener('click', ({ timeStamp }) => (start.tapMs ??= timeStamp), { capture: true })
  const painted = name => requestAnimationFrame(() => requestAnimationFrame(() => (start[name] ??= performance.now())))
  new MutationObserver(() => {
    const phase = document.querySelector('section[data-phase]')?.dataset.phase
    if (phase) painted('windowMs')
    if (phase === 'running') painted('pictureMs')
  }).observe(document, { subtree: true, childList: true, attributes: true })
`

/** Milliseconds from the tap on “Start shopping”. `inpMs`: to the next paint, as INP counts it; `againMs`: the same when the page's code has run before. */
type Start = { inpMs: number; againMs: number; windowMs: number; pictureMs: number; rowMs: number }

/** The longest interaction with a page since the last measurement. */
async function measureInp(page: Page): Promise<number> {
  // Events are reported after the frame that follows them.
  await page.waitForTimeout(500)
  const interactions = await page.evaluate<Record<string, Interaction>>('interactions')
  await page.evaluate('void (window.interactions = {})')
  return Math.max(0, ...Object.values(interactions).map(({ ms }) => ms))
}

/** A visit of a shopper who was here before: logged in, with a store and with leave for the camera. A code is in view from the start. */
async function startShopping(browser: Browser, origin: string, { state, name }: { state: State; name: string }) {
  const context = await browser.newContext({
    ...A_PHONE,
    baseURL: origin,
    serviceWorkers: 'block',
    storageState: state,
    permissions: ['camera'],
  })
  try {
    const page = await context.newPage()
    await page.addInitScript(WATCH_INTERACTIONS)
    await page.addInitScript(WATCH_START)
    await instrument(page, SLOWDOWN)
    await page.goto('/home')
    await page.locator('main h3').first().waitFor()
    await page.waitForTimeout(LOOK_MS)
    const row = JSON.stringify(getRow(getEan('light-milk'), MODULE_WIDTH))
    await page.evaluate(`void (window.scanned = bench.scan(${row}, ${JSON.stringify(name)}, ${TIMEOUT_MS}))`)
    await page.getByRole('link', { name: 'Start shopping' }).tap()
    const rowMs = await page.evaluate<number>(
      'scanned.then(ms => (ms === null ? NaN : ms + bench.shownMs - performance.timeOrigin - start.tapMs))',
    )
    const { windowMs, pictureMs } = await page.evaluate<Record<'windowMs' | 'pictureMs', number>>(
      '({ windowMs: start.windowMs - start.tapMs, pictureMs: start.pictureMs - start.tapMs })',
    )
    const inpMs = await measureInp(page)
    await page.goBack()
    await page.locator('main h3').first().waitFor()
    await page.waitForTimeout(LOOK_MS)
    await page.getByRole('link', { name: 'Continue shopping' }).tap()
    await page.locator('section[data-phase="running"]').waitFor()
    return { inpMs, againMs: await measureInp(page), windowMs, pictureMs, rowMs }
  } finally {
    await context.close()
  }
}

/** The first seconds of shopping on a phone four times slower. */
export async function benchStart(): Promise<Start[]> {
  const shop = await RunningShop.open()
  const browser = await openBrowser()
  try {
    const earlier = await browser.newContext({ ...A_PHONE, baseURL: shop.origin, serviceWorkers: 'block' })
    const { api } = await signUp(earlier, shop)
    const { name } = await productWith(api, getEan('light-milk'))
    const page = await earlier.newPage()
    await page.goto('/home')
    await page.locator('main h3').first().waitFor()
    const visitor = { state: await earlier.storageState(), name }
    const starts: Start[] = []
    for (let time = 0; time < TIMES; time++) starts.push(await startShopping(browser, shop.origin, visitor))
    return starts
  } finally {
    await browser.close()
    await shop.close()
  }
}

/** In Markdown. */
export function formatStartReport(starts: readonly Start[]): string {
  const line = (what: string, values: readonly number[], aimMs?: number) => {
    const [middle, most] = [Math.round(median(values)), Math.round(Math.max(...values))]
    const result = aimMs === undefined ? ' | ' : `< ${aimMs} ms | ${most < aimMs ? 'reached' : 'missed'}`
    return `| ${what} | ${middle} ms | ${most} ms | ${result} |`
  }
  return [
    `| from the tap on “Start shopping”, four times slower, ${starts.length} times | median | longest | aim | result |`,
    '| --- | --- | --- | --- | --- |',
    line(
      'the press is painted (INP)',
      starts.map(({ inpMs }) => inpMs),
      AIMS_MS.inp,
    ),
    line(
      'the same at the next visit of the basket',
      starts.map(({ againMs }) => againMs),
      AIMS_MS.inp,
    ),
    line(
      'the camera’s window',
      starts.map(({ windowMs }) => windowMs),
    ),
    line(
      'its picture',
      starts.map(({ pictureMs }) => pictureMs),
    ),
    line(
      'the first product’s row',
      starts.map(({ rowMs }) => rowMs),
      AIMS_MS.row,
    ),
  ].join('\n')
}
