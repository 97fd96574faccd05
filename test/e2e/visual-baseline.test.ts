import sharp from 'sharp'
import { getSheet, smallPicture, getTiles, settle } from './contact-sheets.ts'
import { makeItNoon } from './make-it-noon.ts'
import { NEVER_TWICE_ALIKE, SAME_PICTURE, shareOfOther } from './same-picture.ts'
import { AREAS } from './screen-list.ts'
import { walk } from './screen-walk.ts'
import { expect, test, fullTier } from './test.ts'

const CHANNELS = 3

test.describe.configure({ mode: 'parallel' })

for (const [area, screens] of Object.entries(AREAS)) {
  for (const tile of getTiles(screens).filter(
    ({ screen }) => !screen.hasCamera && !NEVER_TWICE_ALIKE.has(screen.name),
  )) {
    test(
      `${tile.screen.name} matches its picture on the contact sheet of ${area}`,
      fullTier('it compares pictures that only one machine draws alike'),
      async ({ shop, openBrowser, faults }, info) => {
        faults.allow(/Connecting to 'blob:/)
        await makeItNoon(shop)
        const { left, top, width, height } = tile
        const baseline = await sharp(getSheet(area))
          .extract({ left, top, width, height })
          .removeAlpha()
          .raw()
          .toBuffer()
        await walk({
          screen: tile.screen,
          variants: [tile.variant],
          shop,
          newContext: openBrowser,
          async see({ page }) {
            await settle(page)
            let picture = await page.screenshot()
            const other = async () => {
              picture = await page.screenshot()
              return shareOfOther(await smallPicture(picture, tile).raw().toBuffer(), baseline, tile)
            }
            try {
              await expect.poll(other, 'the share of cells that changed').toBeLessThanOrEqual(SAME_PICTURE)
            } catch (error) {
              await smallPicture(picture, tile).png().toFile(info.outputPath('now.png'))
              await sharp(baseline, { raw: { width, height, channels: CHANNELS } })
                .png()
                .toFile(info.outputPath('before.png'))
              throw error
            }
          },
        })
      },
    )
  }
}
