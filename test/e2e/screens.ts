// npm run screens: a picture of every screen in dist/screens, and a contact sheet of each area in docs/screens. Shoppers' screens
// are pictured on a small phone, a phone and a desktop, in English and Finnish, light and dark, once in Swedish, and some with large text; states of
// them in three ways; the back office's in English on a phone and a desktop, and on a desktop in Finnish and in the dark.
// Arguments limit the run to screens whose names begin with one of them: npm run screens -- basket checkout
// `--sheets` pictures only what the contact sheets and the README show.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { A_PHONE, launchOptions } from './browser-options.ts'
import { drawCameraClip } from './camera-goods.ts'
import {
  copyDocumentPictures,
  listGuideVariants,
  largeLooks,
  pictureName,
  picturesShown,
  settle,
  writeContactSheets,
} from './contact-sheets.ts'
import { makeItNoon } from './make-it-noon.ts'
import { SCREENS_DIR } from './places.ts'
import { RunningShop } from './running-shop.ts'
import { ADMIN_SCREENS, SCREENS, STATES, type Visit } from './screen-list.ts'
import { ADMIN_PICTURES, isThere, type ScreenVariant, SHOPPER_PICTURES, STATE_PICTURES } from './screen-variants.ts'
import { walk } from './screen-walk.ts'

async function capturePicture(page: Page, name: string, variant: ScreenVariant): Promise<void> {
  await settle(page)
  await page.evaluate('document.fonts.ready.then(() => new Promise(done => setTimeout(done, 150)))')
  await sharp(await page.screenshot())
    .png({ palette: true, effort: 4 })
    .toFile(join(SCREENS_DIR, `${pictureName(name, variant)}.png`))
}

await mkdir(SCREENS_DIR, { recursive: true })
await drawCameraClip()
const { values, positionals: chosenNames } = parseArgs({
  options: { sheets: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const all = [
  ...SCREENS.map(screen => ({ screen, looks: [...SHOPPER_PICTURES, ...largeLooks(screen)] })),
  ...STATES.map(screen => ({ screen, looks: STATE_PICTURES.filter(isThere(screen)) })),
  ...ADMIN_SCREENS.map(screen => ({
    screen,
    looks: [...ADMIN_PICTURES.filter(isThere(screen)), ...listGuideVariants(screen)],
  })),
]
const chosen = all.filter(
  ({ screen: { name } }) => chosenNames.length === 0 || chosenNames.some(word => name.startsWith(word)),
)
const shown = picturesShown()
const isWanted = (name: string) => (variant: ScreenVariant) => !values.sheets || shown.has(pictureName(name, variant))
const shop = await RunningShop.open()
await makeItNoon(shop)
const browser = await chromium.launch(launchOptions())
const newContext = async () => {
  const context = await browser.newContext({ ...A_PHONE, baseURL: shop.origin, reducedMotion: 'reduce' })
  context.setDefaultTimeout(15_000)
  return context
}
try {
  for (const { screen, looks } of chosen) {
    const see = ({ page }: Visit, variant: ScreenVariant) => capturePicture(page, screen.name, variant)
    await walk({ screen, variants: looks.filter(isWanted(screen.name)), shop, newContext, see })
    for (const context of browser.contexts()) await context.close()
    console.log(screen.name)
  }
} finally {
  await browser.close()
  await shop.close()
}
// Sheets of a few screens would lack the others.
if (chosenNames.length === 0) await writeContactSheets()
else await copyDocumentPictures()
