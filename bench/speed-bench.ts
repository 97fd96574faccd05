import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext } from '@playwright/test'
import { signUp } from '#test/e2e/people.ts'
import { RunningShop } from '#test/e2e/running-shop.ts'
import { measureBytes, readBudget, type ViewBytes } from '../scripts/measure-bytes.ts'
import { median } from './rounds.ts'
import { firstVisit, newPhone, offlineVisit, openBrowser, type State, type Visit } from './speed-visits.ts'

const TIMES = 5
const WEB_DIR = join(import.meta.dirname, '../dist/web')

// The last file that the worker fetches.
const HAS_DECODER = `caches.keys().then(async names => {
  const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
  return requests.flat().some(({ url }) => url.endsWith('.wasm'))
})`

export type Speed = {
  loginLcpMs: number[]
  homeLcpMs: number[]
  homeShelfMs: number[]
  worstShift: number
  offlineMs: number[]
  offlineSlowMs: number[]
  views: ViewBytes[]
}

async function times(visit: () => Promise<Visit>): Promise<Visit[]> {
  const visits: Visit[] = []
  for (let time = 0; time < TIMES; time++) visits.push(await visit())
  return visits
}

/** A returning shopper whose service worker has cached everything. */
async function regular(browser: Browser, shop: RunningShop): Promise<{ context: BrowserContext; state: State }> {
  const context = await newPhone(browser, shop.origin)
  await signUp(context, shop)
  const page = await context.newPage()
  await page.goto('/home')
  await page.locator('main h3').first().waitFor()
  while (!(await page.evaluate<boolean>(HAS_DECODER))) await sleep(200)
  await page.close()
  return { context, state: await context.storageState() }
}

async function measureVisits(browser: Browser, shop: RunningShop): Promise<Omit<Speed, 'views'>> {
  const login = await times(() => firstVisit(browser, shop.origin))
  const { context, state } = await regular(browser, shop)
  const home = await times(() => firstVisit(browser, shop.origin, state))
  await context.setOffline(true)
  // The first visit starts the worker, as does every start of the app on a phone that had it closed for long.
  const offline = await times(() => offlineVisit(context, false))
  const offlineSlow = await times(() => offlineVisit(context, true))
  await context.close()
  return {
    loginLcpMs: login.map(({ lcpMs }) => lcpMs),
    homeLcpMs: home.map(({ lcpMs }) => lcpMs),
    homeShelfMs: home.map(({ shelfMs = NaN }) => shelfMs),
    worstShift: Math.max(...[...login, ...home].map(({ cls }) => cls)),
    offlineMs: offline.map(({ shelfMs = NaN }) => shelfMs),
    offlineSlowMs: offlineSlow.map(({ shelfMs = NaN }) => shelfMs),
  }
}

/** How fast the app opens in the browser, on the shop with its demo data. */
export async function benchSpeed(): Promise<Speed> {
  const shop = await RunningShop.open()
  try {
    const browser = await openBrowser()
    try {
      return { ...(await measureVisits(browser, shop)), views: measureBytes(WEB_DIR, readBudget()) }
    } finally {
      await browser.close()
    }
  } finally {
    await shop.close()
  }
}

type ReportRow = [figure: string, measured: string, aim: string, result: string]

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
const verdict = (isReached: boolean) => (isReached ? 'reached' : 'missed')

function timeRow(figure: string, valuesMs: readonly number[], aimMs?: number): ReportRow {
  const middle = median(valuesMs)
  const spread = `${seconds(middle)} (${seconds(Math.min(...valuesMs))} to ${seconds(Math.max(...valuesMs))})`
  return [figure, spread, aimMs ? `≤ ${seconds(aimMs)}` : '', aimMs ? verdict(middle <= aimMs) : '']
}

function toRows(speed: Speed): ReportRow[] {
  const { aim } = readBudget()
  return [
    timeRow('largest paint of the sign-in, nothing cached, slow phone and network', speed.loginLcpMs, 1400),
    timeRow('largest paint of the shelf, nothing cached, slow phone and network', speed.homeLcpMs, 1400),
    timeRow('first product of that shelf', speed.homeShelfMs, 1400),
    [
      'layout shift, the worst of those visits',
      speed.worstShift.toFixed(3),
      '≤ 0.02',
      verdict(speed.worstShift <= 0.02),
    ],
    timeRow('second open without a network to the shelf', speed.offlineMs, 300),
    timeRow('the same with the page’s processor slowed four times', speed.offlineSlowMs),
    ...speed.views.map(({ view, bytes, scripts, limit }): ReportRow => {
      const isFirst = limit < aim * 1.2
      const result = isFirst
        ? `${verdict(bytes <= aim)}, within the limit: ${bytes <= limit ? 'yes' : 'no'}`
        : verdict(bytes <= limit)
      return [
        `JavaScript of ${view}, brotli`,
        `${(bytes / 1000).toFixed(1)} kB in ${scripts} files`,
        isFirst ? `≤ ${aim / 1000} kB, never above ${limit / 1000}` : `≤ ${limit / 1000} kB`,
        result,
      ]
    }),
  ]
}

/** The table, in Markdown that is also readable in a terminal. */
export function formatSpeedReport(speed: Speed): string {
  const rows: ReportRow[] = [['figure', 'measured, median of five', 'aim', 'verdict'], ...toRows(speed)]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0))) ?? []
  const lines = rows.map(row => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
  const rule = `| ${widths.map(width => '-'.repeat(width)).join(' | ')} |`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}
