// npm run screens: a picture of every screen in docs/screens, on a small phone, a phone and a desk, in English and
// Finnish, light and dark. Words as arguments leave out all screens but those whose names begin so:
// npm run screens -- basket checkout
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { A_PHONE, launchOptions } from './browser-options.ts'
import { drawCameraClip } from './camera-goods.ts'
import { SCREENS, type Screen } from './screen-list.ts'
import { SCREENS_DIR } from './places.ts'
import { RunningShop } from './running-shop.ts'
import { smallPng } from './small-png.ts'
import { textsIn } from './texts.ts'

const VIEWS = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
  { width: 1280, height: 800 },
]
const LANGUAGES = ['en', 'fi'] as const
const SCHEMES = ['light', 'dark'] as const

type Visited = { browser: Browser; shop: RunningShop; screen: Screen; language: 'en' | 'fi' }

/** Opens the screen once and paints it at each size and in each scheme. */
async function takePictures({ browser, shop, screen, language }: Visited): Promise<void> {
  const context = await browser.newContext({ ...A_PHONE, baseURL: shop.origin, reducedMotion: 'reduce' })
  try {
    const visit = { context, page: await context.newPage(), shop, language, t: textsIn(language) }
    visit.page.setDefaultTimeout(15_000)
    await screen.open(visit)
    for (const size of VIEWS) await takeBothSchemes(visit.page, size, `${screen.name}-${size.width}-${language}`)
    await screen.leave?.(visit)
  } finally {
    await context.close()
  }
}

async function takeBothSchemes(page: Page, size: (typeof VIEWS)[number], name: string): Promise<void> {
  await page.setViewportSize(size)
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate('document.fonts.ready.then(() => new Promise(done => setTimeout(done, 150)))')
    const file = `${name}${colorScheme === 'dark' ? '-dark' : ''}.png`
    await writeFile(join(SCREENS_DIR, file), smallPng(await page.screenshot()))
  }
}

/** Moves the stores to where it is eleven o'clock, so that pictures made at night show open stores too. */
async function makeItNoon(shop: RunningShop): Promise<void> {
  const hoursEast = 11 - new Date().getUTCHours()
  const sign = hoursEast > 0 ? '-' : '+'
  await shop.query(`UPDATE store SET time_zone = $1`, [`Etc/GMT${sign}${Math.abs(hoursEast)}`])
}

await mkdir(SCREENS_DIR, { recursive: true })
await drawCameraClip()
const wanted = process.argv.slice(2)
const screens = SCREENS.filter(({ name }) => wanted.length === 0 || wanted.some(word => name.startsWith(word)))
const shop = await RunningShop.open()
await makeItNoon(shop)
const browser = await chromium.launch(launchOptions())
try {
  for (const screen of screens) {
    for (const language of LANGUAGES) await takePictures({ browser, shop, screen, language })
    console.log(screen.name)
  }
} finally {
  await browser.close()
  await shop.close()
}
